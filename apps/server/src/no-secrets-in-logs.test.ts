import { createAttempt, createSecretKey } from '@patchbay/contracts';
import { sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OtlpReceiver, startOtlpReceiver } from './kernel/telemetry/otlp-receiver.fixtures.ts';
import { sendJson, spellingsOf, withChecksum } from './api.fixtures.ts';

let app: TestApp;
let collector: OtlpReceiver;
/** Of the environment. */
let customers: OtlpReceiver;
beforeAll(async () => {
    [collector, customers] = await Promise.all([startOtlpReceiver(), startOtlpReceiver()]);
    // Before the day on which the removed endpoints stop being served.
    app = await startTestApp({
        now: '2025-12-01T12:00:00Z',
        config: { telemetry: collector.telemetry(), allowPrivateHosts: [new URL(customers.url).host] }
    });
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
    await customers[Symbol.asyncDispose]();
});

test('T-87, T-88: requests of every sort, good and bad, leave no secret in the log, at the collectors, and in an error', async () => {
    const planted: string[] = [];
    const canary = (name: string) => {
        const text = `canary-${name}-${'x'.repeat(12)}+/="&`;
        planted.push(text);
        return text;
    };
    const errors: string[] = [];
    const send = async (method: string, path: string, body?: unknown, token?: string) => {
        const response =
            body === undefined
                ? await app.raw(path, { method, ...(token === undefined ? {} : { token }) })
                : await sendJson(app, method, path, body, token);
        if (response.status >= 400) errors.push(response.text);
        return response;
    };

    await send('PATCH', '/environment/collector', {
        url: customers.url,
        headers: { 'x-collector-key': canary('collector-header').replaceAll(/[^\w-]/g, '') },
        encoding: 'http/json'
    });

    // Integrations and their secrets.
    await send('POST', '/integrations', {
        provider: 'sandbox-oauth2',
        unique_key: 'oauth',
        credentials: { ...sandboxClient, client_secret: canary('client-secret'), webhook_secret: canary('webhook-secret') }
    });
    await send('POST', '/integrations', {
        provider: 'sandbox-two-keys',
        unique_key: 'keys',
        integration_config: { appSecret: canary('application-secret') },
        custom: { note: canary('custom') }
    });
    await send('POST', '/integrations', {
        provider: 'sandbox-two-keys',
        unique_key: 'bad name/',
        integration_config: { appSecret: canary('in-a-refused-body') }
    });
    await send('PATCH', '/integrations/oauth', { credentials: { type: 'OAUTH2', client_secret: canary('changed-secret') }, unknown: true });
    await send('GET', '/integrations/oauth?include=credentials');

    // Imports: stored, refused by the schema, by the provider, and by a provider that quotes them.
    const importing = (provider_config_key: string, credentials: unknown, extra: object = {}) =>
        send('POST', '/connections', { provider_config_key, connection_id: 'c1', credentials, ...extra });
    await importing('oauth', {
        type: 'OAUTH2',
        access_token: canary('access'),
        refresh_token: canary('refresh'),
        config_override: { client_secret: canary('override') }
    });
    await importing('oauth', { type: 'OAUTH2', access_token: canary('wrong-type'), expires_at: 'never' });
    await importing('oauth', { type: 'API_KEY', apiKey: canary('wrong-mode') });
    await importing('nope', { type: 'API_KEY', apiKey: canary('no-integration') });
    await importing('keys', { type: 'API_KEY', apiKey: canary('refused-key') });
    const quoted = canary('quoted-key');
    await app.sandbox.control('faults', [
        { action: { type: 'status', code: 401, body: `Unauthorized: ${quoted}`, headers: { 'www-authenticate': 'Bearer error' } } }
    ]);
    await importing('keys', { type: 'API_KEY', apiKey: quoted });
    await app.sandbox.control('faults', [{ action: 'garbage' }]);
    await importing('keys', { type: 'API_KEY', apiKey: canary('garbage-key') });
    await app.sandbox.control('reset', {});
    await send('POST', '/connection', {
        provider_config_key: 'oauth',
        access_token: canary('legacy-access'),
        refresh_token: canary('legacy-refresh')
    });
    await send('GET', '/connections/c1?provider_config_key=oauth&refresh_token=true');
    await send('POST', '/connections', `{"credentials":{"apiKey":"${canary('broken-json')}`);

    await app.raw(`/proxy/api/me?token=${encodeURIComponent(canary('proxied-query'))}`, {
        headers: {
            'connection-id': 'c1',
            'provider-config-key': 'oauth',
            'patchbay-proxy-x-secret': encodeURIComponent(canary('proxied-header'))
        }
    });

    // Stored bytes that do not open are an error of ours, and logged as one.
    await app.db
        .updateTable('connections')
        .set({ credentials: Buffer.alloc(80) })
        .execute();
    expect((await send('GET', '/connections/c1?provider_config_key=oauth')).status).toBe(503);

    // Keys and tokens in places where they belong, and where they do not.
    const key = (await app.call(createSecretKey, { body: { display_name: 'Logged' } })).data.secret;
    const forged = withChecksum(`pb_sk_dev_000000000000_${'C'.repeat(43)}`);
    const endUser = await app.session({
        end_user: { id: 'u' },
        integrations_config_defaults: { keys: { connection_config: { appSecret: canary('default-secret') } } }
    });
    planted.push(
        key.split('_')[4] ?? '',
        forged.split('_')[4] ?? '',
        endUser.token.split('_')[2] ?? '',
        endUser.connectLink.split('/').at(-1) ?? ''
    );
    await send('GET', '/connections', undefined, key);
    await send('GET', '/connections', undefined, forged);
    await send('GET', `/connections?search=${encodeURIComponent(canary('search'))}`);
    await send('GET', `/connections?token=${encodeURIComponent(endUser.token)}`);
    await send('GET', `/nothing/${endUser.token}`).then(() => errors.pop());
    await send('GET', `/integrations/${endUser.token}`).then(() => errors.pop());
    await fetch(endUser.connectLink);
    await send('POST', '/connect/links/exchange', { code: endUser.connectLink.split('/').at(-1) });
    await send('GET', '/connect/session', undefined, endUser.token);
    const { data: attempt } = await endUser.call(createAttempt, {
        body: { integration_id: 'keys', credentials: { apiKey: canary('typed-key') } }
    });
    expect(attempt.status).toBe('failed');
    await send('GET', `/oauth/callback?code=${encodeURIComponent(canary('code'))}&state=${encodeURIComponent(canary('state'))}`);

    expect(planted.length).toBeGreaterThan(25);
    expect(app.logLines.length).toBeGreaterThan(25);
    expect(app.logLines.some((line) => line.includes('stored secrets could not be opened'))).toBe(true);
    expect(errors.length).toBeGreaterThan(10);
    const log = app.logLines.join('\n');
    await app.server.deps.telemetry.stop();
    const sentTo = ({ exports }: OtlpReceiver) => exports.map(({ body }) => body.toString('latin1')).join('\n');
    const everywhere = ['GET /connections', 'GET proxy', 'http.server.request.duration', 'stored secrets could not be opened'];
    for (const receiver of [collector, customers]) for (const text of everywhere) expect(sentTo(receiver)).toContain(text);
    const exported = `${sentTo(collector)}\n${sentTo(customers)}`;
    expect(exported).not.toMatch(/canary|pb_sk_|pb_cs_/);
    for (const secret of planted) {
        for (const spelling of [...spellingsOf(secret), JSON.stringify(secret).slice(1, -1)]) {
            expect(log).not.toContain(spelling);
            expect(exported).not.toContain(spelling);
            expect(errors.join('\n')).not.toContain(spelling);
        }
    }
    expect(log).not.toMatch(/canary|pb_sk_|pb_cs_/);
});

