import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { deleteIntegration, getIntegration, updateIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyWith, outcomeOf, sendRaw } from '../../../api.fixtures.ts';
import { cleanUp } from '../../../clean-up.ts';
import { detailOf, entriesOf } from '../../platform/request-log/request-log.fixtures.ts';
import { integrateGithub, pathOf, secret, sendGithub, signGithub } from './incoming-webhooks.fixtures.ts';

let app: TestApp;
let path: string;
beforeAll(async () => {
    app = await startTestApp();
    path = await integrateGithub(app);
});
afterAll(() => app[Symbol.asyncDispose]());

const received = async () => app.db.selectFrom('incoming_webhooks').select(['body', 'headers']).execute();

test('a webhook that GitHub has signed is stored as it was sent before GitHub gets its 200', async () => {
    const body = '{ "action":"opened",\n "n":1.50 }';
    const response = await sendGithub(app, path, { body, id: 'as-sent' });
    expect([response.status, response.text]).toEqual([200, '{"status":"success"}']);
    const stored = await received();
    expect(stored.map(({ body: bytes }) => bytes.toString())).toContain(body);
    expect(stored[0]?.headers).toEqual({ 'x-github-delivery': 'as-sent', 'x-github-event': 'issues', ...signGithub(body) });
});

test('a webhook is an entry of the request log, a forged one too, with its reason and without its signature', async () => {
    const headers = (id: string) => ({ 'patchbay-request-id': id });
    await sendGithub(app, path, { id: 'logged', headers: headers('in-1') });
    await sendGithub(app, path, { id: 'logged', headers: { ...headers('in-2'), ...signGithub('{}', 'another secret') } });
    const [accepted] = await entriesOf(app, 1, { request_id: 'in-1' });
    const [refused] = await entriesOf(app, 1, { request_id: 'in-2' });
    const same = {
        kind: 'incoming_webhook',
        provider: 'github',
        integration_id: 'github',
        method: 'POST',
        url: expect.stringContaining(path)
    };
    expect(accepted).toMatchObject({ ...same, status: 200, failed: false, error: null, request_bytes: 19 });
    expect(refused).toMatchObject({ ...same, status: 401, failed: true, error: { code: 'invalid_webhook_signature' } });
    const detail = refused && (await detailOf(app, refused));
    expect(detail?.request.headers).toMatchObject({ 'x-github-event': 'issues', 'x-hub-signature-256': '[redacted]' });
});

test('of webhooks that are refused the log keeps sixty in a minute', async () => {
    const key = 'flooded';
    const flooded = await integrateGithub(app, key);
    // To the beginning of a minute, so that none begins while they are sent.
    app.clock.advance(60_000 - (app.clock.now().getTime() % 60_000));
    const forged = { headers: signGithub('{}', 'another secret') };
    await Promise.all(Array.from({ length: 70 }, () => sendGithub(app, flooded, forged)));
    app.clock.advance(60_000);
    await sendGithub(app, flooded, { headers: { 'patchbay-request-id': 'minute-later', ...forged.headers } });
    await entriesOf(app, 1, { request_id: 'minute-later' });
    expect(await entriesOf(app, 61, { integration_id: key, limit: 100 })).toHaveLength(61);
});

