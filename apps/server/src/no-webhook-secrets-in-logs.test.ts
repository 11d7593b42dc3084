import { createHmac } from 'node:crypto';
import { getConnectionWebhook } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, sendJson, sendRaw, spellingsOf } from './api.fixtures.ts';
import { type OtlpReceiver, startOtlpReceiver } from './kernel/telemetry/otlp-receiver.fixtures.ts';
import { roundOf } from './rooms/outbox/alerts/alerts.fixtures.ts';
import { pathOf, sendGithub, signGithub } from './rooms/outbox/incoming-webhooks/incoming-webhooks.fixtures.ts';
import { startWebhookApp, type WebhookApp } from './rooms/outbox/webhook-deliveries/receiver.fixtures.ts';

const patience = { timeout: 20_000 };
/** What is nowhere in the clear but with its owner. */
const secrets: string[] = [];
/** What customers may see, and operators may not. */
const contents: string[] = [];
const refusals: string[] = [];
let app: WebhookApp;
let collector: OtlpReceiver;
beforeAll(async () => {
    collector = await startOtlpReceiver();
    app = await startWebhookApp({ config: { telemetry: collector.telemetry() } });
    // A receiver that repeats what it got.
    app.receiver.respond((response, { path, headers, body }) =>
        response.writeHead(path.endsWith('/well') ? 200 : 500).end(JSON.stringify({ path, headers, body }))
    );
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
});

let count = 0;
function canary(list: string[], name: string): string {
    const text = `canary-${name}-${(count += 1)}-${'x'.repeat(12)}`;
    list.push(text);
    return text;
}

async function send(method: string, path: string, body: unknown): Promise<ApiResponse> {
    const response = await sendJson(app, method, path, body);
    if (response.status >= 400) refusals.push(response.text);
    return response;
}

const dataOf = ({ json }: ApiResponse) => Object(json).data as Record<string, string>;

