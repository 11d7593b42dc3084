import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';

// That they are YAML is checked by the formatter.
const workflows = globSync('.github/workflows/*.yml', { cwd: rootFolder }).map((path) => ({
    name: basename(path),
    text: readFileSync(join(rootFolder, path), 'utf8')
}));
const { scripts } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('there are workflows for checks, tests and releases', () => {
    expect(workflows.map(({ name }) => name).toSorted()).toEqual(['check.yml', 'release.yml', 'test.yml']);
});

test.each(workflows)('$name names actions of GitHub by their major version, and all others by a commit', ({ text }) => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    const allowed = /^(?:actions\/[\w-]+@v\d+|[\w./-]+@[\da-f]{40} # v[\d.]+|\.\/\.github\/workflows\/[\w-]+\.yml)$/;
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

test('only the job that signs can ask for an identity token, and it installs nothing but what the lock file names', () => {
    const publishing = workflows.flatMap(({ text }) => text.split(/^ {2}(?=\w+:$)/m)).filter((job) => job.includes('id-token: write'));
    expect(publishing).toHaveLength(1);
    expect(publishing[0]).toMatch(/--provenance/);
    expect(publishing[0]).not.toMatch(/npx|npm (?:install|i) /);
});
