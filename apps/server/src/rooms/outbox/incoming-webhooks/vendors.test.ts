import { createHmac } from 'node:crypto';
import { getIntegration } from '@patchbay/contracts';
import { sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { CloudEvent, HTTP } from 'cloudevents';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

interface Sent {
    id: string;
    attempts: (number | null)[];
    response: string;
    done: boolean;
}

/** Has the sandbox send a webhook as the vendor does, over HTTP. */
async function send(order: Record<string, unknown>): Promise<Sent> {
    const { id } = (await app.sandbox.control('webhooks', order)) as Sent;
    return expect
        .poll(async () => sentById(id), { timeout: 10_000 })
        .toMatchObject({ done: true })
        .then(() => sentById(id));
}

async function sentById(id: string): Promise<Sent> {
    const { webhooks } = (await app.sandbox.control('webhooks')) as { webhooks: Sent[] };
    const found = webhooks.findLast((sent) => sent.id === id);
    if (!found) throw new Error('The sandbox has sent no such webhook.');
    return found;
}

async function urlOf(key: string): Promise<string> {
    const { data } = await app.call(getIntegration, { params: { id: key }, query: { include: ['webhook'] } });
    return data.webhook_url ?? '';
}

const forwarded = async () =>
    (await app.db.selectFrom('events').select('payload').where('type', '=', 'forward').orderBy('created_at').execute()).map(
        ({ payload }) => payload
    );

interface Vendor {
    form: string;
    provider: string;
    /** What its webhooks call the account of the first connection. */
    account: string;
    /** The configuration of a connection to it. */
    config?: Record<string, string>;
    /** The address names the connection. */
    query?: string;
    /** Signed with the OAuth app's secret. */
    clientSecret?: true;
    response?: string;
}

const taken = '{"status":"success"}';
const vendors: Vendor[] = [
    { form: 'github', provider: 'github', account: '4711', config: { installation_id: '4711' } },
    { form: 'slack', provider: 'slack', account: 'T1', config: { 'team.id': 'T1' }, response: '' },
    { form: 'stripe', provider: 'stripe', account: 'acct_1', query: '?connection_id=first' },
    { form: 'hubspot_v1', provider: 'hubspot', account: '62515', config: { portalId: '62515' }, clientSecret: true },
    { form: 'hubspot_v3', provider: 'hubspot', account: '62515', config: { portalId: '62515' }, clientSecret: true },
    {
        form: 'xero',
        provider: 'xero',
        account: '6a1b9d3e-0f0e-4d3a-8f6e-0c4a7d3a8c11',
        config: { tenant_id: '6a1b9d3e-0f0e-4d3a-8f6e-0c4a7d3a8c11' },
        response: ''
    },
    { form: 'shopify', provider: 'shopify', account: 'acme', config: { subdomain: 'acme' }, clientSecret: true },
    { form: 'linear', provider: 'linear', account: 'org-1', config: { organizationId: 'org-1' } },
    { form: 'intercom', provider: 'intercom', account: 'a86dr8yl', config: { app_id: 'a86dr8yl' }, clientSecret: true },
    { form: 'zendesk', provider: 'zendesk', account: '', config: { subdomain: 'acme' }, query: '?connection_id=first' },
    { form: 'lever', provider: 'lever', account: '', query: '?connection_id=first' },
    { form: 'ashby', provider: 'ashby', account: '', query: '?connection_id=first' },
    { form: 'greenhouse', provider: 'greenhouse', account: '', query: '?connection_id=first' },
    { form: 'quickbooks_legacy', provider: 'quickbooks', account: '310687', config: { realmId: '310687' } },
    { form: 'quickbooks_cloudevents', provider: 'quickbooks', account: '310687', config: { realmId: '310687' } }
];

test.each(vendors)('a webhook that is sent as $form is verified over HTTP, taken once, and routed to its connection', async (vendor) => {
    const { form, provider, account, config = {}, query = '', clientSecret, response = taken } = vendor;
    const key = `i-${form}`;
    await app.integrate(provider, { unique_key: key, ...(clientSecret ? {} : { webhook_secret: 'the secret' }) });
    for (const [connectionId, values] of [
        ['first', config],
        ['second', Object.fromEntries(Object.entries(config).map(([name, value]) => [name, changed(value)]))]
    ] as const)
        await connect(key, connectionId, values);
    const order = { form, url: `${await urlOf(key)}${query}`, secret: clientSecret ? sandboxClient.client_secret : 'the secret', account };
    const before = (await forwarded()).length;
    const first = await send(order);
    expect([first.attempts, first.response]).toEqual([[200], response]);
    const [event, ...more] = (await forwarded()).slice(before);
    expect(event).toMatchObject({ type: 'forward', providerConfigKey: key, connectionId: 'first' });
    expect(more).toEqual([]);
    const again = await send({ ...order, id: first.id });
    expect([again.attempts.at(-1), (await forwarded()).length]).toEqual([200, before + 1]);
    for (const bad of [{ secret: 'another' }, { secret: '' }, { tampered_body: '{"forged":true}' }]) {
        const refused = await send({ ...order, ...bad, id: `${form}-${JSON.stringify(bad)}` });
        expect([refused.attempts, Object.keys(JSON.parse(refused.response))]).toEqual([[401], ['error']]);
    }
    expect(await forwarded()).toHaveLength(before + 1);
});

function changed(value: string): string {
    return `${value.slice(0, -1)}${value.endsWith('9') ? '8' : '9'}`;
}

/** By a statement: an import would ask the vendors whether the credentials are right. */
async function connect(key: string, connectionId: string, config: Record<string, string>): Promise<void> {
    await sql`insert into connections
        (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, connection_config)
        select environment_id, id, ${connectionId}, 'NONE', '', '', ${JSON.stringify(config)}::jsonb
        from integrations where unique_key = ${key}`.execute(app.db);
}

/** An event of QuickBooks, made by the SDK of the CloudEvents project. */
const cloudEvent = (id: string, realm: string) =>
    new CloudEvent({
        id,
        source: 'intuit.dsnRt0=',
        type: 'qbo.invoice.updated.v1',
        datacontenttype: 'application/json',
        intuitentityid: '130',
        intuitaccountid: realm,
        data: {}
    });

test.each([
    ['a batch', 'application/cloudevents-batch+json', JSON.stringify([cloudEvent('of-first', '31'), cloudEvent('of-second', '32')]), 2],
    ['a batch that says no more than that it is JSON', 'application/json', JSON.stringify([cloudEvent('of-first', '31')]), 1],
    ['one event', 'application/cloudevents+json; charset=utf-8', String(HTTP.structured(cloudEvent('of-first', '31')).body), 1]
])(
    'CloudEvents that their own SDK writes, as %s, are taken once and routed to their connections',
    async (what, contentType, body, count) => {
        const key = `quickbooks-${what}`.replaceAll(/[^a-z]/g, '-');
        await app.integrate('quickbooks', { unique_key: key, webhook_secret: 'the secret' });
        await connect(key, 'first', { realmId: '31' });
        await connect(key, 'second', { realmId: '32' });
        const before = (await forwarded()).length;
        const headers = {
            'content-type': contentType,
            'intuit-signature': createHmac('sha256', 'the secret').update(body).digest('base64')
        };
        for (let copies = 0; copies < 2; copies += 1)
            expect((await fetch(await urlOf(key), { method: 'POST', headers, body })).status).toBe(200);
        const events = (await forwarded()).slice(before) as { connectionId: string; payload: unknown }[];
        expect(events.map(({ connectionId }) => connectionId).toSorted()).toEqual(['first', 'second'].slice(0, count));
        // What the customer gets is what the SDK reads.
        for (const { connectionId, payload } of events) {
            const batch = JSON.stringify(Array.isArray(payload) ? payload : [payload]);
            expect(HTTP.toEvent({ headers: { 'content-type': 'application/cloudevents-batch+json' }, body: batch })).toMatchObject([
                { id: `of-${connectionId}`, type: 'qbo.invoice.updated.v1' }
            ]);
        }
    }
);

test('Slack’s question whether the address is ours is answered once its signature holds', async () => {
    await app.integrate('slack', { unique_key: 'ask', webhook_secret: 'the secret' });
    const order = { form: 'slack_verification', url: await urlOf('ask'), secret: 'the secret', id: '3eZbrw1aBm2rZgRNFdxV2595E9CY' };
    const answered = await send(order);
    expect([answered.attempts, answered.response]).toEqual([[200], order.id]);
    expect((await send({ ...order, secret: 'another', id: 'not ours' })).attempts).toEqual([401]);
});

test('Xero’s intent to receive gets an empty 200 where it is signed, and else 401', async () => {
    await app.integrate('xero', { unique_key: 'intent', webhook_secret: 'the secret' });
    const order = { form: 'xero_intent', url: await urlOf('intent'), secret: 'the secret', id: 'right' };
    const right = await send(order);
    expect([right.attempts, right.response]).toEqual([[200], '']);
    expect((await send({ ...order, secret: 'another', id: 'wrong' })).attempts).toEqual([401]);
    expect(
        await app.db
            .selectFrom('incoming_webhooks')
            .innerJoin('integrations', 'integrations.id', 'integration_id')
            .select('incoming_webhooks.id')
            .where('unique_key', '=', 'intent')
            .execute()
    ).toEqual([]);
});
