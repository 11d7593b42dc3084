import { createAlertChannel, getIntegrationStatus, importConnection, listLogs } from '@patchbay/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attributesOf, type OtlpReceiver, startOtlpReceiver } from './kernel/telemetry/otlp-receiver.fixtures.ts';
import { actionFlow, deployAll } from './rooms/automation/deployments/deployments.fixtures.ts';
import { connectGem, control, eventsOf, headers as gem, outcome, send } from './rooms/automation/syncs/syncs.fixtures.ts';
import { realm, syncAgain, syncOf, untilSyncedOnce } from './rooms/automation/unified/unified.fixtures.ts';
import { roundOf } from './rooms/outbox/alerts/alerts.fixtures.ts';
import { startWebhookApp, type WebhookApp } from './rooms/outbox/webhook-deliveries/receiver.fixtures.ts';

/**
 * What the platform offers for every integration, tried with both that come with it: the same
 * tests for applicant tracking and for accounting.
 */
let app: WebhookApp;
let collector: OtlpReceiver;
beforeAll(async () => {
    collector = await startOtlpReceiver();
    app = await startWebhookApp({ config: { telemetry: collector.telemetry() } });
    await app.integrate('sandbox-gem', { unique_key: 'gem' });
    await control(app, 'switches', { requests_per_second: 10_000, burst: 10_000 });
    await connectGem(app);
    await books('settings', { throttle: false });
    const { apps } = Object(await books('apps'));
    const client = { type: 'OAUTH2' as const, client_id: String(apps[0].id), client_secret: String(apps[0].secret) };
    await app.integrate('sandbox-quickbooks', { unique_key: 'books', credentials: client });
    const { access_token, refresh_token } = Object(await books('grants', { realm }));
    await app.call(importConnection, {
        body: {
            provider_config_key: 'books',
            connection_id: 'b1',
            credentials: {
                type: 'OAUTH2',
                access_token: String(access_token),
                refresh_token: String(refresh_token),
                expires_at: new Date(app.clock.now().getTime() + 3_600_000).toISOString()
            },
            connection_config: { realmId: realm }
        }
    });
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
});

const books = (verb: string, body?: unknown) => app.sandbox.control(`quickbooks/${verb}`, body);
const idOf = (text: string) => Buffer.from(text).toString('base64');

interface Vendor {
    headers: Record<string, string>;
    /** A sync, its model, and where its list is at the vendor. */
    sync: string;
    model: string;
    list: string;
    /** A path of the vendor, and what its response has. */
    proxied: string;
    shows: object;
    write: { path: string; body: object; at: string };
    atVendor(verb: string, body?: unknown): Promise<unknown>;
    /** As a user of the vendor. */
    change(): Promise<unknown>;
}

const vendors: Record<string, Vendor> = {
    'applicant tracking': {
        headers: gem,
        sync: 'jobs',
        model: 'Job',
        list: '/ats/v0/jobs/',
        proxied: `/ats/v0/candidates/${encodeURIComponent(idOf('Person:1'))}`,
        shows: { id: idOf('Person:1') },
        write: {
            path: '/candidate-notes',
            body: { candidate_id: idOf('Person:1'), user_id: idOf('User:1'), body: 'Called.' },
            at: '/activity_feed/notes'
        },
        atVendor: (verb, body) => control(app, verb, body),
        change: () => control(app, 'mutate', { op: 'update', collection: 'jobs', index: 2, fields: { name: 'Chief' } })
    },
    accounting: {
        headers: { 'provider-config-key': 'books', 'connection-id': 'b1' },
        sync: 'bills',
        model: 'Bill',
        list: '/query',
        proxied: `/v3/company/${realm}/companyinfo/${realm}`,
        shows: { CompanyInfo: { CompanyName: 'Acme Landscaping' } },
        write: {
            path: '/transfers',
            body: { from_account_id: '1', to_account_id: '11', amount: 4.2 },
            at: '/transfer'
        },
        atVendor: books,
        change: async () => {
            const { body } = await send(app, 'GET', '/bills?limit=1', undefined, { headers: vendors['accounting']?.headers ?? {} });
            const { id } = Object(body).records[0];
            return books('mutate', { realm, entity: 'Bill', operation: 'update', id, body: { PrivateNote: 'Of a user' } });
        }
    }
};

