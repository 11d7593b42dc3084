import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
    act,
    actionSource,
    deployNothing,
    emptyFolder,
    install,
    keysOf,
    patchbay,
    projectOf,
    startGemApp,
    strictTypes,
    write
} from './cli.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
});
beforeEach(() => deployNothing(app));
afterAll(() => app[Symbol.asyncDispose]());

test('a new project compiles, and what is deployed of it runs', async () => {
    const parent = emptyFolder();
    expect((await patchbay(parent, ['init', 'mine'])).code).toBe(0);
    const folder = join(parent, 'mine');
    install(folder);
    await patchbay(folder, ['create', '--sync', 'gem', 'contacts']);
    await patchbay(folder, ['create', '--on-event', 'gem', 'greet']);
    expect((await patchbay(folder, ['create', '--action', 'gem', 'count-users'])).stdout).toContain('Wrote gem/actions/count-users.ts');
    expect((await patchbay(folder, ['compile'])).stdout).toContain('3 functions compile');
    write(folder, {
        'gem/actions/count-users.ts': actionSource(
            `const { data } = await context.get<unknown[]>({ endpoint: '/ats/v0/users/', params: { per_page: 5 } }); return data.length;`
        ),
        '.env': `PATCHBAY_URL=${app.url}\nPATCHBAY_SECRET_KEY_DEV=${app.keys.dev}\n`
    });
    const deployed = await patchbay(folder, ['deploy', 'dev']);
    expect(deployed).toMatchObject({ code: 0, stderr: '' });
    expect(deployed.stdout).toBe(
        [
            '+ created sync gem/contacts (of 1 connection)',
            '+ created action gem/count-users',
            '+ created on-event gem/greet',
            `✓ Deployed to dev at ${app.url}.`,
            ''
        ].join('\n')
    );
    expect(await act(app, 'count-users')).toEqual({ status: 200, body: 5 });
    expect((await patchbay(folder, ['deploy'])).stdout).toContain('there is nothing to deploy');
});

test('a function with the engine of processes is compiled, tried, deployed and run with Node’s modules', async () => {
    const source = actionSource(`return deflateSync(String(input)).length;`).replace(
        'createAction({',
        `createAction({\n    engine: 'process',`
    );
    const folder = projectOf({ 'gem/actions/pack.ts': `import { deflateSync } from 'node:zlib';\n${source}` });
    expect((await patchbay(folder, ['compile'])).stdout).toMatch(/✓ gem\/actions\/pack\.ts .* bytes, in a process\n/);
    const tried = await patchbay(folder, ['dryrun', 'pack', 'c1', '--input', '"Ada"', '--json'], keysOf(app));
    expect(tried.json()).toMatchObject({ status: 'succeeded', output: 11 });
    const isRequired = process.env['PATCHBAY_REQUIRE_FULL_WALL'] === 'true';
    const wall = isRequired ? 'full' : (await app.server.deps.functionRunner.wall()).level;
    const deployed = await patchbay(folder, ['deploy'], keysOf(app));
    expect(deployed.code).toBe(0);
    expect(deployed.stderr.includes('needs a server whose wall')).toBe(wall !== 'full');
    expect(await act(app, 'pack', 'Ada')).toMatchObject(wall === 'full' ? { status: 200, body: 11 } : { status: 503 });
    write(folder, { 'gem/actions/pack.ts': `import { deflateSync } from 'node:zlib';\n${source.replace(`engine: 'process',`, '')}` });
    expect(await patchbay(folder, ['compile'])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/can't import 'node:zlib'.*write engine: 'process'/)
    });
});

