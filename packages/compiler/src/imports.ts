import { isBuiltin } from 'node:module';
import { functionModules, nodeModules } from '@patchbay/runner/bundle-format';
import type { Plugin } from 'rolldown';
import { nameOf, packageOf } from './bundle.ts';
import type { CompileProblem } from './compile-error.ts';
import { missingModulesMessage } from './missing-modules.ts';

/** What the isolate gives a bundle is left out of it. */
export function providedId(specifier: string): string | undefined {
    if (functionModules.some((name) => name === specifier)) return functionModules[0];
    const name = specifier.replace(/^node:/, '');
    return nodeModules.some((each) => each === name) ? `node:${name}` : undefined;
}

/** Where an import stands in a source. */
export function importPlace(source: string, specifier: string): { line: number | null; column: number | null } {
    const escaped = specifier.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const match = new RegExp(`(?:from|import|require\\()\\s*\\(?\\s*(['"\`])${escaped}\\1`).exec(source);
    if (!match) return { line: null, column: null };
    const at = match.index + match[0].indexOf(specifier) - 1;
    const before = source.slice(0, at).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Leaves provided modules out, and reports what functions do not have, once for each package. */
export function provideModules(root: string, problems: CompileProblem[]): Plugin {
    const sources = new Map<string, string>();
    const missing = new Map<string, { packageName: string | null; importer: string; specifiers: string[] }>();
    return {
        name: 'provided-modules',
        transform: {
            // Before types are taken out of it.
            order: 'pre',
            handler(code, id) {
                if (packageOf(id) === undefined) sources.set(id, code);
            }
        },
        resolveId(specifier, importer) {
            const id = providedId(specifier);
            if (id !== undefined) return { id, external: true };
            if (importer === undefined || !isBuiltin(specifier)) return null;
            const packageName = packageOf(importer) ?? null;
            const key = packageName ?? `${importer} ${specifier}`;
            const known = missing.get(key) ?? { packageName, importer, specifiers: [] };
            missing.set(key, known);
            if (!known.specifiers.includes(specifier)) known.specifiers.push(specifier);
            return { id: specifier, external: true };
        },
        buildEnd() {
            for (const { packageName, importer, specifiers } of missing.values())
                problems.push({
                    file: nameOf(importer, root),
                    ...importPlace(sources.get(importer) ?? '', specifiers[0] ?? ''),
                    message: missingModulesMessage(specifiers, packageName),
                    code: 'builtin_not_available'
                });
            missing.clear();
        }
    };
}