describe.each(Object.entries(vendors))('the integration for %s', (_category, vendor) => {
    const { headers, sync, model, list, proxied, write } = vendor;
    const [connectionId = '', integrationId = ''] = [headers['connection-id'], headers['provider-config-key']];
    const of = () => ({ app, headers });
    const call = (method: string, path: string, body?: unknown) => send(app, method, path, body, { headers });

    test('reads, writes and is told of what changes at the vendor by a webhook', async () => {
        await untilSyncedOnce(of(), sync);
        await syncAgain(of(), sync);
        await app.endpoint(`/${integrationId}`, { event_types: ['sync', 'record.changed'] });
        expect(outcome(await call('POST', write.path, write.body))).toBe('200');
        await vendor.change();
        expect(await syncAgain(of(), sync)).toEqual({ [model]: { added: 0, updated: 1, deleted: 0 } });
        const told = () => app.receiver.at(`/${integrationId}`).map(({ json }) => json);
        await expect
            .poll(told)
            .toEqual(
                expect.arrayContaining([
                    expect.objectContaining({ type: 'sync', connectionId, model, responseResults: { added: 0, updated: 1, deleted: 0 } }),
                    expect.objectContaining({ type: 'record.changed', connectionId, model, action: 'updated', origin: 'vendor' })
                ])
            );
    });

    test('passes requests on with the credentials of the connection', async () => {
        expect(await call('GET', `/proxy${proxied}`)).toMatchObject({ status: 200, body: vendor.shows });
    });

    test('has the requests of its syncs, its writes and the proxy in the log, with their response', async () => {
        const logged = async () => {
            const query = { connection_id: connectionId, integration_id: integrationId, limit: 100 };
            return (await app.call(listLogs, { query })).data.map(
                ({ method, url, status }) => `${method} ${new URL(url).pathname} ${status}`
            );
        };
        await expect
            .poll(logged)
            .toEqual(
                expect.arrayContaining([
                    expect.stringMatching(new RegExp(`^GET .*${list} 200$`)),
                    expect.stringMatching(new RegExp(`^GET .*${proxied} 200$`)),
                    expect.stringMatching(new RegExp(`^POST .*${write.at} 20[01]$`))
                ])
            );
    });

    test('takes the form of what is written, and keeps to the form of what is read', async () => {
        const [[field]] = Object.entries(write.body).slice(-1) as [[string, unknown]];
        const refused = await call('POST', write.path, { ...write.body, [field]: {} });
        expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_action_input', errors: [{ path: [field] }] } } });
        const { body } = await call('GET', `/records?model=${model}&limit=1`);
        expect(Object(body).records).toMatchObject([{ id: expect.any(String), _patchbay_metadata: { origin: expect.any(String) } }]);
    });

    test('runs what the customer has made for it', async () => {
        const reads = `const { data } = await context.get({ endpoint: ${JSON.stringify(proxied)}, headers: { accept: 'application/json' } }); return data;`;
        await deployAll(app, [await actionFlow('look', reads, { providerConfigKey: integrationId })]);
        expect(await call('POST', '/action/trigger', { action_name: 'look', input: {} })).toMatchObject({
            status: 200,
            body: vendor.shows
        });
    });

    test('reads of each customer what their settings choose', async () => {
        const target = { provider_config_key: integrationId, connection_id: connectionId };
        const choose = (chosen: object) => send(app, 'PATCH', '/connections/metadata', { ...target, metadata: { sync: chosen } });
        expect((await choose({ models: [model, 'Nothing'] })).body).toMatchObject({
            error: { errors: [{ path: ['metadata', 'sync', 'models', '1'] }] }
        });
        expect(outcome(await choose({ models: [model], frequency: 'every 2 hours' }))).toBe('200');
        expect(await syncOf(of(), sync)).toMatchObject({ frequency: 'every 2 hours' });
        expect(outcome(await choose({}))).toBe('200');
    });

    test('whose sync fails is told in chat, with what to do', async () => {
        await app.call(createAlertChannel, {
            body: { kind: 'slack', name: integrationId, url: app.receiver.url(`/slack/${integrationId}`) }
        });
        await vendor.atVendor('faults', [{ match: { path_regex: `(?:${list}|/cdc)$` }, action: { type: 'status', code: 400 } }]);
        await send(app, 'POST', '/sync/trigger', { provider_config_key: integrationId, connection_id: connectionId, syncs: [sync] });
        await expect.poll(async () => (await syncOf(of(), sync)).status).toBe('ERROR');
        expect(await eventsOf(app, 'sync', connectionId)).toContainEqual(expect.objectContaining({ syncName: sync, success: false }));
        const texts = async () => {
            await roundOf(app);
            return app.receiver.at(`/slack/${integrationId}`).map(({ json }) => String(json['text']));
        };
        await expect.poll(texts).toContainEqual(expect.stringMatching(new RegExp(`\`${integrationId}.${sync}\`[^]*\`${connectionId}\``)));
        await vendor.atVendor('faults', []);
    });

    test('says that it is down while the vendor fails, with the evidence', async () => {
        await vendor.atVendor('faults', [{ action: { type: 'status', code: 503 } }]);
        for (let calls = 0; calls < 25; calls += 1) await call('POST', `/proxy${proxied}`, {});
        await vendor.atVendor('faults', []);
        await app.server.deps.trafficCounter.flush();
        const { data } = await app.call(getIntegrationStatus, { params: { id: integrationId }, query: { hours: '1' } });
        expect(data).toMatchObject({ state: expect.stringMatching(/^(?:degraded|down)$/), cause: 'provider', evidence: expect.any(Array) });
        expect(data.evidence.join(' ')).toContain('503');
    });
});

test.each(Object.entries(vendors))(
    'requests of the integration for %s are exported as spans with its connection',
    async (_category, { headers }) => {
        // Sends all that is left.
        await app.server.deps.telemetry.stop();
        const spans = collector.items('traces').map((span) => attributesOf(span));
        expect(spans).toContainEqual(
            expect.objectContaining({
                'patchbay.integration.id': headers['provider-config-key'],
                'patchbay.connection.id': headers['connection-id'],
                'http.response.status_code': 200
            })
        );
    }
);
