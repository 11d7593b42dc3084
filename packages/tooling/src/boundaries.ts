/** Checks imports, syntax, comments and titles: `packages/tooling/src/boundaries.ts [root]`. */
import { checkAssertions } from './check-assertions.ts';
import { checkComments } from './check-comments.ts';
import { checkCycles } from './check-cycles.ts';
import { checkImports } from './check-imports.ts';
import { checkMocks } from './check-mocks.ts';
import { checkResponses } from './check-responses.ts';
import { checkRoomState } from './check-room-state.ts';
import { checkCallersImported, checkRoomTests, checkServerLayers, checkTableOfContents } from './check-server.ts';
import { checkSyntax } from './check-syntax.ts';
import { checkTitles } from './check-titles.ts';
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
    findings.push(...checkCycles(files), ...checkTableOfContents(files), ...checkRoomTests(files), ...checkRoomState(files));
    for (const file of files) {
        findings.push(
            ...checkImports(file, own, rootPackage),
            ...checkServerLayers(file),
            ...checkResponses(file),
            ...checkCallersImported(file),
            ...checkSyntax(file),
            ...checkAssertions(file),
            ...checkComments(file),
            ...checkMocks(file),
            ...checkTitles(file)
        );
    }
}
const others = [...readSources(root, 'deploy'), ...readSources(root, 'scripts'), ...readSources(root, '.', '*.{ts,mjs}')];
findings.push(
    ...[...others, ...readMigrations(root)].flatMap(checkComments),
    ...others.flatMap(checkMocks),
    ...others.flatMap(checkTitles)
);

for (const { file, line, sentence } of findings) console.error(`${file}:${line}: ${sentence}`);
if (findings.length === 0) console.log(`The import rules hold in ${fileCount} files.`);
else process.exitCode = 1;
