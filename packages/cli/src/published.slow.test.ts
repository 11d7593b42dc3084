import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';
import {
    act,
    actionSource,
    connect,
    emptyFolder,
    GEM_KEY,
    install,
    keysOf,
    patchbay,
    recordsOf,
    startGemApp,
    write
} from './cli.fixtures.ts';

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

const readJson = (file: string): Record<string, Record<string, string>> => JSON.parse(readFileSync(file, 'utf8'));

/** Installs what is published in an empty folder. */
function packedCli(folder: string) {
    for (const name of ['cli', 'functions']) installPacked(folder, name);
    const manifest = readJson(join(folder, 'node_modules/patchbay/package.json'));
    install(folder, [...Object.keys({ ...manifest['dependencies'], ...manifest['optionalDependencies'] }), 'typescript']);
    return (args: readonly string[], variables: Record<string, string> = {}) =>
        patchbay(folder, args, variables, join(folder, 'node_modules/patchbay/bin.js'));
}

test('what is published makes, compiles, tests and runs a project in an empty folder', async () => {
    const folder = emptyFolder();
    const run = packedCli(folder);
    expect(await run(['version'])).toMatchObject({ code: 0, stdout: '0.70.0\n', stderr: '' });
    expect((await run(['init', '.'])).code).toBe(0);
    expect((await run(['create', '--sync', 'gem', 'contacts'])).code).toBe(0);
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
    expect((await run(['fork', 'gem/users'])).code).toBe(0);
    expect(await run(['compile'])).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('3 functions compile') });
    expect(await run(['test', '--json'])).toMatchObject({ code: 0, stdout: '{\n  "passed": 1,\n  "failed": 0\n}\n' });
    const replayed = await run(['dryrun', 'greet', '--replay', 'recording.json', '--input', '"Ada"', '--json']);
    expect(replayed.json()).toMatchObject({ status: 'succeeded', output: 'Hello Ada' });
});

const example = fileURLToPath(new URL('../../../examples/functions', import.meta.url));

test('the example is a project as init makes it, and what is published compiles, tests and deploys it', async () => {
    const folder = emptyFolder();
    const run = packedCli(folder);
    expect((await run(['init', '.'])).code).toBe(0);
    expect(readJson(join(folder, 'tsconfig.json'))).toEqual(readJson(join(example, 'tsconfig.json')));
    expect(outlineOf(folder)).toEqual(outlineOf(example));
    cpSync(example, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
    expect(await run(['compile'])).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('3 functions compile') });
    expect((await run(['test', '--json'])).json()).toEqual({ passed: 6, failed: 0 });

    await using app = await startGemApp();
    const deployed = await run(['deploy', '--json'], keysOf(app));
    expect(deployed.json()).toMatchObject({ created: [{ name: 'people' }, { name: 'add-note' }, { name: 'check-access' }] });
    await expect.poll(() => recordsOf(app, 'Person')).not.toEqual([]);
    const [person] = await recordsOf(app, 'Person');
    expect(person).toMatchObject({ name: expect.any(String), email: expect.stringContaining('@') });
    const [candidate_id] = await candidateIdsOf(app);
    const added = await act(app, 'add-note', { candidate_id, user_id: person?.['id'], text: 'Called her' });
    expect(added).toEqual({ status: 200, body: { id: expect.any(String) } });
    expect((await connect(app, 'c2')).status).toBe(201);
    await app.sandbox.control('gem/keys', { key: GEM_KEY, ats: false });
    expect(await connect(app, 'c3')).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining('This key cannot read the applicant tracking system.') } }
    });
});

/** What of a manifest is not of one project alone: whose packages it needs, and its commands. */
function outlineOf(folder: string) {
    const manifest = readJson(join(folder, 'package.json'));
    const { scripts, dependencies, devDependencies } = manifest;
    return { scripts, dependencies: Object.keys({ ...dependencies }), devDependencies: Object.keys({ ...devDependencies }) };
}

async function candidateIdsOf(app: TestApp): Promise<unknown[]> {
    const headers = { 'connection-id': 'c1', 'provider-config-key': 'gem' };
    const { json } = await app.raw('/proxy/ats/v0/candidates/?per_page=1', { headers });
    return (json as { id: string }[]).map(({ id }) => id);
}
