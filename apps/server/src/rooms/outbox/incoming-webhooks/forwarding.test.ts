import { createHmac } from 'node:crypto';
import { createIntegration, deleteConnection, updateConnection, updateIntegration } from '@patchbay/contracts';
import { sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendRaw } from '../../../api.fixtures.ts';
import { accountFingerprint } from '../../connections/connection-store/save-connection.ts';
import { startWebhookApp, type WebhookApp } from '../webhook-deliveries/receiver.fixtures.ts';
import { integrateGithub, pathOf, secret, sendGithub, sendQuickbooks } from './incoming-webhooks.fixtures.ts';

let app: WebhookApp;
let github: string;
let signingKey: string;
beforeAll(async () => {
    app = await startWebhookApp();
    github = await integrateGithub(app);
    ({ signing_key: signingKey } = await app.endpoint('/events', { event_types: ['forward'] }));
});
afterAll(() => app[Symbol.asyncDispose]());

/** By a statement: an import would ask the vendors whether the credentials are right. */
async function connect(key: string, connectionId: string, config: object, identity: Buffer | null = null): Promise<void> {
    await sql`insert into connections
        (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, connection_config, identity_hash)
        select environment_id, id, ${connectionId}, 'NONE', '', '', ${JSON.stringify(config)}::jsonb, ${identity}
        from integrations where unique_key = ${key}`.execute(app.db);
}

/** What the customer got, of the requests with this in their bodies. */
async function receivedWith(text: string, count = 1) {
    return vi.waitFor(
        () => {
            const found = app.receiver.at('/events').filter(({ body }) => body.includes(text));
            if (found.length < count) throw new Error(`${found.length} of ${count} have come.`);
            return found;
        },
        { timeout: 20_000 }
    );
}

test('the customer gets a provider’s webhook once for each connection of its account, signed, with the provider’s headers', async () => {
    await connect('github', 'one', { installation_id: '1' });
    await connect('github', 'also-one', { installation_id: '1' });
    await connect('github', 'two', { installation_id: '2' });
    const body = '{"installation":{"id":1},"z":"for one"}';
    await sendGithub(app, github, { body, id: 'm1', headers: { cookie: 'a=b', 'user-agent': 'GitHub-Hookshot/1', 'x-custom': 'kept' } });
    const got = await receivedWith('for one', 2);
    const of = (connectionId: string) => got.find(({ json }) => json['connectionId'] === connectionId)?.json;
    for (const connectionId of ['one', 'also-one'])
        expect(of(connectionId)).toEqual({
            from: 'github',
            type: 'forward',
            connectionId,
            providerConfigKey: 'github',
            payload: { installation: { id: 1 }, z: 'for one' }
        });
    expect(got).toHaveLength(2);
    const [first] = got;
    expect(first?.headers).toMatchObject({ 'x-github-event': 'issues', 'x-github-delivery': 'm1', 'x-custom': 'kept' });
    expect(first?.headers).not.toHaveProperty('authorization');
    expect(first?.headers).not.toHaveProperty('cookie');
    expect(first?.headers['user-agent']).not.toContain('Hookshot');
    expect(new Webhook(signingKey).verify(first?.body ?? '', first?.headers as Record<string, string>)).toEqual(first?.json);
});

test('a webhook about no connection is delivered once, as its body alone', async () => {
    await sendGithub(app, github, { body: '{"installation":{"id":999},"z":"for none"}', id: 'm2' });
    const [got] = await receivedWith('for none');
    expect(got?.json).toEqual({ installation: { id: 999 }, z: 'for none' });
    expect(got?.headers['x-github-event']).toBe('issues');
});

test.each([
    { from: 'patchbay', operation: 'creation' },
    { type: 'connection.deleted', connectionId: 'one' }
])('a webhook that looks like an event of ours, %j, is not delivered as one', async (forged) => {
    const body = JSON.stringify({ ...forged, installation: { id: 999 }, z: `forged ${Object.keys(forged).join()}` });
    await sendGithub(app, github, { body, id: crypto.randomUUID() });
    const [got] = await receivedWith(`forged ${Object.keys(forged).join()}`);
    expect(got?.json).toEqual({ from: 'github', type: 'forward', providerConfigKey: 'github', payload: JSON.parse(body) });
});

test('of one delivery about several accounts, each connection gets what is about its own', async () => {
    await app.integrate('quickbooks', { webhook_secret: secret });
    for (const realm of ['11111', '22222']) await connect('quickbooks', `realm-${realm}`, { realmId: realm });
    const events = ['11111', '22222', '11111', '33333'].map((intuitaccountid, index) => ({ id: `ce-${index}`, intuitaccountid }));
    expect((await sendQuickbooks(app, events)).status).toBe(200);
    const got = await receivedWith('ce-', 3);
    const payloadOf = (id: string) => got.find(({ json }) => json['connectionId'] === id)?.json['payload'];
    expect(payloadOf('realm-11111')).toEqual([events[0], events[2]]);
    expect(payloadOf('realm-22222')).toEqual([events[1]]);
    expect(got.map(({ body }) => JSON.parse(body)).filter((each) => Array.isArray(each))).toEqual([[events[3]]]);
    // Of a delivery that repeats some, the rest is new.
    await sendQuickbooks(app, [...events, { id: 'fresh-4', intuitaccountid: '22222' }]);
    const [fresh, ...more] = await receivedWith('fresh-4');
    expect([fresh?.json['payload'], more]).toEqual([[{ id: 'fresh-4', intuitaccountid: '22222' }], []]);
    // An id may be that of one account alone.
    await sendQuickbooks(app, [{ id: 'fresh-4', intuitaccountid: '11111' }]);
    expect((await receivedWith('fresh-4', 2)).map(({ json }) => json['connectionId'])).toEqual(['realm-22222', 'realm-11111']);
});