/** The secrets of integrations and connections, and webhooks that are signed with them or not. */
async function takeWebhooks(): Promise<void> {
    const first = canary(secrets, 'webhook-secret');
    const second = canary(secrets, 'rotated-webhook-secret');
    await app.integrate('github', { unique_key: 'github', webhook_secret: first });
    await send('PATCH', '/integrations/github', { webhook_secret: second, webhook_secret_overlap_seconds: 3600 });
    await send('PATCH', '/integrations/github', { webhook_secret: canary(secrets, 'refused-webhook-secret'), unknown: true });
    const path = await pathOf(app, 'github');
    const bodyWith = (name: string) => JSON.stringify({ action: 'opened', note: canary(contents, name) });
    const signed = async (body: string, secret: string, more: Parameters<typeof sendGithub>[2] = {}) => {
        const signature = signGithub(body, secret)['x-hub-signature-256'] ?? '';
        contents.push(signature.split('=')[1] ?? '');
        return (await sendGithub(app, path, { body, secret, id: `d${(count += 1)}`, ...more })).status;
    };
    expect(await signed(bodyWith('body'), first)).toBe(200);
    expect(await signed(bodyWith('body'), second)).toBe(200);
    expect(await signed(bodyWith('forged-body'), canary(secrets, 'wrong-webhook-secret'))).toBe(401);
    expect(await signed(`{"broken":"${canary(contents, 'broken-body')}`, first)).toBeLessThan(500);

    await app.integrate('greenhouse', { unique_key: 'greenhouse', webhook_secret: canary(secrets, 'shared-webhook-secret') });
    // By a statement: an import would ask the vendor whether the credentials are right.
    await sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config)
        select environment_id, id, 'own', 'NONE', '', '' from integrations where unique_key = 'greenhouse'`.execute(app.db);
    const own = canary(secrets, 'webhook-secret-of-a-connection');
    const about = '/connections/own/webhook?provider_config_key=greenhouse';
    expect((await send('PUT', about, { webhook_secret: own })).status).toBe(200);
    await send('PUT', about, { webhook_secret: canary(secrets, 'refused-secret-of-a-connection').repeat(20) });
    const { data } = await app.call(getConnectionWebhook, {
        params: { connection_id: 'own' },
        query: { provider_config_key: 'greenhouse' }
    });
    const { pathname, search } = new URL(data.webhook_url ?? '');
    for (const secret of [own, 'another']) {
        const body = bodyWith('body-of-a-connection');
        const signature = createHmac('sha256', secret).update(body).digest('hex');
        contents.push(signature);
        const headers = { 'content-type': 'application/json', signature: `sha256 ${signature}` };
        const { status } = await sendRaw(app, { method: 'POST', path: `${pathname}${search}`, body, headers });
        expect(status).toBe(secret === own ? 200 : 401);
    }
}

/** Endpoints and alert channels, to which messages arrive or not. */
async function sendWebhooks(): Promise<void> {
    const keep = (response: ApiResponse, status: number) => {
        expect(response.status).toBe(status);
        const { id = '', signing_key: key } = dataOf(response);
        if (key) secrets.push(key.replace('whsec_', ''));
        return id;
    };
    const well = keep(await send('POST', '/webhook-endpoints', { url: app.receiver.url('/well') }), 201);
    keep(await send('POST', '/webhook-endpoints', { url: app.receiver.url('/ill') }), 201);
    keep(await send('POST', `/webhook-endpoints/${well}/rotate-key`, { old_key_valid_for: 3600 }), 200);
    await send('POST', `/webhook-endpoints/${well}/test`, {});
    await app.connect('delivered');
    for (const path of ['/well', '/ill']) await expect.poll(() => app.receiver.at(path).length, patience).toBeGreaterThan(0);
    const headers = app.receiver.at('/ill')[0]?.headers;
    for (const name of ['webhook-signature', 'x-nango-hmac-sha256', 'x-nango-signature'])
        contents.push(String(headers?.[name]).replace('v1,', ''));

    const channelAt = async (url: string, kind: string) => send('POST', '/alert-channels', { kind, name: 'Alerts', url });
    const paths = ['slack', 'generic', 'refused-slack'].map((name) => canary(secrets, name));
    const channels = [
        keep(await channelAt(app.receiver.url(`/${paths[0]}/well`), 'slack'), 201),
        keep(await channelAt(app.receiver.url(`/${paths[1]}/ill`), 'generic'), 201),
        keep(await channelAt(`http://127.0.0.1:1/${paths[2]}`, 'slack'), 201)
    ];
    await channelAt(`ftp://127.0.0.1/${canary(secrets, 'impossible-channel')}`, 'slack');
    for (const id of channels) await send('POST', `/alert-channels/${id}/test`, {});
    await sql`update connections set auth_state = 'broken',
        auth_failure = jsonb_build_object('kind', 'revoked', 'since', ${app.clock.now().toISOString()}::text)`.execute(app.db);
    await roundOf(app);
    for (const path of paths.slice(0, 2))
        expect(app.receiver.received.filter(({ path: reached }) => reached.includes(path)).length).toBeGreaterThan(0);
}

test('T-87, T-88: webhooks in both directions, and alerts, leave no secret in the log, at a collector, and in an error', async () => {
    await takeWebhooks();
    await sendWebhooks();
    await app.server.deps.telemetry.stop();
    const exported = collector.exports.map(({ body }) => body.toString('latin1')).join('\n');
    const log = app.logLines.join('\n');
    expect(log).toContain('webhook_delivery_failed');
    expect(exported).toContain('webhook delivery');
    expect(refusals.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(secrets.length, contents.length)).toBeGreaterThanOrEqual(15);
    for (const secret of [...secrets, ...contents])
        for (const spelling of spellingsOf(secret)) {
            expect(log).not.toContain(spelling);
            expect(exported).not.toContain(spelling);
            if (secrets.includes(secret)) expect(refusals.join('\n')).not.toContain(spelling);
        }
});

test('T-86: the secrets of webhooks and the addresses of alert channels are nowhere in the database in the clear', async () => {
    const { rows: tables } = await sql<{ name: string }>`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(app.db);
    /** Which tables have one of these texts, as text or as bytes. */
    const holding = async (texts: readonly string[]) => {
        const sought = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
        const found: string[] = [];
        for (const { name } of tables) {
            const { rows } = await sql`select 1 from ${sql.raw(name)} as one
                where exists (select from unnest(${sought}::text[]) as text where strpos(one::text, text) > 0) limit 1`.execute(app.db);
            if (rows.length > 0) found.push(name);
        }
        return found;
    };
    expect(await holding(secrets)).toEqual([]);
    // What is there in the clear is found, as text and as bytes.
    expect(await holding(['greenhouse'])).toContain('public.integrations');
    expect(await holding([contents[0] ?? ''])).toContain('public.incoming_webhooks');
});
