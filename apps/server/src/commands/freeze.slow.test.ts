import { getFreeze, importConnection, listFreezes, listFrozenGrants } from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { breakProvider, connectBySignIn, requestsAt, restoreProvider } from '../rooms/connect/attempts/attempts.fixtures.ts';
import { accessTokenOf, isAlive, revocationPath, revocations } from '../rooms/connections/revocation/revocation.fixtures.ts';
import { freeze, lift, revocationOf } from '../rooms/management/freezes/freezes.fixtures.ts';
import { revokeFrozenGrants } from '../rooms/management/freezes/revoke-frozen.ts';
import { startCommand } from './program.fixtures.ts';

const oauth = 'sandbox-oauth2';
const byKey = 'sandbox-api-key';
const grants = 45;
const perBatch = 20;
const patient = { timeout: 60_000, interval: 20 };
let app: TestApp;
let server: ServerProcess;
let variables: Record<string, string>;

beforeAll(async () => {
    // No worker: each minute it would revoke grants as well.
    app = await startTestApp({ config: { roles: ['web'] } });
    for (const provider of [oauth, byKey]) await app.integrate(provider);
    variables = { DATABASE_URL: app.databaseUrl, PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys };
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.db.deleteFrom('connections').execute();
    await app.call(importConnection, {
        body: { provider_config_key: byKey, connection_id: 'typed', credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } }
    });
    const [port = 0, connectPort = 0] = await freePorts(2);
    server = spawnServer({
        ...variables,
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_LOG_LEVEL: 'error',
        PATCHBAY_SANDBOX_URL: app.sandbox.url,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(app.sandbox.url).host
    });
    await server.ready();
});
afterEach(() => server.kill());
afterAll(() => app[Symbol.asyncDispose]());

const run = (...args: string[]) => startCommand(args, variables).ended;
const ofServer = (path: string, method = 'GET') =>
    fetch(server.url + path, { method, headers: { authorization: `Bearer ${app.keys.dev}` } });
const readAt = async (id: string, key: string) => (await ofServer(`/connections/${id}?provider_config_key=${key}`)).status;
const countsOf = async (freezeId: string) => (await app.call(getFreeze, { params: { freeze_id: freezeId } })).data.revocation;

test('R-23: a server is killed while it revokes grants in bulk, and another one accounts for each of them exactly once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < grants; n += 1) ids.push(await connectBySignIn(app, oauth));
    const tokens = await Promise.all(ids.map((id) => accessTokenOf(app, id)));
    // The provider has ended these grants, and the server will not know.
    await breakProvider(app, revocationPath, { type: 'hold', after: true });
    const { id: freezeId } = await freeze(app, oauth);
    expect((await ofServer(`/freezes/${freezeId}/revocation`, 'POST')).status).toBe(200);
    await expect.poll(() => revocations(app), patient).toBe(perBatch);
    await server.kill();
    await restoreProvider(app);
    expect(await countsOf(freezeId)).toMatchObject({ pending: grants, revoked: 0, is_finished: false });

    // What it had claimed is due again when its lease ends.
    await revokeFrozenGrants(app.server.deps);
    expect(await countsOf(freezeId)).toMatchObject({ pending: perBatch, revoked: grants - perBatch, is_finished: false });
    app.clock.advance(61_000);
    await revokeFrozenGrants(app.server.deps);
    expect(await revocationOf(app, freezeId)).toMatchObject({ pending: 0, revoked: grants, failed: 0, already_gone: 0 });
    const { data } = await app.call(listFrozenGrants, { params: { freeze_id: freezeId }, query: { limit: 1000 } });
    expect(data.map(({ connection_id: id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(await requestsAt(app, revocationPath)).toBe(grants + perBatch);
    expect(new Set(await Promise.all(tokens.map((token) => isAlive(app, token))))).toEqual(new Set([false]));
    await lift(app, freezeId);
}, 180_000);

test('an operator freezes an integration by the command, whose grants servers then revoke, and lifts that', async () => {
    const id = await connectBySignIn(app, oauth);
    await breakProvider(app, revocationPath, { type: 'hold' });
    const frozen = await run('freeze', '--env', 'dev', '--integration', oauth, '--reason', 'A key has leaked', '--revoke');
    expect(frozen).toEqual({
        code: 0,
        printed: expect.stringMatching(/^[0-9a-f-]{36}\n$/),
        said: expect.stringMatching(/^sandbox-oauth2 is frozen\. Servers begin to revoke its grants within a minute; /)
    });
    expect([await readAt(id, oauth), await readAt('typed', byKey)]).toEqual([423, 200]);
    const freezeId = frozen.printed.trim();
    expect((await app.call(listFreezes, {})).data[0]).toMatchObject({ id: freezeId, integration_id: oauth, reason: 'A key has leaked' });
    const early = await run('unfreeze', '--env', 'dev', '--integration', oauth);
    expect(early).toMatchObject({ code: 1, said: expect.stringMatching(/^patchbay: Its grants are still being revoked\./) });

    await restoreProvider(app);
    await expect
        .poll(async () => {
            await revokeFrozenGrants(app.server.deps);
            return (await countsOf(freezeId))?.is_finished;
        }, patient)
        .toBe(true);
    expect(await countsOf(freezeId)).toMatchObject({ revoked: 1, already_gone: 0, failed: 0, pending: 0 });
    const lifted = await run('unfreeze', '--env', 'dev', '--integration', oauth);
    expect(lifted).toEqual({ code: 0, printed: '', said: 'sandbox-oauth2 is no longer frozen.\n' });
    expect((await app.connection(id, oauth)).auth).toMatchObject({ state: 'broken', failure: { kind: 'revoked' } });
}, 120_000);

test('an operator freezes a whole environment by the command while a server serves, and is told what is wrong with one', async () => {
    expect(await run('freeze', '--env', 'dev', '--reason', 'r')).toMatchObject({ code: 0, said: 'Everything in dev is frozen.\n' });
    expect(await readAt('typed', byKey)).toBe(423);
    const one = await run('unfreeze', '--env', 'dev', '--integration', byKey);
    expect(one).toMatchObject({ code: 1, said: 'patchbay: sandbox-api-key is not frozen.\n' });
    expect(await run('unfreeze', '--env', 'dev')).toMatchObject({ code: 0, said: 'The environment dev is no longer frozen.\n' });
    expect(await readAt('typed', byKey)).toBe(200);

    const usage =
        'patchbay: Usage: patchbay-server freeze --env <environment> [--integration <integration>] --reason <reason> [--revoke]\n';
    const usageOfEnd = 'patchbay: Usage: patchbay-server unfreeze --env <environment> [--integration <integration>]\n';
    const wrong: [string[], string][] = [
        [['freeze', '--env', 'dev'], usage],
        [['freeze', '--reason', 'r'], usage],
        [['freeze', '--env', 'dev', '--reason', ' '], usage],
        [['unfreeze', '--env', 'dev', '--reason', 'r'], usageOfEnd],
        [['unfreeze'], usageOfEnd],
        [['freeze', '--env', 'stage', '--reason', 'r'], 'patchbay: There is no environment "stage".\n'],
        [['freeze', '--env', 'dev', '--integration', 'crm', '--reason', 'r'], 'patchbay: Integration "crm" does not exist\n'],
        [['unfreeze', '--env', 'dev'], 'patchbay: The environment dev as a whole is not frozen.\n']
    ];
    for (const [args, said] of wrong) expect(await run(...args)).toEqual({ code: 1, printed: '', said });
}, 120_000);
