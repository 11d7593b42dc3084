import { importConnection, listFreezes, listFrozenGrants, listIntegrations, revokeFrozen, updateIntegration } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { BEARER_API_KEYS, startTestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keyWith, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { breakProvider, connectBySignIn, eventsAbout, requestsAt, restoreProvider } from '../../connect/attempts/attempts.fixtures.ts';
import { refreshDue } from '../../connections/credentials/refresh-due.ts';
import { accessTokenOf, isAlive, revocationPath, startWithRevocations } from '../../connections/revocation/revocation.fixtures.ts';
import { freeze as freezeAt, lift as liftAt, revocationOf as revocationAt } from './freezes.fixtures.ts';
import { revokeFrozenGrants } from './revoke-frozen.ts';

const oauth = 'sandbox-oauth2';
const byKey = 'sandbox-api-key';
let app: TestApp;
let replica: TestApp;
beforeAll(async () => {
    app = await startWithRevocations();
    replica = await startTestApp({ replicaOf: app });
    await connect('c');
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(async () => {
    await replica[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

const connect = (id: string) =>
    app.call(importConnection, {
        body: { provider_config_key: byKey, connection_id: id, credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } }
    });
const freeze = (integrationId?: string) => freezeAt(app, integrationId);
const lift = (freezeId: string) => liftAt(app, freezeId);
const revocationOf = (freezeId: string) => revocationAt(app, freezeId);
const read = (at: TestApp, id = 'c', key = byKey) => at.raw(`/connections/${id}?provider_config_key=${key}`);
const proxied = (at: TestApp) => at.raw('/proxy/v1/echo', { headers: { 'provider-config-key': byKey, 'connection-id': 'c' } });
const enabled = async () => new Map((await app.call(listIntegrations, {})).data.map((one) => [one.unique_key, one.enabled]));

test.each([['integration', byKey] as const, ['environment', undefined] as const])(
    'T-96, R-23: once a freeze of the %s is answered no server gives out or uses credentials, and lifting it gives all back',
    async (_, integrationId) => {
        for (const at of [app, replica]) expect([(await read(at)).status, (await proxied(at)).status]).toEqual([200, 200]);
        const { id } = await freeze(integrationId);
        const asked = await requestsAt(app, '.');
        for (const at of [app, replica])
            expect([outcomeOf(await read(at)), outcomeOf(await proxied(at))]).toEqual(['423 frozen', '423 frozen']);
        const body = { provider_config_key: byKey, credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } };
        expect(outcomeOf(await sendJson(app, 'POST', '/connections', body))).toBe('423 frozen');
        expect(outcomeOf(await sendJson(app, 'PATCH', `/integrations/${byKey}`, { enabled: true }))).toBe('423 frozen');
        expect(await requestsAt(app, '.')).toBe(asked);
        expect((await app.call(listFreezes, {})).data[0]).toMatchObject({
            id,
            reason: 'A key has leaked',
            lifted_at: null,
            revocation: null
        });
        // Again: the same one.
        expect((await freeze(integrationId)).id).toBe(id);

        expect((await lift(id)).lifted_at).not.toBeNull();
        for (const at of [app, replica]) expect([(await read(at)).status, (await proxied(at)).status]).toEqual([200, 200]);
    }
);

test('a frozen OAuth app does not show its secret, its connections are not renewed, and what a renewal under way brings is stored', async () => {
    const id = await connectBySignIn(app, oauth);
    app.clock.advance(3_600_000);
    await breakProvider(app, '^/oauth/token$', { type: 'hold', after: true });
    const reading = read(app, id, oauth);
    // The first was that of the sign-in.
    await vi.waitUntil(async () => (await requestsAt(app, '^/oauth/token$')) === 2, { timeout: 10_000 });
    const { id: freezeId } = await freeze(oauth);
    await restoreProvider(app);
    expect(outcomeOf(await reading)).toBe('423 frozen');
    expect(outcomeOf(await app.raw(`/integrations/${oauth}?include=credentials`))).toBe('423 frozen');
    app.clock.advance(24 * 3_600_000);
    const asked = await requestsAt(app, '^/oauth/token$');
    await Promise.all(await refreshDue(app.server.deps, 10));
    expect(await requestsAt(app, '^/oauth/token$')).toBe(asked);
    await lift(freezeId);
    expect((await app.connection(id, oauth)).auth.state).toBe('ok');
});

test('what was switched off before a freeze stays so after it, and two freezes of one integration both have to end', async () => {
    await app.call(updateIntegration, { params: { id: oauth }, body: { enabled: false } });
    const one = await freeze(byKey);
    const all = await freeze();
    expect(new Set((await enabled()).values())).toEqual(new Set([false]));
    await lift(one.id);
    expect(outcomeOf(await read(app))).toBe('423 frozen');
    await lift(all.id);
    expect([(await enabled()).get(oauth), (await enabled()).get(byKey)]).toEqual([false, true]);
    await app.call(updateIntegration, { params: { id: oauth }, body: { enabled: true } });
});

test('in a frozen environment no integration can be made, and other environments go on', async () => {
    const { id } = await freeze();
    const body = { provider: 'unauthenticated', unique_key: 'made-meanwhile' };
    expect(outcomeOf(await sendJson(app, 'POST', '/integrations', body))).toBe('423 frozen');
    expect((await sendJson(app, 'POST', '/integrations', body, app.keys.prod)).status).toBe(200);
    await lift(id);
    const racing = await Promise.all([
        freeze(),
        ...[1, 2, 3, 4].map((n) => sendJson(app, 'POST', '/integrations', { ...body, unique_key: `racing-${n}` }))
    ]);
    expect(new Set((await enabled()).values())).toEqual(new Set([false]));
    await lift(racing[0].id);
});

test('a key without the scope can neither freeze nor lift', async () => {
    const key = await keyWith(app, ['environment:integrations:write', 'environment:settings:write']);
    expect(outcomeOf(await sendJson(app, 'POST', '/freezes', { reason: 'r' }, key))).toBe('403 forbidden');
    const { id } = await freeze(byKey);
    expect(outcomeOf(await sendJson(app, 'DELETE', `/freezes/${id}`, undefined, key))).toBe('403 forbidden');
    await lift(id);
    expect(outcomeOf(await sendJson(app, 'POST', '/freezes', { reason: 'r', integration_id: 'unknown' }))).toBe('404 not_found');
});

test('R-23: every grant of a frozen environment is revoked at its provider or accounted for, and its connection is broken', async () => {
    await app.db.deleteFrom('connections').where('connection_id', '<>', 'c').execute();
    const ids = [
        await connectBySignIn(app, oauth),
        await connectBySignIn(app, oauth, { account: 'grace' }),
        await connectBySignIn(app, 'one-grant')
    ];
    const tokens = [await accessTokenOf(app, ids[0]!), await accessTokenOf(app, ids[1]!)];
    const { id: freeze_id } = await freeze();
    await app.call(revokeFrozen, { params: { freeze_id } });
    expect(await revocationOf(freeze_id)).toMatchObject({ pending: 0, revoked: 3, revocation_unsupported: 1, already_gone: 0, failed: 0 });
    expect(await Promise.all(tokens.map((token) => isAlive(app, token)))).toEqual([false, false]);
    const { data, next } = await app.call(listFrozenGrants, { params: { freeze_id }, query: { status: 'revoked', limit: 2 } });
    expect(data.map(({ status }) => status)).toEqual(['revoked', 'revoked']);
    const rest = await app.call(listFrozenGrants, { params: { freeze_id }, query: { status: 'revoked', after: next ?? 0 } });
    expect([...data, ...rest.data].map(({ connection_id: id }) => id).toSorted()).toEqual(ids.toSorted());
    await lift(freeze_id);
    expect((await app.connection(ids[0] ?? '', oauth)).auth).toMatchObject({ state: 'broken', failure: { kind: 'revoked' } });
    const told = await Promise.all(ids.map((id) => eventsAbout(app, id)));
    expect(told.map((events) => events.filter(({ type }) => type === 'connection.broken').length)).toEqual([1, 1, 1]);
    expect((await read(app)).status).toBe(200);
});

test('R-23: a grant whose refresh token the provider refused is revoked too: another may have used it', async () => {
    await app.db.deleteFrom('connections').where('connection_id', '<>', 'c').execute();
    const token = await accessTokenOf(app, await connectBySignIn(app, oauth));
    const at = app.clock.now().toISOString();
    const failure = { kind: 'revoked', message: 'Refused.', since: at, at, tries: 1, odd_days: [], retry_at: null, event_id: null };
    await app.db
        .updateTable('connections')
        .set({ auth_state: 'broken', auth_failure: JSON.stringify(failure) })
        .execute();
    const { id: freeze_id } = await freeze(oauth);
    await app.call(revokeFrozen, { params: { freeze_id } });
    expect(await revocationOf(freeze_id)).toMatchObject({ revoked: 1, already_gone: 0 });
    expect(await isAlive(app, token)).toBe(false);
    await lift(freeze_id);
});

test('R-23: a provider that fails is asked three times, and a server that died in the middle loses no grant', async () => {
    await app.db.deleteFrom('connections').where('connection_id', '<>', 'c').execute();
    const lost = await connectBySignIn(app, oauth);
    const gone = await connectBySignIn(app, oauth, { account: 'grace' });
    await breakProvider(app, revocationPath, { type: 'status', code: 403 });
    const { id: freeze_id } = await freeze(oauth);
    await app.call(revokeFrozen, { params: { freeze_id } });
    const grants = async () => (await app.call(listFrozenGrants, { params: { freeze_id }, query: {} })).data;
    await vi.waitUntil(async () => (await grants()).filter(({ reason }) => reason !== null).length === 2, { timeout: 10_000 });
    expect((await lift(freeze_id).catch((error: unknown) => error)) as object).toMatchObject({ code: 'conflict' });
    // Claimed by a server that was killed, beside a connection that is deleted meanwhile.
    await app.db
        .updateTable('frozen_grants')
        .set({ due_at: new Date(app.clock.now().getTime() + 60_000), tries: 2 })
        .execute();
    await app.db.deleteFrom('connections').where('connection_id', '=', gone).execute();
    await revokeFrozenGrants(replica.server.deps);
    expect((await grants()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    app.clock.advance(61_000);
    await Promise.all([revokeFrozenGrants(app.server.deps), revokeFrozenGrants(replica.server.deps)]);
    expect(await revocationOf(freeze_id)).toMatchObject({ pending: 0, revoked: 0, already_gone: 1, failed: 1 });
    expect((await grants()).find(({ connection_id: id }) => id === lost)).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('403')
    });
    await lift(freeze_id);
});
