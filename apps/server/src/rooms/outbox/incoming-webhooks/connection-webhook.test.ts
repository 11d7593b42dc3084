import { createHmac } from 'node:crypto';
import { getConnectionWebhook, setConnectionWebhookSecret, updateIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendJson, sendRaw } from '../../../api.fixtures.ts';
import { accountFingerprint } from '../../connections/connection-store/save-connection.ts';
import { pathOf } from './incoming-webhooks.fixtures.ts';

const shared = 'the secret of the integration';
const day = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('greenhouse', { unique_key: 'greenhouse', webhook_secret: shared });
});
afterAll(() => app[Symbol.asyncDispose]());

/** By a statement: an import would ask the vendor whether the credentials are right. */
async function connect(connectionId: string, key = 'greenhouse', identity: Buffer | null = null): Promise<void> {
    await sql`insert into connections
        (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, connection_config, identity_hash)
        select environment_id, id, ${connectionId}, 'NONE', '', '', '{}'::jsonb, ${identity}
        from integrations where unique_key = ${key}`.execute(app.db);
}

const named = (connectionId: string, key = 'greenhouse') => ({
    params: { connection_id: connectionId },
    query: { provider_config_key: key }
});

async function setSecret(connectionId: string, webhookSecret: string | null, overlap?: number) {
    const body = { webhook_secret: webhookSecret, ...(overlap === undefined ? {} : { webhook_secret_overlap_seconds: overlap }) };
    return (await app.call(setConnectionWebhookSecret, { ...named(connectionId), body })).data;
}