test('T-69: a delivery that GitHub sends a hundred times at once is stored once', async () => {
    const before = (await received()).length;
    const responses = await Promise.all(Array.from({ length: 100 }, () => sendGithub(app, path, { id: 'again' })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await received()).toHaveLength(before + 1);
});

const body = '{"action":"closed"}';
const flipped = signGithub(body)['x-hub-signature-256']?.split('') ?? [];
test.each<[string, Record<string, string | string[]>, string]>([
    ['another secret', signGithub(body, 'other'), 'Invalid webhook signature'],
    ['the secret of no character', signGithub(body, ''), 'Invalid webhook signature'],
    ['another body', signGithub('{}'), 'Invalid webhook signature'],
    ['SHA-1', { 'x-hub-signature-256': 'sha1=7d38cdd689735b008b3c702edd92eea23791c5f6' }, 'Invalid webhook signature'],
    ['no prefix', { 'x-hub-signature-256': signGithub(body)['x-hub-signature-256']?.slice(7) ?? '' }, 'Invalid webhook signature'],
    ['an empty signature', { 'x-hub-signature-256': '' }, 'Invalid webhook signature'],
    ['two signatures', { 'x-hub-signature-256': Array(2).fill(signGithub(body)['x-hub-signature-256']) }, 'Invalid webhook signature'],
    ...flipped.map((character, at): [string, Record<string, string>, string] => [
        `character ${at} changed`,
        { 'x-hub-signature-256': flipped.with(at, character === '0' ? '1' : '0').join('') },
        'Invalid webhook signature'
    ])
])('T-68: a webhook with %s is refused with 401 and not stored', async (_, headers, message) => {
    const before = (await received()).length;
    const response = await sendGithub(app, path, { body, id: 'forged', headers });
    expect([response.status, JSON.parse(response.text)]).toEqual([401, { error: message }]);
    expect(await received()).toHaveLength(before);
});

test('a webhook without a signature is refused with 401, in the words of the reference', async () => {
    const response = await sendRaw(app, { method: 'POST', path, body, headers: { 'content-type': 'application/json' } });
    expect([response.status, JSON.parse(response.text)]).toEqual([401, { error: 'Missing webhook signature' }]);
    expect(response.headers['patchbay-error']).toBe('missing_webhook_signature');
});

test('a webhook signed with the secret of another integration is refused', async () => {
    await integrateGithub(app, 'theirs', 'their secret');
    expect((await sendGithub(app, path, { body, headers: signGithub(body, 'their secret') })).status).toBe(401);
});

test('a webhook that cannot be stored gets 500 in the words of the reference, and is stored when it is sent again', async () => {
    const before = (await received()).length;
    await app.db.schema.alterTable('incoming_webhooks').renameTo('webhooks_gone').execute();
    const failed = await sendGithub(app, path, { id: 'sent twice' });
    await app.db.schema.alterTable('webhooks_gone').renameTo('incoming_webhooks').execute();
    expect([failed.status, JSON.parse(failed.text)]).toEqual([500, { error: 'internal_error' }]);
    expect((await sendGithub(app, path, { id: 'sent twice' })).status).toBe(200);
    expect(await received()).toHaveLength(before + 1);
});

test('T-68: an integration whose secret is empty, or which has none, verifies nothing', async () => {
    const empty = await integrateGithub(app, 'empty', '');
    const none = await integrateGithub(app, 'none');
    await app.call(updateIntegration, { params: { id: 'none' }, body: { webhook_secret: null } });
    for (const target of [empty, none])
        for (const headers of [signGithub(body, ''), signGithub(body, 'undefined'), signGithub(body, 'null'), signGithub(body)])
            expect((await sendGithub(app, target, { body, headers })).headers['patchbay-error']).toBe('invalid_webhook_signature');
});

test('the secret before a new one is valid until its time is over, and one that is taken away is not', async () => {
    const rotated = await integrateGithub(app, 'rotated', 'first');
    const verifies = async (key: string) => (await sendGithub(app, rotated, { body, headers: signGithub(body, key) })).status === 200;
    const change = (changes: object) => app.call(updateIntegration, { params: { id: 'rotated' }, body: changes });
    await change({ webhook_secret: 'second', webhook_secret_overlap_seconds: 60 });
    expect([await verifies('first'), await verifies('second')]).toEqual([true, true]);
    // What is changed besides leaves both.
    await change({ webhook_secret: 'second', display_name: 'Other' });
    const { data } = await app.call(getIntegration, { params: { id: 'rotated' }, query: { include: ['webhook', 'credentials'] } });
    expect(data.webhook_secret).toBe('second');
    const leftMs = Date.parse(data.webhooks?.previous_secret_until ?? '') - app.clock.now().getTime();
    expect(leftMs > 50_000 && leftMs <= 60_000).toBe(true);
    app.clock.advance(60_000);
    expect([await verifies('first'), await verifies('second')]).toEqual([false, true]);
    await change({ webhook_secret: 'third', webhook_secret_overlap_seconds: 0 });
    expect([await verifies('second'), await verifies('third')]).toEqual([false, true]);
    await change({ webhook_secret: null });
    expect(await verifies('third')).toBe(false);
});

/** As Stripe sends it, signed so many seconds ago. */
async function sendStripe(to: TestApp, ageSeconds: number) {
    const timestamp = Math.floor(to.clock.now().getTime() / 1000) - ageSeconds;
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    return sendRaw(to, {
        method: 'POST',
        path: await pathOf(to, 'stripe'),
        body,
        headers: { 'stripe-signature': `t=${timestamp},v1=${signature}` }
    });
}

test('T-68, T-69: a webhook that was signed more than five minutes ago is refused, where the provider signs the time', async () => {
    await app.integrate('stripe', { webhook_secret: secret });
    const stale = await sendStripe(app, 310);
    expect([stale.status, stale.text, stale.headers['patchbay-error']]).toEqual([
        401,
        '{"error":"Stale webhook signature"}',
        'stale_webhook'
    ]);
    expect((await sendStripe(app, 290)).status).toBe(200);
});

test('keys without the scope for credentials do not read the secret', async () => {
    const token = await keyWith(app, ['environment:integrations:read']);
    const shown = await app.raw('/integrations/github?include=webhook', { token });
    expect(shown.text).toContain('/webhook/');
    expect(shown.text).not.toContain(secret);
    expect(outcomeOf(await app.raw('/integrations/github?include=credentials', { token }))).toBe('403 forbidden');
});

test('T-70: addresses that lead nowhere are 404, and a malformed one is 400', async () => {
    const environment = path.split('/')[2] ?? '';
    const outcome = async (target: string) => outcomeOf(await app.raw(target, { method: 'POST', token: null, body }));
    expect(await outcome(`/webhook/${environment}/nothing`)).toBe('404 unknown_provider_config');
    expect(await outcome('/webhook/00000000-0000-4000-8000-000000000000/github')).toBe('404 unknown_environment');
    expect(await outcome('/webhook/dev/github')).toBe('400 invalid_uri_params');
    expect(await outcome(`/webhook/${environment}/%E0%A4%A`)).toBe('400 invalid_uri_params');
    expect(await outcome(`/webhook/${environment}`)).toBe('404 not_found');
    const wrong = await app.raw(path, { method: 'PUT', token: null, body });
    expect([outcomeOf(wrong), wrong.headers.get('allow')]).toEqual(['405 method_not_allowed', 'POST']);
});

test('a deleted integration receives nothing', async () => {
    const deleted = await integrateGithub(app, 'deleted');
    expect((await sendGithub(app, deleted)).status).toBe(200);
    await app.call(deleteIntegration, { params: { id: 'deleted' } });
    expect((await sendGithub(app, deleted, { id: 'later' })).headers['patchbay-error']).toBe('unknown_provider_config');
});

test('a provider asks by HEAD whether the address exists, and under /v1 it is the same', async () => {
    expect((await app.raw(path, { method: 'HEAD', token: null })).status).toBe(200);
    expect((await sendGithub(app, `/v1${path}`, { id: 'v1' })).status).toBe(200);
});

test('a provider whose webhooks Patchbay does not know gets 204', async () => {
    const environment = path.split('/')[2] ?? '';
    await app.integrate('unauthenticated', { unique_key: 'plain' });
    const response = await app.raw(`/webhook/${environment}/plain`, { method: 'POST', token: null, body });
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await app.call(getIntegration, { params: { id: 'plain' }, query: { include: ['webhook'] } })).data).toMatchObject({
        webhook_url: null,
        webhooks: null
    });
});

