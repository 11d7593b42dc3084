import type { EngineName } from '@patchbay/runner/bundle-format';
import { parseSync, Visitor } from 'rolldown/utils';

const makers = new Set(['createSync', 'createAction', 'createOnEvent']);

/**
 * The engine that a function's file asks for, as it is written there: its code is only run once
 * that is known. The runner holds the definition to it.
 */
export function engineIn(source: string, fileName: string): EngineName {
    if (!source.includes('engine')) return 'isolate';
    let engine: EngineName = 'isolate';
    // What does not parse is reported by the bundler.
    new Visitor({
        CallExpression({ callee, arguments: [options] }) {
            if (callee.type !== 'Identifier' || !makers.has(callee.name) || options?.type !== 'ObjectExpression') return;
            if (options.properties.some(isProcess)) engine = 'process';
        }
    }).visit(parseSync(fileName, source).program);
    return engine;
}

type Node = { type: string } & Readonly<Record<string, unknown>>;

function isProcess(property: object): boolean {
    // The parser's types are not those of its package.
    const { type, key, value } = property as Node & { key: Node; value: Node };
    return type === 'Property' && (key['name'] ?? key['value']) === 'engine' && textOf(value) === 'process';
}

/** Of a string, whatever its quotes, and with `as const` or not. */
function textOf({ type, value, expression, quasis }: Node): unknown {
    if (type === 'Literal') return value;
    // The syntax tree has them so.
    if (type === 'TSAsExpression' || type === 'TSSatisfiesExpression') return textOf(expression as Node);
    // As above.
    const [quasi] = type === 'TemplateLiteral' ? (quasis as { value: { cooked: string } }[]) : [];
    return quasi?.value.cooked;
}