/** As Greenhouse sends it. @returns the status */
async function send(connectionId: string, secret: string, id: string): Promise<number> {
    const { data } = await app.call(getConnectionWebhook, named(connectionId));
    const { pathname, search } = new URL(data.webhook_url ?? '');
    const body = `{"action":"ping","id":"${id}"}`;
    const signature = `sha256 ${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'greenhouse-event-id': id, signature };
    return (await sendRaw(app, { method: 'POST', path: `${pathname}${search}`, body, headers })).status;
}

async function forwardedTo(id: string): Promise<unknown[]> {
    const rows = await app.db.selectFrom('events').select('payload').where('type', '=', 'forward').execute();
    const payloads = rows.map(({ payload }) => payload as { connectionId?: string; payload: { id?: string } });
    return payloads.filter(({ payload }) => payload.id === id).map(({ connectionId }) => connectionId);
}

test('a provider’s webhook of a connection with a secret of its own is verified by that alone', async () => {
    await connect('first');
    await connect('second');
    await connect('third');
    expect(await setSecret('first', 'secret of the first')).toMatchObject({ has_own_secret: true, previous_secret_until: null });
    await setSecret('second', 'secret of the second');
    expect(await send('first', 'secret of the first', 'a')).toBe(200);
    expect(await forwardedTo('a')).toEqual(['first']);
    expect(await send('first', 'secret of the second', 'b')).toBe(401);
    expect(await send('first', shared, 'b')).toBe(401);
    expect(await send('first', '', 'b')).toBe(401);
    expect(await send('third', 'secret of the first', 'b')).toBe(401);
    expect(await forwardedTo('b')).toEqual([]);
    expect(await send('third', shared, 'b')).toBe(200);
    expect(await forwardedTo('b')).toEqual(['third']);
});

test('a provider’s id of an event is that of one account where each signs for itself', async () => {
    await connect('ours');
    await connect('theirs');
    await setSecret('ours', 'our secret');
    await setSecret('theirs', 'their secret');
    expect([await send('theirs', 'their secret', 'same'), await send('ours', 'our secret', 'same')]).toEqual([200, 200]);
    expect(new Set(await forwardedTo('same'))).toEqual(new Set(['ours', 'theirs']));
    expect(await send('ours', 'our secret', 'same')).toBe(200);
    expect(await forwardedTo('same')).toHaveLength(2);
});

test('the backend replaces the secret of a connection, and the one before it verifies for its time', async () => {
    await connect('rotated');
    await setSecret('rotated', 'old');
    expect(await setSecret('rotated', 'new')).toMatchObject({ has_own_secret: true, previous_secret_until: expect.any(String) });
    expect([await send('rotated', 'old', 'r1'), await send('rotated', 'new', 'r2')]).toEqual([200, 200]);
    app.clock.advance(day + 1);
    expect([await send('rotated', 'old', 'r3'), await send('rotated', 'new', 'r4')]).toEqual([401, 200]);
    await setSecret('rotated', 'newest', 0);
    expect([await send('rotated', 'new', 'r5'), await send('rotated', 'newest', 'r6')]).toEqual([401, 200]);
    expect(await setSecret('rotated', null)).toMatchObject({ has_own_secret: false, previous_secret_until: null });
    expect([await send('rotated', 'newest', 'r7'), await send('rotated', shared, 'r8')]).toEqual([401, 200]);
});

test('a provider’s webhook whose address names no possible connection is refused as any other', async () => {
    for (const id of ['%00', '%EF%BF%BE', '', 'x'.repeat(1000)]) {
        const path = `${await pathOf(app, 'greenhouse')}?connection_id=${id}`;
        const { status } = await sendRaw(app, { method: 'POST', path, body: '{}', headers: { signature: 'sha256 00' } });
        expect([id, status]).toEqual([id, 401]);
    }
    const body = '{"action":"ping"}';
    const signature = `sha256 ${createHmac('sha256', shared).update(body).digest('hex')}`;
    const path = `${await pathOf(app, 'greenhouse')}?connection_id=%00`;
    expect((await sendRaw(app, { method: 'POST', path, body, headers: { signature } })).status).toBe(200);
});

test('the secret of a connection is sealed, and the backend reads where its webhooks go but not the secret', async () => {
    await connect('sealed one');
    await setSecret('sealed one', 'canary of a webhook');
    const { data } = await app.call(getConnectionWebhook, named('sealed one'));
    expect(data).toEqual({
        webhook_url: `${app.server.deps.config.publicUrl}${await pathOf(app, 'greenhouse')}?connection_id=sealed%20one`,
        has_own_secret: true,
        previous_secret_until: null
    });
    const rows = await app.db.selectFrom('connection_webhook_secrets').select('secrets').execute();
    expect(rows.map(({ secrets }) => secrets.toString('latin1')).filter((text) => text.includes('canary'))).toEqual([]);
});

test('the backend is told that one secret signs for all connections of a provider, and nothing is stored', async () => {
    await app.integrate('github', { unique_key: 'github' });
    await connect('of github', 'github');
    const path = '/connections/of%20github/webhook?provider_config_key=github';
    const refused = await sendJson(app, 'PUT', path, { webhook_secret: 'x' });
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([400, expect.stringContaining('Give it to the integration.')]);
    const { data } = await app.call(getConnectionWebhook, named('of github', 'github'));
    expect(data).toEqual({ webhook_url: null, has_own_secret: false, previous_secret_until: null });
});

test('an event of Stripe’s test mode is about the connection to the test data of its account alone', async () => {
    await app.integrate('stripe', { unique_key: 'stripe' });
    await app.call(updateIntegration, { params: { id: 'stripe' }, body: { webhook_secret: shared } });
    await connect('live', 'stripe', accountFingerprint(app.server.deps, 'stripe', 'acct_1'));
    await connect('test', 'stripe', accountFingerprint(app.server.deps, 'stripe', 'acct_1/test'));
    for (const livemode of [true, false]) {
        const id = `evt_${livemode}`;
        const body = JSON.stringify({ id, type: 'charge.failed', account: 'acct_1', livemode });
        const time = Math.floor(app.clock.now().getTime() / 1000);
        const signature = createHmac('sha256', shared).update(`${time}.${body}`).digest('hex');
        const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
        expect((await sendRaw(app, { method: 'POST', path: await pathOf(app, 'stripe'), body, headers })).status).toBe(200);
        expect(await forwardedTo(id)).toEqual([livemode ? 'live' : 'test']);
    }
});
