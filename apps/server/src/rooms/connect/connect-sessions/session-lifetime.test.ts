import { deleteConnectSession, exchangeConnectLink, getConnectSession, openConnectSession } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { cleanUp } from '../../../clean-up.ts';

const minuteMs = 60_000;
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated');
});
afterAll(() => app[Symbol.asyncDispose]());

const exchange = (link: string) => sendJson(app, 'POST', '/connect/links/exchange', { code: link.split('/').at(-1) });

test('T-14: a session works for 30 minutes by the clock, and no longer', async () => {
    const endUser = await app.session();
    app.clock.advance(29 * minuteMs);
    expect((await app.raw('/connect/session', { token: endUser.token })).status).toBe(200);
    app.clock.advance(minuteMs + 1000);
    const response = await app.raw('/connect/session', { token: endUser.token });
    expect(outcomeOf(response)).toBe('401 unknown_connect_session_token');
    expect(errorOf(response).payload).toEqual({ reason: 'expired' });
});

test('T-14: a deleted session stops working at once, on every replica', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const endUser = await app.session();
    const response = await app.raw('/connect/session', { method: 'DELETE', token: endUser.token });
    expect([response.status, response.text]).toEqual([204, '']);
    for (const each of [app, replica])
        expect(outcomeOf(await each.raw('/connect/session', { token: endUser.token }))).toBe('401 unknown_connect_session_token');
    expect(outcomeOf(await app.raw('/connect/session', { method: 'DELETE', token: endUser.token }))).toBe(
        '401 unknown_connect_session_token'
    );
});

test('a connect link gives the token as often as it is opened, until the session expires; looking at it spends nothing', async () => {
    const endUser = await app.session();
    for (let look = 0; look < 3; look++) await fetch(endUser.connectLink);
    for (let use = 0; use < 2; use++) {
        const { json } = await exchange(endUser.connectLink);
        expect(json).toEqual({ data: { token: endUser.token, expires_at: expect.any(String) } });
    }
    expect((await app.callAs('')(exchangeConnectLink, { body: { code: endUser.connectLink.split('/').at(-1) ?? '' } })).data.token).toBe(
        endUser.token
    );
    app.clock.advance(31 * minuteMs);
    const late = await exchange(endUser.connectLink);
    expect([outcomeOf(late), errorOf(late).message]).toEqual(['404 not_found', 'This link has expired or was deleted. Ask for a new one.']);
});

test('a link dies with its session, and is then like one that never was', async () => {
    const endUser = await app.session();
    await endUser.call(deleteConnectSession, {});
    const [dead, unknown] = [await exchange(endUser.connectLink), await exchange('/l/unknown')];
    expect(outcomeOf(dead)).toBe('404 not_found');
    expect(dead.text).toBe(unknown.text);
});

test('a token is no link and a link no token', async () => {
    const endUser = await app.session();
    expect(outcomeOf(await exchange(endUser.token))).toBe('404 not_found');
    expect(outcomeOf(await app.raw('/connect/session', { token: endUser.connectLink.split('/').at(-1) ?? '' }))).toBe(
        '401 invalid_connect_session_token_format'
    );
});

test('only the origins that the session allows may open it; without a list any may, and a link’s own page always', async () => {
    const open = (token: string, origin: string | null) => sendJson(app, 'POST', '/connect/session/open', { origin }, token);
    const narrow = await app.session({ allowed_origins: ['https://app.example.com', 'http://localhost:3010'] });
    const opened = await narrow.call(openConnectSession, { body: { origin: 'https://app.example.com' } });
    expect(opened).toEqual(await narrow.call(getConnectSession, {}));
    expect((await open(narrow.token, 'http://localhost:3010')).status).toBe(200);
    expect((await open(narrow.token, null)).status).toBe(200);
    for (const origin of [
        'https://evil.example',
        'http://app.example.com',
        'https://app.example.com:8443',
        'https://app.example.com.evil.example',
        'https://sub.app.example.com'
    ])
        expect(outcomeOf(await open(narrow.token, origin))).toBe('403 origin_not_allowed');
    for (const origin of ['null', 'https://app.example.com/', 'HTTPS://APP.EXAMPLE.COM', '*', ''])
        expect(outcomeOf(await open(narrow.token, origin))).toBe('400 invalid_body');
    const wide = await app.session();
    expect((await open(wide.token, 'https://anywhere.example')).status).toBe(200);
});

test('the session is answered on the Connect UI’s own origin too, keys are not', async () => {
    const endUser = await app.session();
    expect((await app.raw('/connect/session', { at: 'connect', token: endUser.token })).status).toBe(200);
    expect((await app.raw('/connections', { at: 'connect' })).status).toBe(404);
    expect((await app.raw('/connect/sessions', { at: 'connect', method: 'POST' })).status).toBe(404);
    expect((await endUser.call(getConnectSession, {})).data.connection).toBe(null);
});

test('T-23: sessions of the day before yesterday are all forgotten, however many they are; today’s are kept', async () => {
    const kept = await app.session();
    const before = await app.db.selectFrom('connect_sessions').select('id').execute();
    await sql`insert into connect_sessions (environment_id, id, token_hash, link_hash, link_token, config_defaults, expires_at)
        select environment_id, gen_random_uuid(), decode(md5(n::text), 'hex'), decode(md5('l' || n), 'hex'), '', '', expires_at - interval '3 days'
        from generate_series(1, 2500) n, (select * from connect_sessions limit 1) template`.execute(app.db);
    await cleanUp(app.server.deps);
    expect(await app.db.selectFrom('connect_sessions').select('id').execute()).toHaveLength(before.length);
    expect((await app.raw('/connect/session', { token: kept.token })).status).toBe(200);
});
