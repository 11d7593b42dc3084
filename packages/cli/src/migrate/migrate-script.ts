import { modelsIn, quote, typeCode } from './model-code.ts';
import type { YamlFunction } from './read-yaml.ts';

const creators = { sync: 'createSync', action: 'createAction', onEvent: 'createOnEvent' } as const;
const typed = /\.(batchSave|batchSend|batchUpdate|batchDelete|getRecordsByIds|listRecords|getMetadata)<[^()]*?>\(/g;
const importOfModels = /import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+['"](?:\.\.?\/)+models(?:\.[jt]s)?['"];?\n?/g;

export interface Migrated {
    code: string;
    problems: readonly string[];
}

/**
 * Makes a definition of a script: what it exported becomes the `exec` of it.
 * @param fileExists whether there is such a file beside the script, for its imports
 */
export function migrateScript(
    own: YamlFunction,
    source: string,
    known: ReadonlySet<string>,
    fileExists: (specifier: string) => boolean
): Migrated {
    const named = [...source.matchAll(importOfModels)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.replace(/^\s*type\s+/, '').trim())
    );
    const body = source
        .replaceAll(importOfModels, '')
        .replaceAll(typed, '.$1(')
        .replaceAll(relativeImport, (whole, before: string, quoteSign: string, specifier: string) => {
            const target = [specifier.replace(/\.js$/, '.ts'), `${specifier}.ts`].find((each) => each.endsWith('.ts') && fileExists(each));
            return target === undefined ? whole : `${before}${quoteSign}${target}${quoteSign}`;
        });
    const { code, exec } = withoutDefault(body);
    const hasWebhook = /export\s+(?:default\s+)?(?:async\s+)?function\s+onWebhookPayloadReceived\b/.test(code);
    const problems = exec === undefined ? [`${own.integrationId}/${own.name}: the script has no default export that could be run.`] : [];
    const models = [
        ...new Set([
            ...named.filter((name) => known.has(name)),
            ...[own.input ?? '', ...own.outputs].flatMap((type) => modelsIn(type, known))
        ])
    ];
    const types = named.filter((name) => name !== '' && !known.has(name));
    const definition = definitionCode(own, known, exec ?? '', hasWebhook);
    const usesZod = definition.includes('z.');
    return {
        code: [
            `import { ${[creators[own.type], ...types.map((name) => `type ${name}`)].join(', ')} } from '@patchbay/functions';`,
            ...(usesZod && !/from ['"]zod['"]/.test(code) ? [`import { z } from 'zod';`] : []),
            ...(models.length > 0 ? [`import { ${models.join(', ')} } from '../../models.ts';`] : []),
            code.replaceAll(/export\s+(?=async\s+function\s+onWebhookPayloadReceived\b|function\s+onWebhookPayloadReceived\b)/g, '').trim(),
            '',
            definition
        ].join('\n'),
        problems
    };
}

const relativeImport = /(\bfrom\s+|\bimport\s+)(['"])(\.[^'"]*)\2/g;

/** @returns the code without its default export, and the name of what that was */
function withoutDefault(body: string): { code: string; exec: string | undefined } {
    const [whole, isAsync = '', name] = /export\s+default\s+(async\s+)?function\s*\*?\s*(\w+)?/.exec(body) ?? [];
    if (whole !== undefined) return { code: body.replace(whole, `${isAsync}function ${name ?? 'execute'}`), exec: name ?? 'execute' };
    const [reference, referred] = /export\s+default\s+(\w+)\s*;?[^\S\n]*(?:\n|$)/.exec(body) ?? [];
    if (reference !== undefined && referred !== undefined) return { code: body.replace(reference, ''), exec: referred };
    const [arrow] = /export\s+default\s+(?=async\s*\(|\()/.exec(body) ?? [];
    if (arrow !== undefined) return { code: body.replace(arrow, 'const execute = '), exec: 'execute' };
    return { code: body, exec: undefined };
}

function definitionCode(own: YamlFunction, known: ReadonlySet<string>, exec: string, hasWebhook: boolean): string {
    const { type, endpoints } = own;
    const list = (items: readonly string[]) => `[${items.map(quote).join(', ')}]`;
    const endpointCode = ({ method, path, group }: YamlFunction['endpoints'][number]) =>
        `{ method: ${quote(method)}, path: ${quote(path)}${group === undefined ? '' : `, group: ${quote(group)}`} }`;
    const [first] = endpoints;
    const fields: (readonly [string, string] | false)[] = [
        ['description', quote(own.description)],
        own.version !== undefined && ['version', quote(own.version)],
        own.scopes.length > 0 && ['scopes', list(own.scopes)],
        type === 'sync' && ['frequency', quote(own.frequency)],
        type === 'sync' && own.autoStart !== undefined && ['autoStart', String(own.autoStart)],
        type === 'sync' && own.trackDeletes === true && ['trackDeletes', 'true'],
        type === 'sync' && endpoints.length > 0 && ['endpoints', `[${endpoints.map(endpointCode).join(', ')}]`],
        type === 'action' && first !== undefined && ['endpoint', endpointCode(first)],
        type === 'sync' && own.webhookSubscriptions.length > 0 && ['webhookSubscriptions', list(own.webhookSubscriptions)],
        type === 'sync' && ['models', `{ ${own.outputs.map((each) => each.replace(/\[\]$/, '')).join(', ')} }`],
        type === 'sync' && own.input !== undefined && ['metadata', typeCode(own.input, known)],
        type === 'action' && ['input', own.input === undefined ? 'z.void()' : typeCode(own.input, known)],
        type === 'action' && ['output', own.outputs.length === 0 ? 'z.void()' : typeCode(own.outputs.join(' | '), known)],
        type === 'onEvent' && ['event', quote(own.event)],
        ['exec', type === 'action' && own.input !== undefined ? `(nango, input) => ${exec}(nango, input)` : `(nango) => ${exec}(nango)`],
        hasWebhook && ['onWebhook', '(nango, payload) => onWebhookPayloadReceived(nango, payload)']
    ];
    const lines = fields.filter((each) => each !== false).map(([name, value]) => `    ${name}: ${value}`);
    return `export default ${creators[type]}({\n${lines.join(',\n')}\n});\n`;
}
