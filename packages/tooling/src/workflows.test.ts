import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';

// That they are YAML is checked by the formatter.
const workflows = globSync('.github/workflows/*.yml', { cwd: rootFolder }).map((path) => ({
    name: basename(path),
    text: readFileSync(join(rootFolder, path), 'utf8')
}));
const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name).toSorted();
const startedBy = (event: string) => workflows.filter(({ text }) => new RegExp(`^ {2}${event}:$`, 'm').test(text));
const jobs = workflows.flatMap(({ text }) => text.split(/^ {2}(?=\w+:$)/m));
const { scripts } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('there are workflows for checks, tests, the image and releases', () => {
    expect(namesOf(workflows)).toEqual(['check.yml', 'image.yml', 'release.yml', 'test.yml']);
});

test.each(workflows)('$name names each action by its commit, which cannot be moved as a tag can', ({ text }) => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    const allowed = /^(?:[\w./-]+@[\da-f]{40} # v[\d.]+|\.\/\.github\/workflows\/[\w-]+\.yml)$/;
    expect(used.filter((action) => !allowed.test(action))).toEqual([]);
});

test.each(workflows)('$name reads the repository alone, unless a job asks for more', ({ text }) => {
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)\n\n/m);
});

test.each(workflows)('$name limits the time of every job that it runs', ({ text }) => {
    expect(text.match(/timeout-minutes:/g)?.length).toBe(text.match(/runs-on:/g)?.length);
});

test.each(workflows)('$name puts no value of an event or a name into a shell command', ({ text }) => {
    const commands = [...text.matchAll(/^( *)(?:- )?run: (.*(?:\n\1 {2,}.*)*)/gm)].map(([, , command = '']) => command);
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
});

test.each(workflows)('$name runs commands that the root has', ({ text }) => {
    const named = [...text.matchAll(/npm (?:run )?([a-z:-]+)/g)].map(([, name = '']) => name);
    const npmItself = new Set(['pkg', 'view', 'publish', 'run']);
    expect(named.filter((name) => !npmItself.has(name) && scripts[name] === undefined)).toEqual([]);
});

test('a pull request shows the check and all tests before it is merged, of its newest commit alone', () => {
    const shown = startedBy('pull_request');
    // The image only where it changes.
    expect(namesOf(shown)).toEqual(['check.yml', 'image.yml', 'test.yml']);
    for (const { text } of shown) expect(text).toMatch(/^concurrency:\n {2}group: .*github\.ref.*\n {2}cancel-in-progress: true$/m);
});

test('the release starts for its own pull request what other pull requests start, by a job that can do nothing else', () => {
    const starting = jobs.filter((job) => job.includes('actions: write'));
    expect(starting).toHaveLength(1);
    expect(starting[0]).toMatch(/permissions:\n {6}actions: write\n {4}\w/);
    const started = [...(starting[0] ?? '').matchAll(/gh workflow run (\S+) --ref "\$BRANCH"$/gm)].map(([, name = '']) => ({ name }));
    expect(namesOf(started)).toEqual(namesOf(startedBy('pull_request')));
    expect(namesOf(startedBy('workflow_dispatch'))).toEqual(expect.arrayContaining(namesOf(started)));
});

test('the release names the repository in each package that is packed, and publishes it', () => {
    const [, list = ''] = /const published = \[(.+)\];/.exec(readFileSync(join(rootFolder, 'scripts/pack.mjs'), 'utf8')) ?? [];
    const packed = [...list.matchAll(/'([\w-]+)'/g)].map(([, folder = '']) => folder);
    expect(packed).toContain('cli');
    const nameOf = (folder: string): string => {
        const manifest: { name: string } = JSON.parse(readFileSync(join(rootFolder, 'packages', folder, 'package.json'), 'utf8'));
        return manifest.name;
    };
    const { text = '' } = workflows.find(({ name }) => name === 'release.yml') ?? {};
    const loopOver = (what: string) => new RegExp(`for ${what} in (.+); do`).exec(text)?.[1]?.split(' ').toSorted();
    expect(loopOver('folder')).toEqual(packed.toSorted());
    expect(loopOver('name')).toEqual(packed.map(nameOf).toSorted());
});

test('only the job that signs can ask for an identity token, and it installs nothing but what the lock file names', () => {
    const publishing = jobs.filter((job) => job.includes('id-token: write'));
    expect(publishing).toHaveLength(1);
    expect(publishing[0]).toMatch(/--provenance/);
    expect(publishing[0]).not.toMatch(/npx|npm (?:install|i) /);
});
