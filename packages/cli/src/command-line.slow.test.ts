import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { actionSource, bin, emptyFolder, patchbay, projectOf } from './cli.fixtures.ts';
import { completionScripts } from './completion.ts';
import { makeProgram } from './program.ts';
import { Terminal } from './terminal.ts';

const program = makeProgram({ terminal: new Terminal({ json: false }), cwd: '/', variables: {} }, () => undefined);
const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

test('the help of each command fits a screen of 80 columns and 24 lines', () => {
    const helps = all(program).map((command) => command.helpInformation());
    expect(helps.length).toBeGreaterThan(12);
    expect(helps.flatMap((help) => help.split('\n')).filter(({ length }) => length > 80)).toEqual([]);
    expect(helps.filter((help) => help.trimEnd().split('\n').length > 24)).toEqual([]);
});

test('each command has --json, and a sentence about each of its options', () => {
    for (const command of all(program).filter(({ commands }) => commands.length === 0)) {
        expect(command.options.map(({ long }) => long)).toContain('--json');
        expect(command.options.filter(({ description, hidden }) => !description && !hidden)).toEqual([]);
    }
});

test('words are plain where no terminal is, and a command line that says nothing is a usage error', async () => {
    const folder = emptyFolder();
    expect(await patchbay(folder, ['version'])).toMatchObject({ code: 0, stdout: '0.70.0\n', stderr: '' });
    expect((await patchbay(folder, ['version', '--json'])).json()).toMatchObject({ version: '0.70.0' });
    expect(await patchbay(folder, ['create', '--sync'])).toMatchObject({
        code: 1,
        stderr: `error: There is no project in ${folder}. Make one with: patchbay init <folder>\n`
    });
    expect(await patchbay(folder, [])).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: patchbay') });
    expect(await patchbay(folder, ['nonsense'])).toMatchObject({ code: 2, stderr: expect.stringContaining("unknown command 'nonsense'") });
    const project = projectOf({ 'index.ts': '' });
    expect(await patchbay(project, ['create', '--sync'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('For which integration? patchbay create')
    });
});

test('an older Node is told which one is needed', () => {
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })";
    const args = ['--import', `data:text/javascript,${encodeURIComponent(older)}`, bin, 'version'];
    expect(() => execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' })).toThrow(
        /patchbay needs Node 24 or later, and this is Node 20\.19\.0/
    );
});

describe('completion', () => {
    /** How each shell is asked what it offers for a line of words. */
    const shells: Record<keyof typeof completionScripts, (script: string, words: readonly string[]) => string[]> = {
        bash: (script, words) => [
            '-c',
            `${script}\nCOMP_WORDS=(patchbay ${quoted(words)}); COMP_CWORD=${words.length}; _patchbay; printf '%s\\n' "\${COMPREPLY[@]}"`
        ],
        // What describes and adds candidates runs in the line editor alone.
        zsh: (script, words) => [
            '-f',
            '-c',
            `autoload -U compinit && compinit -D
             ${script}
             _describe() { print -rl -- "\${(@P)2%%:*}"; }
             _files() { print files; }
             words=(patchbay ${quoted(words)}); CURRENT=${words.length + 1}; \${_comps[patchbay]}`
        ],
        fish: (script, words) => ['--no-config', '-c', `${script}\ncomplete -C 'patchbay ${words.join(' ')}' | string split -f1 \\t; true`]
    };
    const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
    const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

    function completed(shell: keyof typeof completionScripts, folder: string, words: readonly string[]): string[] {
        const tools = emptyFolder();
        writeFileSync(join(tools, 'patchbay'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
        chmodSync(join(tools, 'patchbay'), 0o755);
        const env = { PATH: `${tools}${delimiter}${process.env['PATH']}`, HOME: tools };
        const args = shells[shell](completionScripts[shell], words);
        return execFileSync(shell, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
            .trim()
            .split('\n')
            .toSorted((a, b) => a.localeCompare(b));
    }

    test.for(['bash', 'zsh', 'fish'] as const)(
        'of %s knows commands, options, their values and the functions of the project',
        (shell, { skip }) => {
            skip(!has(shell), `${shell} is not installed`);
            const folder = projectOf({ 'gem/actions/greet.ts': actionSource('') });
            expect(completed(shell, folder, ['de'])).toEqual(['deploy', 'dev']);
            expect(completed(shell, folder, ['deploy', '--allow'])).toEqual(['--allow-destructive']);
            expect(completed(shell, folder, ['create', '--event', 'val'])).toEqual(['validate-connection']);
            expect(completed(shell, folder, ['dryrun', 'g'])).toEqual(['greet']);
            expect(completed(shell, folder, ['variables', 's'])).toEqual(['set']);
        }
    );

    test.each(['bash', 'zsh', 'fish'])('is there for %s', async (shell) => {
        expect((await patchbay(emptyFolder(), ['completion', shell])).stdout).toContain('patchbay __complete');
    });
});
