import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { actionSource, emptyFolder, install, write } from './cli.fixtures.ts';

const packages = fileURLToPath(new URL('../..', import.meta.url));

function distOf(name: string): string {
    const dist = join(packages, name, 'dist');
    if (!existsSync(join(dist, 'package.json'))) throw new Error(`packages/${name} is not built: npx turbo build`);
    return dist;
}

/** Puts what `npm publish` would upload where `npm install` puts it. */
function installPacked(folder: string, name: string): void {
    const args = ['pack', '--ignore-scripts', '--offline', '--json', '--loglevel=error', '--pack-destination', folder];
    const output = execFileSync('npm', args, { cwd: distOf(name), encoding: 'utf8', shell: process.platform === 'win32' });
    const [{ filename, name: packageName }] = JSON.parse(output) as [{ filename: string; name: string }];
    const target = join(folder, 'node_modules', packageName);
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
}

test('what is published makes, compiles, tests and runs a project in an empty folder', () => {
    const folder = emptyFolder();
    for (const name of ['cli', 'functions']) installPacked(folder, name);
    const manifest: Record<string, Record<string, string>> = JSON.parse(
        readFileSync(join(folder, 'node_modules/patchbay/package.json'), 'utf8')
    );
    install(folder, [...Object.keys({ ...manifest['dependencies'], ...manifest['optionalDependencies'] }), 'typescript']);
    const run = (...args: string[]) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'node_modules/patchbay/bin.js'), ...args], {
            cwd: folder,
            env: { PATH: process.env['PATH'] },
            encoding: 'utf8'
        });
        return { status, stdout, stderr };
    };
    expect(run('version')).toEqual({ status: 0, stdout: '0.70.0\n', stderr: '' });
    expect(run('init', '.').status).toBe(0);
    expect(run('create', '--sync', 'gem', 'contacts').status).toBe(0);
    write(folder, {
        'gem/actions/greet.ts': actionSource(`return (await context.get<string>({ endpoint: '/greeting' })).data + input;`),
        'gem/actions/greet.test.ts': `import { test } from 'node:test';
import assert from 'node:assert';
import { runFunction } from '@patchbay/functions/testing';
import greet from './greet.ts';
test('greets', async () => {
    const { output } = await runFunction(greet, { input: 'Ada', responses: [{ endpoint: '/greeting', body: 'Dear ' }] });
    assert.equal(output, 'Dear Ada');
});
`,
        'recording.json': JSON.stringify({
            version: 1,
            exchanges: [{ request: { method: 'GET', url: '/greeting' }, response: { status: 200, body: { text: 'Hello ' } } }]
        }),
        'index.ts': `import './gem/syncs/contacts.ts';\nimport './gem/actions/greet.ts';\n`
    });
    expect(run('compile')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('2 functions compile') });
    expect(run('test', '--json')).toMatchObject({ status: 0, stdout: '{\n  "passed": 1,\n  "failed": 0\n}\n' });
    const replayed = run('dryrun', 'greet', '--replay', 'recording.json', '--input', '"Ada"', '--json');
    expect(JSON.parse(replayed.stdout)).toMatchObject({ status: 'succeeded', output: 'Hello Ada' });
});
