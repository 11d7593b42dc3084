import { mayShareTypesInCycles } from './import-rules.ts';
import type { Finding, SourceFile } from './source-file.ts';

/** Import cycles within a package, those by types too: no file of one can be read by itself. */
export function checkCycles(files: readonly SourceFile[]): Finding[] {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const findings: Finding[] = [];
    const done = new Set<string>();

    function follow(file: SourceFile, trail: readonly string[]): void {
        if (done.has(file.path)) return;
        const path = [...trail, file.path];
        for (const { target, isType, line } of file.imports) {
            const next = target === undefined || (isType && mayShareTypesInCycles.test(target)) ? undefined : byPath.get(target);
            if (!next) continue;
            const at = path.indexOf(next.path);
            if (at === -1) follow(next, path);
            else {
                const circle = [...path.slice(at), next.path].map((one) => one.slice(file.folder.length + 1)).join(' → ');
                findings.push({
                    file: file.path,
                    line,
                    sentence: `These files import each other in a circle: ${circle}. Move what they share into a file below both.`
                });
            }
        }
        done.add(file.path);
    }
    for (const file of files) follow(file, []);
    return findings;
}