test('a project that was written for the reference service is deployed as it is', async () => {
    const folder = projectOf({
        'nango-integrations/package.json': '{"type":"module","dependencies":{"zod":"4.6.7"}}',
        'nango-integrations/index.ts': `import './gem/actions/echo.js';\n`,
        'nango-integrations/gem/actions/echo.ts': actionSource('return { echoed: input };').replace('@patchbay/functions', 'nango')
    });
    const variables = { NANGO_HOSTPORT: app.url, NANGO_SECRET_KEY_DEV: app.keys.dev };
    const ended = await patchbay(folder, ['deploy', 'dev', '--json'], variables);
    expect(ended.code).toBe(0);
    expect(ended.json()).toMatchObject({ environment: 'dev', created: [{ type: 'action', name: 'echo' }], deployed: [{ name: 'echo' }] });
    expect(await act(app, 'echo', 'hello')).toEqual({ status: 200, body: { echoed: 'hello' } });
});

test('functions that the project no longer has are deleted only with --allow-destructive', async () => {
    const folder = projectOf({ 'gem/actions/one.ts': actionSource('return 1;'), 'gem/actions/two.ts': actionSource('return 2;') });
    await patchbay(folder, ['deploy'], keysOf(app));
    const smaller = projectOf({ 'gem/actions/one.ts': actionSource('return 11;') });
    const refused = await patchbay(smaller, ['deploy'], keysOf(app));
    expect(refused).toMatchObject({ code: 1, stdout: '~ changed action gem/one\n- deleted action gem/two\n' });
    expect(refused.stderr).toContain('Nothing was changed. Say that it may with --allow-destructive');
    expect((await act(app, 'two')).body).toBe(2);
    expect((await act(app, 'one')).body).toBe(1);
    expect((await patchbay(smaller, ['deploy', '--action', 'one'], keysOf(app))).code).toBe(0);
    expect((await act(app, 'two')).body).toBe(2);
    expect((await patchbay(smaller, ['deploy', '--allow-destructive'], keysOf(app))).code).toBe(0);
    expect((await act(app, 'two')).status).toBe(404);
});

test('what cannot be deployed is said with what to do, and nothing is changed', async () => {
    const good = { 'gem/actions/good.ts': actionSource('return 1;') };
    const cases: [files: Record<string, string>, args: string[], code: number, words: RegExp][] = [
        [{ ...good, 'gem/actions/bad.ts': 'export default {' }, [], 1, /gem\/actions\/bad\.ts:1/],
        [{ ...good, 'gem/syncs/good.ts': actionSource('return 1;') }, [], 1, /gem\/actions\/good\.ts is called good already/],
        [{ ...good, 'elsewhere/actions/other.ts': actionSource('return 1;') }, [], 1, /no integration elsewhere/],
        [{ ...good, 'nango.yaml': 'integrations:' }, [], 1, /nango\.yaml is no longer supported.*Run patchbay migrate/],
        [good, ['prod'], 1, /is of the environment dev, and not of prod. Set PATCHBAY_SECRET_KEY_PROD/],
        [good, ['--sync', 'nothing'], 1, /The project has no sync nothing/],
        [good, ['--nonsense'], 2, /unknown option '--nonsense'/]
    ];
    for (const [files, args, code, words] of cases) {
        const ended = await patchbay(projectOf(files), ['deploy', ...args], keysOf(app));
        expect(`${ended.code} ${ended.stderr}`).toMatch(new RegExp(`^${code} [\\s\\S]*${words.source}`));
    }
    expect((await act(app, 'good')).status).toBe(404);
    const folder = projectOf(good);
    expect((await patchbay(folder, ['deploy'])).stderr).toContain(
        'There is no secret key. Set PATCHBAY_SECRET_KEY_DEV or PATCHBAY_SECRET_KEY'
    );
    const unreachable = { ...keysOf(app), PATCHBAY_URL: 'http://127.0.0.1:9' };
    expect((await patchbay(folder, ['deploy', '--json'], unreachable)).json()).toMatchObject({ error: { code: 'server_unreachable' } });
});