test('a body of 1 MiB is taken, whatever its type, and a larger or compressed one is refused', async () => {
    const whole = Buffer.alloc(1024 * 1024, 0xe9);
    const taken = await sendGithub(app, path, { body: whole, id: 'large', headers: { 'content-type': 'image/png' } });
    expect(taken.status).toBe(200);
    const larger = Buffer.alloc(1024 * 1024 + 1, 0x20);
    expect((await sendGithub(app, path, { body: larger })).headers['patchbay-error']).toBe('request_too_large');
    const chunked = await sendGithub(app, path, { body: larger, headers: { 'transfer-encoding': 'chunked' } });
    expect(chunked.status).toBe(413);
    const compressed = gzipSync(body);
    const refused = await sendGithub(app, path, { body: compressed, headers: { 'content-encoding': 'gzip' } });
    expect([refused.status, refused.headers['patchbay-error']]).toEqual([415, 'unsupported_content_encoding']);
});

test('T-70: each integration takes so many webhooks in a minute', async () => {
    await using limited = await startTestApp({ webhooksPerMinute: 3 });
    const [one, two] = [await integrateGithub(limited, 'one'), await integrateGithub(limited, 'two')];
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await sendGithub(limited, one, { id: `n${index}` })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await sendGithub(limited, two)).status).toBe(200);
    const refused = await sendGithub(limited, one, { id: 'more' });
    expect([refused.headers['patchbay-error'], Number(refused.headers['retry-after']) > 0]).toEqual(['too_many_request', true]);
});