test('T-87: a log line has only the fields that it may have', async () => {
    await app.raw('/connections');
    const allowed = [
        'level',
        'time',
        'message',
        'request_id',
        'trace_id',
        'span_id',
        'client_address',
        'method',
        'route',
        'status',
        'duration_ms',
        'environment',
        'integration_id',
        'connection_id',
        'provider',
        'attempt_id',
        'ref',
        'code',
        'host',
        'reason',
        'provider_text',
        'error'
    ];
    const fields = new Set(app.logLines.flatMap((line) => Object.keys(Object(JSON.parse(line)))));
    expect([...fields].filter((field) => !allowed.includes(field))).toEqual([]);
    expect(fields).toContain('route');
});

test('T-87: a failure that quotes a value is logged without it, and reaches the collector without it', async () => {
    await using receiver = await startOtlpReceiver();
    await using broken = await startTestApp({ config: { telemetry: receiver.telemetry() } });
    await broken.integrate('unauthenticated');
    // Now PostgreSQL refuses the value, and says which.
    await sql`alter table connections alter column webhook_url_override type integer using null`.execute(broken.db);
    const webhook = 'https://hooks.example.com/canary-in-a-database-error';
    const body = { provider_config_key: 'unauthenticated', credentials: { type: 'NONE' }, webhook_url_override: webhook };
    const response = await sendJson(broken, 'POST', '/connections', body);
    expect(response.json).toEqual({ error: { code: 'server_error', message: 'Something went wrong on our side.' } });
    const failure = broken.logLines.find((line) => line.includes('unexpected_failure'));
    expect(failure).toContain('invalid input syntax for type integer: \\"[secret]\\"');
    expect(broken.logLines.join('\n')).not.toContain('canary');
    await broken.server.deps.telemetry.stop();
    const exported = receiver.exports.map((sent) => sent.body.toString()).join('\n');
    expect(exported).toContain('invalid input syntax for type integer');
    expect(exported).not.toContain('canary-in');
});