test('a type error is told with its file, line and sentence, by compile and deploy, and nothing is deployed', async () => {
    const folder = projectOf({
        'tsconfig.json': strictTypes,
        'gem/actions/good.ts': actionSource('return 1;'),
        'gem/actions/typed.ts': actionSource(`\n        const count: number = 'many';\n        return count;`)
    });
    for (const command of [['compile'], ['deploy']]) {
        const ended = await patchbay(folder, command, keysOf(app));
        expect(ended).toMatchObject({ code: 1, stdout: '' });
        expect(ended.stderr).toMatch(
            /The project does not compile:\n {2}gem\/actions\/typed\.ts:8:15: Type 'string' is not assignable to type 'number'\.\n$/
        );
    }
    expect((await patchbay(folder, ['compile', '--json'])).json()).toMatchObject({
        error: { code: 'compile_failed', problems: [{ file: 'gem/actions/typed.ts', line: 8, column: 15, code: 'TS2322' }] }
    });
    expect((await act(app, 'good')).status).toBe(404);
});

test('a built-in module that is missing is named, with the way out, and nothing is deployed', async () => {
    const source = `import { connect } from 'node:net';\n${actionSource('return typeof connect;')}`;
    const ended = await patchbay(projectOf({ 'gem/actions/connects.ts': source }), ['deploy'], keysOf(app));
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^1 [\s\S]*gem\/actions\/connects\.ts:1.*can't import 'node:net'.*engine: 'process'/);
    expect((await act(app, 'connects')).status).toBe(404);
});

const sending = (body: unknown) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function makeKey({ raw }: TestApp): Promise<{ id: string; secret: string }> {
    const { json } = await raw('/environment/api-keys', sending({ display_name: 'Deploys' }));
    return (json as { data: { id: string; secret: string } }).data;
}

test.each([
    ['was revoked', 0],
    ['has expired', 60]
])('a key that %s is refused with what to do, and nothing is deployed', async (_what, validForS) => {
    const key = await makeKey(app);
    await app.raw(`/environment/api-keys/${key.id}/rotate`, sending({ old_key_valid_for: validForS }));
    app.clock.advance(validForS * 1000);
    const folder = projectOf({ 'gem/actions/late.ts': actionSource('return 1;') });
    const variables = { ...keysOf(app), PATCHBAY_SECRET_KEY: key.secret };
    const ended = await patchbay(folder, ['deploy'], variables);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/Is it the key of this server\? Set PATCHBAY_SECRET_KEY and PATCHBAY_URL, or look with: patchbay doctor/);
    expect((await patchbay(folder, ['deploy', '--json'], variables)).json()).toMatchObject({
        error: { code: 'unknown_account', status: 401 }
    });
    expect((await act(app, 'late')).status).toBe(404);
});

test('of two deployments at the same moment the second is told to wait', async () => {
    const folder = projectOf({ 'gem/actions/one.ts': actionSource('return 1;') });
    const { id } = await app.db.selectFrom('environments').select('id').where('name', '=', 'dev').executeTakeFirstOrThrow();
    const refused = await app.db.transaction().execute(async (trx) => {
        // As the server does while it deploys.
        await trx
            .selectNoFrom(({ fn, val }) =>
                fn('pg_advisory_xact_lock', [fn('hashtextextended', [val(`deployments/${id}`), val(0)])]).as('locked')
            )
            .execute();
        return patchbay(folder, ['deploy'], keysOf(app));
    });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Another deployment to this environment is under way') });
});

test('a dependency on a zod that is too old is raised, unless the command line says not to', async () => {
    const manifest = JSON.stringify({ type: 'module', dependencies: { zod: '^3.24.0' } });
    const folder = projectOf({ 'package.json': manifest, 'gem/actions/one.ts': actionSource('return 1;') });
    await patchbay(folder, ['compile', '--no-dependency-update']);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(manifest);
    expect((await patchbay(folder, ['compile'])).stderr).toContain('raised zod from ^3.24.0 to ^4.0.5');
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ dependencies: { zod: '^4.0.5' } });
});