test('who sends webhooks with wrong signatures is stopped, and those that the provider has signed come through', async () => {
    await using limited = await startTestApp({ webhooksPerMinute: 3 });
    const target = await integrateGithub(limited);
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await sendGithub(limited, target, { headers: signGithub('other') })).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const unread = await sendGithub(limited, target, { body: Buffer.alloc(1024 * 1024 + 1, 0x20) });
    expect(unread.status).toBe(429);
    const taken = [];
    for (let index = 0; index < 4; index += 1) taken.push((await sendGithub(limited, target, { id: `signed-${index}` })).status);
    expect(taken).toEqual([200, 200, 200, 429]);
});

test('who asks for integrations that there are not is stopped, and the webhooks of those that there are come through', async () => {
    await using flooded = await startTestApp();
    const known = await integrateGithub(flooded);
    const unknown = known.replace(/github$/, 'nothing');
    const responses = await Promise.all(Array.from({ length: 320 }, () => sendGithub(flooded, unknown)));
    expect(responses.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(20);
    expect((await sendGithub(flooded, known)).status).toBe(200);
});

test('an admin sees how many webhooks were refused and why, and the log tells it once', async () => {
    await using counted = await startTestApp();
    const target = await integrateGithub(counted);
    await sendGithub(counted, target);
    await sendGithub(counted, target);
    for (let index = 0; index < 5; index += 1) await sendGithub(counted, target, { headers: signGithub('other') });
    await sendRaw(counted, { method: 'POST', path: target, body });
    await sendGithub(counted, target, { body: Buffer.alloc(1024 * 1024 + 1) });
    await counted.server.deps.webhookCounter.flush();
    const { data } = await counted.call(getIntegration, { params: { id: 'github' }, query: { include: ['webhook'] } });
    expect(data.webhooks).toEqual({
        has_secret: true,
        previous_secret_until: null,
        last_days: { accepted: 1, duplicate: 1, invalid_signature: 5, missing_signature: 1, too_large: 1 }
    });
    const lines = counted.logLines.filter((line) => line.includes('"webhook_refused"')).map((line) => JSON.parse(line));
    expect(lines.reduce((sum, { outcome, count }) => sum + (outcome === 'invalid_signature' ? count : 0), 0)).toBe(5);
    expect(lines.length).toBeLessThan(7);
    counted.clock.advance(8 * 24 * 60 * 60_000);
    const later = await counted.call(getIntegration, { params: { id: 'github' }, query: { include: ['webhook'] } });
    expect(later.data.webhooks?.last_days).toEqual({});
});

test('a flush waits for the one under way, so that a server that stops has stored what it counted', async () => {
    await using counted = await startTestApp();
    await sendGithub(counted, await integrateGithub(counted));
    const { webhookCounter } = counted.server.deps;
    let isStored = false;
    let last: Promise<void> | undefined;
    await counted.db.transaction().execute(async (trx) => {
        await sql`lock table webhook_counts in exclusive mode`.execute(trx);
        void webhookCounter.flush();
        last = webhookCounter.flush().then(() => void (isStored = true));
        await sql`select 1`.execute(trx);
        expect(isStored).toBe(false);
    });
    await last;
    expect(await counted.db.selectFrom('webhook_counts').select('count').execute()).toEqual([{ count: 1 }]);
});

test('what is forged, replayed, stale, oversized, compressed or malformed is counted by its outcome and never processed', async () => {
    await using counted = await startTestApp();
    const github = await integrateGithub(counted);
    await counted.integrate('stripe', { webhook_secret: secret });
    const bad: (() => Promise<{ status: number }>)[] = [
        () => sendGithub(counted, github, { headers: signGithub('other') }),
        () => sendGithub(counted, github, { headers: { 'x-hub-signature-256': 'sha256=\u00e9' } }),
        () => sendGithub(counted, github, { body: Buffer.alloc(1024 * 1024 + 1) }),
        () => sendGithub(counted, github, { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } }),
        () => sendRaw(counted, { method: 'POST', path: github, body: '' }),
        () => sendStripe(counted, 3600),
        () => sendStripe(counted, -3600)
    ];
    const statuses: number[] = [];
    for (const send of bad) statuses.push((await send()).status);
    expect(statuses).toEqual([401, 401, 413, 415, 401, 401, 401]);
    const tables = ['incoming_webhooks', 'incoming_webhook_events', 'events'] as const;
    const rows = () =>
        Promise.all(tables.map(async (table) => (await counted.db.selectFrom(table).select('environment_id').execute()).length));
    expect(await rows()).toEqual([0, 0, 0]);
    for (let time = 0; time < 3; time += 1) expect((await sendGithub(counted, github)).status).toBe(200);
    expect(await rows()).toEqual([1, 1, 1]);
    await counted.server.deps.webhookCounter.flush();
    const outcomesOf = async (id: string) =>
        (await counted.call(getIntegration, { params: { id }, query: { include: ['webhook'] } })).data.webhooks?.last_days;
    expect(await outcomesOf('github')).toEqual({
        accepted: 1,
        duplicate: 2,
        invalid_signature: 2,
        missing_signature: 1,
        too_large: 1,
        compressed: 1
    });
    expect(await outcomesOf('stripe')).toEqual({ stale: 2 });
});

test('what was received is deleted after 7 days, and with the integration', async () => {
    await using kept = await startTestApp();
    const rows = async () =>
        Promise.all(
            (['incoming_webhooks', 'incoming_webhook_events', 'webhook_counts'] as const).map(
                async (table) => (await kept.db.selectFrom(table).select('integration_id').execute()).length
            )
        );
    await sendGithub(kept, await integrateGithub(kept));
    await kept.server.deps.webhookCounter.flush();
    kept.clock.advance(7 * 24 * 60 * 60_000 - 60_000);
    await cleanUp(kept.server.deps);
    expect(await rows()).toEqual([1, 1, 1]);
    kept.clock.advance(61_000);
    await cleanUp(kept.server.deps);
    expect(await rows()).toEqual([0, 0, 1]);
    await sendGithub(kept, await integrateGithub(kept, 'gone'), { id: 'd2' });
    await kept.call(deleteIntegration, { params: { id: 'gone' } });
    await cleanUp(kept.server.deps);
    expect(await rows()).toEqual([0, 0, 1]);
    kept.clock.advance(31 * 24 * 60 * 60_000);
    await cleanUp(kept.server.deps);
    expect(await rows()).toEqual([0, 0, 0]);
});
