import { type Argument, type Expression, type MemberExpression, Visitor } from 'oxc-parser';
import { mustUseEgress, sentenceAboutEgress } from './check-server.ts';
import {
    callersByClass,
    callersOfNode,
    configuredFolders,
    foldersWithSql,
    holdsStatements,
    mayNameProviders,
    mayPostToAnyOrigin,
    readsEnvironment
} from './import-rules.ts';
import type { Finding, SourceFile } from './source-file.ts';

const globals = new Set(['globalThis', 'window', 'self', 'global']);

/** Calls past egress, settings past the config, SQL in verbs, messages to any origin. */
export function checkSyntax(file: SourceFile): Finding[] {
    const findings: Finding[] = [];
    const report = (offset: number, sentence: string) => findings.push({ file: file.path, line: file.lineAt(offset), sentence });
    const guardsNetwork = mustUseEgress(file);
    const guardsSettings = configuredFolders.includes(file.folder) && !file.isForDevelopment && !Object.hasOwn(readsEnvironment, file.path);
    const guardsProviders = !mayNameProviders.includes(file.folder) && !file.isForDevelopment;
    const guardsTargets = !Object.hasOwn(mayPostToAnyOrigin, file.path) && !file.isForDevelopment;
    const guardsSql =
        foldersWithSql.includes(file.folder) &&
        !file.isForDevelopment &&
        !file.path.endsWith('.sql.ts') &&
        !Object.hasOwn(holdsStatements, file.path);
    /** The names `fetch` that are not the function: properties, keys and types. */
    const harmless = new Set<number>();

    new Visitor({
        MemberExpression(node) {
            const owner = nameOf(node.object);
            const property = propertyOf(node);
            if (!node.computed) harmless.add(node.property.start);
            if (guardsSettings && owner === 'process' && property === 'env') report(node.start, sentenceAboutSettings);
            if (!guardsNetwork || owner === undefined || property === undefined) return;
            if (property === 'fetch' && globals.has(owner)) report(node.start, sentenceAboutEgress(`${owner}.fetch`));
            const module = file.imports.find(({ wholes, isType }) => !isType && wholes.includes(owner))?.specifier;
            if (module !== undefined && callersOfNode[module.replace(/^node:/, '')]?.includes(property))
                report(node.start, sentenceAboutEgress(`${property} of ${module}`));
        },
        Property(node) {
            if (!node.shorthand && !node.computed) harmless.add(node.key.start);
        },
        PropertyDefinition: (node) => void harmless.add(node.key.start),
        MethodDefinition: (node) => void harmless.add(node.key.start),
        TSPropertySignature: (node) => void harmless.add(node.key.start),
        TSMethodSignature: (node) => void harmless.add(node.key.start),
        TSTypeQuery: (node) => void harmless.add(node.exprName.start),
        Identifier(node) {
            if (!guardsNetwork || node.name !== 'fetch' || harmless.has(node.start)) return;
            report(node.start, sentenceAboutEgress('fetch'));
            // In `{ fetch }` it stands twice at the same place.
            harmless.add(node.start);
        },
        // The scripts of pages that the server makes are texts.
        TemplateElement({ value, start }) {
            if (guardsTargets && scriptToAnyone.test(value.raw)) report(start, sentenceAboutTargets);
        },
        CallExpression({ callee, arguments: args, start }) {
            const called = callee.type === 'MemberExpression' ? propertyOf(callee) : nameOf(callee);
            if (guardsSql && called !== undefined && statements.includes(called)) report(start, sentenceAboutSql);
            if (called === 'postMessage' && guardsTargets && args.some(isToAnyone)) report(start, sentenceAboutTargets);
        },
        TaggedTemplateExpression({ tag, start }) {
            if (guardsSql && nameOf(tag) === 'sql') report(start, sentenceAboutSql);
        },
        NewExpression({ callee, start }) {
            const made = nameOf(callee);
            if (guardsNetwork && made !== undefined && callersByClass.includes(made)) report(start, sentenceAboutEgress(`new ${made}`));
        },
        BinaryExpression({ operator, left, right, start }) {
            if (!guardsProviders || !/^[!=]==?$/.test(operator)) return;
            if ((isProvider(left) && isText(right)) || (isProvider(right) && isText(left))) report(start, sentenceAboutProviders);
        },
        SwitchStatement({ discriminant, start }) {
            if (guardsProviders && isProvider(discriminant)) report(start, sentenceAboutProviders);
        }
    }).visit(file.program);
    if (guardsSettings) {
        for (const { specifier, names, line } of file.imports) {
            if (/^(node:)?process$/.test(specifier) && names.includes('env')) {
                findings.push({ file: file.path, line, sentence: sentenceAboutSettings });
            }
        }
    }
    return findings;
}

const sentenceAboutSettings = 'process.env is read in config.ts alone. Add the setting there and take its value as an argument.';
const statements = ['selectFrom', 'selectNoFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'executeQuery'];
const sentenceAboutSql = 'Statements stand in a *.sql.ts, one function for each. Move it there and call it by its name.';
const sentenceAboutTargets = "postMessage to '*' reaches any page that listens. Name the origin that the message is for.";
const scriptToAnyone = /\bpostMessage\([^\n]*(['"])\*\1/;
const sentenceAboutProviders =
    'What is special about one provider lives in its folder under packages/providers. Add a field or a hook to its definition and use that here.';

export function nameOf(node: { type: string }): string | undefined {
    return node.type === 'Identifier' && 'name' in node && typeof node.name === 'string' ? node.name : undefined;
}

export function propertyOf({ computed, property }: MemberExpression): string | undefined {
    if (!computed && property.type === 'Identifier') return property.name;
    return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

/** `provider`, `providerId`, `x.provider`, `provider.id` … */
function isProvider(node: Expression | { type: string }): boolean {
    const name = nameOf(node);
    if (name !== undefined) return name === 'provider' || name === 'providerId';
    if (node.type !== 'MemberExpression' || !('object' in node) || !('property' in node)) return false;
    const property = propertyOf(node);
    return (
        property === 'provider' || property === 'providerId' || property === 'provider_id' || (property === 'id' && isProvider(node.object))
    );
}

const isText = (node: { type: string; value?: unknown }) => node.type === 'Literal' && typeof node.value === 'string';
const isStar = (node: { type: string; value?: unknown }) => isText(node) && node.value === '*';

/** The target origin of `postMessage`, bare or as an option, also as one of two. */
function isToAnyone(argument: Argument): boolean {
    if (argument.type === 'ObjectExpression')
        return argument.properties.some((one) => one.type === 'Property' && nameOf(one.key) === 'targetOrigin' && isToAnyone(one.value));
    if (argument.type === 'ConditionalExpression') return isToAnyone(argument.consequent) || isToAnyone(argument.alternate);
    if (argument.type === 'LogicalExpression') return isToAnyone(argument.left) || isToAnyone(argument.right);
    return isStar(argument);
}