test('the account that signed in is found where the provider names it as it does in its webhooks', async () => {
    await app.integrate('intercom', { webhook_secret: secret });
    await connect('intercom', 'workspace', {}, accountFingerprint(app.server.deps, 'intercom', 'w1'));
    const body = '{"id":"n1","app_id":"w1","z":"by account"}';
    const signature = createHmac('sha1', secret).update(body).digest('hex');
    const headers = { 'x-hub-signature': `sha1=${signature}` };
    await sendRaw(app, { method: 'POST', path: await pathOf(app, 'intercom'), body, headers });
    expect((await receivedWith('by account')).map(({ json }) => json['connectionId'])).toEqual(['workspace']);
});

test('a body that is no JSON, or JSON that PostgreSQL cannot hold, is stored as it came and forwarded as well as it can be', async () => {
    const inEvent = (payload: string) => JSON.stringify({ from: 'github', payload, providerConfigKey: 'github', type: 'forward' });
    const bodies = [
        ['{"broken": no json', inEvent('{"broken": no json')],
        ['{"z":"nul \\u0000 half \\ud800"}', '{"z":"nul \u{fffd} half \u{fffd}"}'],
        [`"deep"${'['.repeat(5000)}`, inEvent(`"deep"${'['.repeat(5000)}`)],
        [`{"deeper":${'['.repeat(5000)}${']'.repeat(5000)}}`, inEvent(`{"deeper":${'['.repeat(5000)}${']'.repeat(5000)}}`)]
    ] as const;
    for (const [index, [body, forwarded]] of bodies.entries()) {
        expect((await sendGithub(app, github, { body, id: `odd-${index}` })).status).toBe(200);
        const [got] = await receivedWith(forwarded);
        expect([got?.body, got?.headers['x-github-delivery']]).toEqual([forwarded, `odd-${index}`]);
    }
    const stored = await app.db.selectFrom('incoming_webhooks').select('body').execute();
    expect(stored.map(({ body }) => body.toString())).toEqual(expect.arrayContaining(bodies.map(([body]) => body)));
});

test('headers that an intermediary reads as those of ours, or as ones that frame the request, do not go on', async () => {
    const names = [
        'transfer_encoding',
        'Webhook_Signature',
        'x_forwarded_for',
        'X_Nango-Signature',
        'authorization_',
        'Cookie',
        'keep_alive'
    ];
    const headers = Object.fromEntries(names.map((name) => [name, 'forged']));
    await sendGithub(app, github, {
        body: '{"installation":{"id":999},"z":"underscores"}',
        id: 'm6',
        headers: { ...headers, x_own: 'kept' }
    });
    const [got] = await receivedWith('underscores');
    const forged = Object.entries(got?.headers ?? {}).filter(([, value]) => value === 'forged');
    expect(forged.map(([name]) => name)).toEqual(['authorization_']);
    expect(got?.headers['x_own']).toBe('kept');
});

/** Connections of an integration, each with a number in its name and its configuration. */
async function connectMany(target: TestApp, key: string, count: number, config: string): Promise<void> {
    await sql`insert into connections
        (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, connection_config)
        select environment_id, id, 'many-' || n, 'NONE', '', '', ${sql.raw(config)}
        from integrations, generate_series(1, ${sql.lit(count)}) n where unique_key = ${key}`.execute(target.db);
}

/** @returns how many events each statement has inserted from now on */
async function countInserts({ db }: TestApp): Promise<() => Promise<number[]>> {
    await sql`create table statements (count int)`.execute(db);
    await sql`create function note() returns trigger language plpgsql as
        $$ begin insert into statements select count(*) from made; return null; end $$`.execute(db);
    await sql`create trigger note after insert on events referencing new table as made execute function note()`.execute(db);
    return async () => (await sql<{ count: number }>`select count from statements order by 1`.execute(db)).rows.map(({ count }) => count);
}

test('a webhook about thousands of connections is stored with an event for each by few statements, and once', async () => {
    await using idle = await startTestApp();
    const target = await integrateGithub(idle);
    const count = 3000;
    await connectMany(idle, 'github', count, `'{"installation_id":"3000"}'`);
    const inserts = await countInserts(idle);
    const body = '{"installation":{"id":3000},"z":"many"}';
    for (let time = 0; time < 2; time += 1) expect((await sendGithub(idle, target, { body, id: 'm-many' })).status).toBe(200);
    expect(await inserts()).toEqual([1000, 1000, 1000]);
    const { rows: about } = await sql<{ count: number }>`select count(distinct payload ->> 'connectionId')::int as count from events
        where payload ->> 'connectionId' like 'many-%' and payload -> 'payload' = ${body}::jsonb`.execute(idle.db);
    expect(about).toEqual([{ count }]);
});

