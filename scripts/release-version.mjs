// Applies the pending changesets: sets the next version everywhere and fills CHANGELOG.md.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { runNpm } from './npm.mjs';
import { UserError, runMain } from './user-error.mjs';

// Not a dependency: only this command needs it, and it is never run where packages are published.
const changesets = '@changesets/cli@3.0.3';
// Files that name the current version beside the manifests, which Changesets changes itself.
const namingVersion = ['package.json', 'packages/browser-sdk/src/version.ts', 'docs/embedding.md', 'packages/*/README.md'];

await runMain(async () => {
    const sentences = pendingSentences();
    if (sentences.length === 0)
        throw new UserError('There is no changeset. Add one as .changeset/README.md describes, then run this again.');
    const before = currentVersion();
    execFileSync('npx', ['--yes', changesets, 'version'], { stdio: 'inherit', shell: process.platform === 'win32' });
    const after = currentVersion();
    for (const file of globSync(namingVersion)) rewrite(file, (text) => text.replaceAll(before, after));
    rewrite('CHANGELOG.md', (text) => text.replace(/^## /m, `## ${after}\n\n${sentences.map((each) => `- ${each}`).join('\n')}\n\n## `));
    const locked = await runNpm(['install', '--package-lock-only'], { node: process.execPath, cwd: process.cwd() });
    if (!locked) throw new UserError('package-lock.json could not be updated: npm printed the reason above. Run the same command again.');
    return 0;
});

function currentVersion() {
    /** @type {{ version: string }} */
    const manifest = JSON.parse(readFileSync('packages/node-sdk/package.json', 'utf8'));
    return manifest.version;
}

/** What changesets say below their front matter, each as one line. */
function pendingSentences() {
    return globSync('.changeset/*.md')
        .filter((file) => basename(file) !== 'README.md')
        .toSorted()
        .map((file) => readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
        .map((text) => text.trim().replaceAll(/\s*\n\s*/g, ' '))
        .filter((text) => text !== '');
}

/**
 * @param {string} file
 * @param {(text: string) => string} change
 */
function rewrite(file, change) {
    writeFileSync(file, change(readFileSync(file, 'utf8')));
}
