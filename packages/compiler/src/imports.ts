import { isBuiltin } from 'node:module';
import { type EngineName, functionModules, nodeModules } from '@patchbay/runner/bundle-format';
import type { Plugin } from 'rolldown';
import { nameOf, packageOf } from './bundle.ts';
import type { CompileProblem } from './compile-error.ts';
import { closedModuleMessage, missingModulesMessage } from './missing-modules.ts';

/** What the engine gives a bundle is left out of it: all of Node's modules in a process. */
export function providedId(specifier: string, engine: EngineName): string | undefined {
    if (functionModules.some((name) => name === specifier)) return functionModules[0];
    const name = specifier.replace(/^node:/, '');
    if (engine === 'process' && isBuiltin(specifier)) return `node:${name}`;
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

interface Found {
    problems: CompileProblem[];
    warnings: CompileProblem[];
}

/**
 * Leaves provided modules out, and reports what functions do not have, once for each package; of a
 * process, what the project's own files import that reaches nothing there.
 */
export function provideModules(root: string, engine: EngineName, { problems, warnings }: Found): Plugin {
    const sources = new Map<string, string>();
    const missing = new Map<string, { packageName: string | null; importer: string; specifiers: string[] }>();
    const warn = (specifier: string, importer: string) => {
        const message = closedModuleMessage(specifier);
        if (message !== undefined)
            warnings.push({
                file: nameOf(importer, root),
                ...importPlace(sources.get(importer) ?? '', specifier),
                message,
                code: 'builtin_reaches_nothing'
            });
    };
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
            const id = providedId(specifier, engine);
            if (id !== undefined) {
                if (engine === 'process' && importer !== undefined && packageOf(importer) === undefined) warn(specifier, importer);
                return { id, external: true };
            }
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
