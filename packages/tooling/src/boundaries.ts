/** Checks import rules and comments of a workspace: `packages/tooling/src/boundaries.ts [root]`. */
import { checkComments } from './check-comments.ts';
import { checkCycles } from './check-cycles.ts';
import { checkImports } from './check-imports.ts';
import { checkCallersImported, checkServerLayers } from './check-server.ts';
import { checkSyntax } from './check-syntax.ts';
import { packageRules } from './import-rules.ts';
import { type Finding, readMigrations, readPackage, readPackages, readSources } from './source-file.ts';

const root = process.argv[2] ?? process.cwd();
const rootPackage = readPackage(root, '.');
let fileCount = 0;
const findings: Finding[] = [];
for (const own of readPackages(root)) {
    if (!packageRules[own.folder]) {
        findings.push({
            file: `${own.folder}/package.json`,
            line: 1,
            sentence: `${own.folder} has no rule about what it may import. Give it one in packages/tooling/src/import-rules.ts.`
        });
    }
    const files = readSources(root, own.folder);
    fileCount += files.length;
    findings.push(...checkCycles(files));
    for (const file of files) {
        findings.push(
            ...checkImports(file, own, rootPackage),
            ...checkServerLayers(file),
            ...checkCallersImported(file),
            ...checkSyntax(file),
            ...checkComments(file)
        );
    }
}
const others = [...readSources(root, 'scripts'), ...readSources(root, '.', '*.{ts,mjs}'), ...readMigrations(root)];
findings.push(...others.flatMap(checkComments));

for (const { file, line, sentence } of findings) console.error(`${file}:${line}: ${sentence}`);
if (findings.length === 0) console.log(`The import rules hold in ${fileCount} files.`);
else process.exitCode = 1;