test('of a webhook about thousands of accounts each connection gets its own by few statements, and a new part of it once', async () => {
    await using idle = await startTestApp();
    await idle.integrate('quickbooks', { webhook_secret: secret });
    const count = 2500;
    await connectMany(idle, 'quickbooks', count, `jsonb_build_object('realmId', 'r' || n)`);
    const inserts = await countInserts(idle);
    const events = Array.from({ length: count }, (_, index) => ({ id: `e${index + 1}`, intuitaccountid: `r${index + 1}` }));
    const strange = { id: 'none', intuitaccountid: 'nobody' };
    expect((await sendQuickbooks(idle, events.slice(0, 2000))).status).toBe(200);
    expect((await sendQuickbooks(idle, [...events, strange])).status).toBe(200);
    expect(await inserts()).toEqual([1, 500, 1000, 1000]);
    const { rows } = await sql<{ is_own: boolean; count: number }>`
        select payload -> 'payload' = jsonb_build_array(jsonb_build_object(
            'id', 'e' || substring(payload ->> 'connectionId' from 6), 'intuitaccountid', 'r' || substring(payload ->> 'connectionId' from 6))) as is_own,
            count(distinct payload ->> 'connectionId')::int as count
        from events where payload ? 'connectionId' group by 1`.execute(idle.db);
    expect(rows).toEqual([{ is_own: true, count }]);
    const { rows: others } = await sql<{ told: unknown }>`
        select payload -> 'payload' as told from events where not payload ? 'connectionId'`.execute(idle.db);
    expect(others).toEqual([{ told: [strange] }]);
});

test('what the connection has an address of its own for goes there', async () => {
    await app.call(updateConnection, {
        params: { connection_id: 'two' },
        query: { provider_config_key: 'github' },
        body: { webhook_url_override: app.receiver.url('/own') }
    });
    await sendGithub(app, github, { body: '{"installation":{"id":2},"z":"own"}', id: 'm3' });
    await vi.waitFor(() => expect(app.receiver.at('/own')).toHaveLength(1), { timeout: 20_000 });
    expect(app.receiver.at('/events').filter(({ body }) => body.includes('"z":"own"'))).toEqual([]);
});

test('while forwarding or the integration is switched off, webhooks are stored and go no further', async () => {
    await integrateGithub(app, 'quiet');
    const quiet = await pathOf(app, 'quiet');
    const change = (changes: object) => app.call(updateIntegration, { params: { id: 'quiet' }, body: changes });
    await change({ forward_webhooks: false });
    expect((await sendGithub(app, quiet, { body: '{"z":"quiet"}', id: 'q1' })).status).toBe(200);
    await change({ forward_webhooks: true, enabled: false });
    expect((await sendGithub(app, quiet, { body: '{"z":"off"}', id: 'q2' })).status).toBe(200);
    await change({ enabled: true });
    await sendGithub(app, quiet, { body: '{"z":"loud"}', id: 'q3' });
    await receivedWith('loud');
    expect(app.receiver.at('/events').filter(({ body }) => /quiet"|"off"/.test(body) && !body.includes('loud'))).toEqual([]);
    const rows = await app.db.selectFrom('events').select('payload').where('type', '=', 'forward').execute();
    expect(rows.filter(({ payload }) => payload['providerConfigKey'] === 'quiet')).toHaveLength(1);
});

test('a webhook of one environment finds no connection of another', async () => {
    const credentials = { ...sandboxClient, webhook_secret: secret };
    await app.callAs(app.keys.prod)(createIntegration, { body: { provider: 'github', unique_key: 'in-prod', credentials } });
    await connect('in-prod', 'theirs', { installation_id: '77' });
    await sendGithub(app, github, { body: '{"installation":{"id":77},"z":"not theirs"}', id: 'm4' });
    expect((await receivedWith('not theirs')).map(({ json }) => json['connectionId'])).toEqual([undefined]);
});

test('with its connection, what a provider sent about it is deleted from the events', async () => {
    await connect('github', 'leaving', { installation_id: '5' });
    await sendGithub(app, github, { body: '{"installation":{"id":5},"z":"personal"}', id: 'm5' });
    await receivedWith('personal');
    await app.call(deleteConnection, { params: { connection_id: 'leaving' }, query: { provider_config_key: 'github' } });
    const rows = await app.db.selectFrom('events').select(['payload', 'webhook_headers']).where('type', '=', 'forward').execute();
    expect(rows.filter(({ payload }) => payload['connectionId'] === 'leaving')).toEqual([
        {
            payload: { from: 'github', type: 'forward', connectionId: 'leaving', providerConfigKey: 'github', payload: null },
            webhook_headers: null
        }
    ]);
});
