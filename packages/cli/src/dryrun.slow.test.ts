import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionSource, bin, emptyFolder, install, keysOf, patchbay, projectOf, startGemApp, write } from './cli.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const syncSource = (body: string) => `import { createSync } from '@patchbay/functions';
import { z } from 'zod';
export default createSync({
    description: 'Reads users',
    frequency: 'every hour',
    models: { Person: z.object({ id: z.string(), name: z.string() }) },
    checkpoint: z.object({ page: z.number() }),
    async exec(context) { ${body} }
});
`;

const readUsers = `
    const { page = 0 } = (await context.getCheckpoint()) ?? {};
    const { data } = await context.get<{ id: string; name: string }[]>({ endpoint: '/ats/v0/users/', params: { per_page: 5, page: page + 1 } });
    await context.batchSave(data.map(({ id, name }) => ({ id, name })), 'Person');
    await context.saveCheckpoint({ page: page + 1 });
    await context.log('read', { count: data.length });`;

test('a sync is run with the connection, and what it would store is shown', async () => {
    const folder = projectOf({ 'gem/syncs/people.ts': syncSource(readUsers) });
    const ended = await patchbay(folder, ['dryrun', 'people', 'c1'], keysOf(app));
    expect(ended).toMatchObject({ code: 0, stderr: 'info: read {"count":5}\n' });
    expect(ended.stdout).toMatch(/^Person: 5 saved, 0 updated, 0 deleted\n {2}\{"id":"[^"]+","name":"[^"]+"\}\n/);
    expect(ended.stdout).toContain('… --json has all 5\nCheckpoint: {"page":1}\n1 request, ');
    const next = await patchbay(folder, ['dryrun', 'people', 'c1', '-c', '{"page":1}', '--json'], keysOf(app));
    expect(next.json()).toMatchObject({ status: 'succeeded', checkpoint: { page: 2 }, records: { Person: { saved: { length: 5 } } } });
    const stored = await app.raw('/records?model=Person', { headers: { 'connection-id': 'c1', 'provider-config-key': 'gem' } });
    expect(stored.json).toMatchObject({ records: [] });
});

test('records that have not the form of their model are told, and fail the run with --validate', async () => {
    const body = `await context.batchSave([{ id: '1', name: 'Ada' }, { id: '2', name: 5 as never }], 'Person');`;
    const folder = projectOf({ 'gem/syncs/people.ts': syncSource(body) });
    const told = await patchbay(folder, ['dryrun', 'people', 'c1'], keysOf(app));
    expect(told).toMatchObject({ code: 0, stderr: expect.stringMatching(/^set aside: Person 2: name: /) });
    expect(await patchbay(folder, ['dryrun', 'people', 'c1', '--validate'], keysOf(app))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('1 of its records have not the form')
    });
});

test('a sync sees the records that the server has, and what it would delete of them is shown', async () => {
    const folder = projectOf({ 'gem/syncs/people.ts': syncSource(readUsers) });
    expect((await patchbay(folder, ['deploy'], keysOf(app))).code).toBe(0);
    const stored = () => app.raw('/records?model=Person', { headers: { 'connection-id': 'c1', 'provider-config-key': 'gem' } });
    await expect.poll(async () => (await stored()).json, { timeout: 20_000 }).toMatchObject({ records: { length: 5 } });
    const body = `await context.trackDeletesStart('Person');
        const ids: string[] = [];
        for await (const { id } of context.listRecords('Person')) ids.push(id);
        await context.batchUpdate([{ id: ids[0]!, name: 'Ada' }], 'Person');
        await context.trackDeletesEnd('Person');`;
    write(folder, { 'gem/syncs/people.ts': syncSource(body) });
    const ended = await patchbay(folder, ['dryrun', 'people', 'c1'], keysOf(app));
    expect(ended.stdout).toContain('Person: 0 saved, 1 updated, 4 deleted');
    expect((await stored()).json).toMatchObject({ records: { length: 5 } });
});

test('what was recorded is replayed without a server, and has no credentials', async () => {
    const folder = projectOf({
        'gem/actions/names.ts': actionSource(
            `const key = String(await context.getToken());
             const params = { per_page: input.count, key };
             const { data } = await context.get<{ name: string }[]>({ endpoint: '/ats/v0/users/', params });
             return data.map(({ name }) => name);`
        )
    });
    const recorded = await patchbay(folder, ['dryrun', 'names', 'c1', '--input', '{"count":2}', '--save', '--json'], keysOf(app));
    const { output } = recorded.json() as { output: string[] };
    expect(output).toHaveLength(2);
    const recording = readFileSync(join(folder, 'gem/recordings/names.json'), 'utf8');
    expect(JSON.parse(recording)).toMatchObject({ input: { count: 2 }, exchanges: { length: 1 }, connection: { connection_id: 'c1' } });
    expect(recording).not.toMatch(/gemTeamKey|gem-application-secret/);
    const replayed = await patchbay(folder, ['dryrun', 'names', '--replay', 'gem/recordings/names.json', '--json']);
    expect(replayed.json()).toMatchObject({ status: 'succeeded', output });
    const other = ['dryrun', 'names', '--replay', 'gem/recordings/names.json', '--input', '{"count":3}'];
    expect(await patchbay(folder, other)).toMatchObject({ code: 1, stderr: expect.stringContaining('has no response') });
});

test('a function that fails is shown with the line of its source, and one that hits a limit with the limit', async () => {
    const folder = projectOf({
        'gem/actions/broken.ts': actionSource('\n\n        return input.missing.name;'),
        'gem/actions/large.ts': actionSource("return 'x'.repeat(3 * 1024 ** 2);")
    });
    const [broken, large] = await Promise.all(
        ['broken', 'large'].map((name) => patchbay(folder, ['dryrun', name, 'c1', '--input', '{}'], keysOf(app)))
    );
    expect(broken).toMatchObject({ code: 1, stderr: expect.stringMatching(/failed: TypeError[\s\S]*gem\/actions\/broken\.ts:9:/) });
    expect(large).toMatchObject({ code: 1, stderr: expect.stringContaining('larger than 2,097,152 bytes of JSON') });
});

describe('on a platform that isolated-vm has no build for', () => {
    /** A copy of the CLI that does not find it. */
    function copyWithoutIsolates(): string {
        const folder = emptyFolder();
        const own = join(dirname(bin), '..');
        cpSync(join(own, 'dist'), join(folder, 'dist'), { recursive: true });
        // Its own manifest, with what it finds beside it.
        const { dependencies, type } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
            dependencies: Record<string, string>;
            type: string;
        };
        write(folder, { 'package.json': JSON.stringify({ type }) });
        install(folder, [...Object.keys(dependencies).filter((name) => !name.startsWith('@patchbay/')), 'rolldown']);
        return join(folder, 'dist/bin.js');
    }

    test('a sync and an action are run by the server, with a notice', async () => {
        const folder = projectOf({
            'gem/syncs/people.ts': syncSource(readUsers.replace('per_page: 5', 'per_page: size')).replace(
                'export default',
                `import { size } from '../size.ts';\nexport default`
            ),
            'gem/size.ts': 'export const size = 5;',
            'gem/actions/echo.ts': actionSource(
                `if (input === 'fail') throw new context.ActionError({ reason: 'closed' }); return { echoed: input };`
            )
        });
        const file = copyWithoutIsolates();
        const run = (...args: string[]) => patchbay(folder, ['dryrun', ...args], keysOf(app), file);
        const synced = await run('people', 'c1', '-c', '{"page":1}');
        expect(synced).toMatchObject({
            code: 0,
            stderr: expect.stringMatching(
                /^notice: There is no build of isolated-vm for .* The server of dev runs it instead\.\ninfo: read \{"count":5\}\n$/
            )
        });
        expect(synced.stdout).toMatch(
            /^Person: 5 saved, 0 updated, 0 deleted\n[\s\S]*Checkpoint: \{"page":2\}\n\d+ ms\. Nothing was stored\.\n$/
        );
        const { json } = await run('echo', 'c1', '--input', '"Ada"', '--json');
        expect(json()).toMatchObject({ status: 'succeeded', output: { echoed: 'Ada' }, requests: null });
        expect(await run('echo', 'c1', '--input', '"fail"')).toMatchObject({ code: 1, stderr: expect.stringContaining('failed: ') });
    });

    test.each([
        ['a replay', ['people', '--replay', 'recording.json'], '--replay'],
        ['a recording', ['people', 'c1', '--save'], '--save'],
        ['a variant', ['people', 'c1', '--variant', 'other'], '--variant']
    ])('%s is refused', async (_what, args, option) => {
        const recording = { version: 1, exchanges: [] };
        const folder = projectOf({ 'gem/syncs/people.ts': syncSource(''), 'recording.json': JSON.stringify(recording) });
        expect(await patchbay(folder, ['dryrun', ...args], keysOf(app), copyWithoutIsolates())).toMatchObject({
            code: 1,
            stderr: expect.stringMatching(new RegExp(`There is no build of isolated-vm .* not with ${option}\\.`))
        });
    });
});

test.each([
    ['no connection', ['people'], 2, /With which connection\? patchbay dryrun <name> <connection>, or --replay/],
    ['an unknown connection', ['people', 'c9'], 1, /no connection c9 of the integration gem in dev/],
    ['an unknown function', ['persons', 'c1'], 1, /no function persons\. It has people/],
    ['input that is no JSON', ['people', 'c1', '--input', '{'], 2, /--input takes JSON, or @file/],
    ['a file that is no recording', ['people', '--replay', 'package.json'], 1, /no recording of patchbay dryrun --save/]
])('%s is refused with what to write', async (_what, args, code, words) => {
    const folder = projectOf({ 'gem/syncs/people.ts': syncSource('') });
    expect(await patchbay(folder, ['dryrun', ...args], keysOf(app))).toMatchObject({ code, stderr: expect.stringMatching(words) });
});
