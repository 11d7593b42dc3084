import {
    createFreeze,
    createIntegration,
    type DoctorCode,
    type DoctorFinding,
    doctorCodes,
    importConnection,
    updateIntegration
} from '@patchbay/contracts';
import { BEARER_API_KEYS, sandboxClient, startTestApp, type TestApp, type TestAppOptions } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { breakProvider, connectBySignIn, signIn, startSignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { expireAttempts } from '../../connect/attempts/removal/expire-attempts.ts';
import { integrateGithub, pathOf, sendGithub } from '../../outbox/incoming-webhooks/incoming-webhooks.fixtures.ts';
import { startWebhookApp, triedTimes } from '../../outbox/webhook-deliveries/receiver.fixtures.ts';
import { deleteIntegrations } from '../../platform/integrations/integrations.fixtures.ts';
import { removeDeletedIntegrations } from '../integration-removal/remove-integration.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterEach(async () => {
    await app.sandbox.control('reset', {});
    await deleteIntegrations(app);
    // Else their connections would be revoked, and what they counted be deleted, in the next test.
    await removeDeletedIntegrations(app.server.deps);
});
afterAll(() => app[Symbol.asyncDispose]());

interface Asked {
    at?: TestApp;
    token?: string;
    headers?: Record<string, string>;
}

async function diagnose(query = '', { at = app, token = at.keys.dev, headers = {} }: Asked = {}): Promise<DoctorFinding[]> {
    // Its public address may be one that leads nowhere.
    const response = await fetch(`http://localhost:${at.server.config.port}/doctor${query}`, {
        headers: { authorization: `Bearer ${token}`, ...headers }
    });
    if (response.status !== 200) throw new Error(await response.text());
    // Parsed by its contract on its way out.
    return ((await response.json()) as { data: { findings: DoctorFinding[] } }).data.findings;
}

/** Another server on the same database. */
async function withServer<T>(config: TestAppOptions['config'], use: (other: TestApp) => Promise<T>): Promise<T> {
    await using other = await startTestApp({ replicaOf: app, ...(config && { config }) });
    return await use(other);
}

const sandboxHost = () => new URL(app.sandbox.url).host;
const dayMs = 24 * 3_600_000;

async function callThrough(connectionId: string, integration: string, path: string, times: number): Promise<void> {
    for (let call = 0; call < times; call += 1)
        await app.raw(`/proxy${path}`, { headers: { 'provider-config-key': integration, 'connection-id': connectionId, retries: '0' } });
    const calls = app.db.selectFrom('request_log').select('id').where('integration_key', '=', integration).where('kind', '=', 'proxy');
    await expect.poll(async () => (await calls.execute()).length, { timeout: 10_000 }).toBe(times);
}

/** Produces each misconfiguration, and returns what the doctor finds then. */
const misconfigurations: Partial<Record<DoctorCode, () => Promise<DoctorFinding[]>>> = {
    public_url_mismatch: () => diagnose('', { headers: { 'x-forwarded-host': 'patchbay.example.com', 'x-forwarded-proto': 'http' } }),
    not_https: () => withServer({ publicUrl: 'http://patchbay.example.com' }, (at) => diagnose('', { at })),
    proxy_not_trusted: () => diagnose('', { headers: { 'x-forwarded-for': '203.0.113.7' } }),
    embed_origin_refused: () =>
        withServer({ embedOrigins: ['https://app.example.com'] }, (at) => diagnose('?origin=https://other.example.com', { at })),
    embed_origins_open: () => withServer({ publicUrl: 'https://patchbay.example.com' }, (at) => diagnose('', { at, token: app.keys.prod })),
    async server_outdated() {
        await sql`insert into kysely_migration values ('9999_of_the_next_release', '')`.execute(app.db);
        const found = await diagnose();
        await sql`delete from kysely_migration where name = '9999_of_the_next_release'`.execute(app.db);
        return found;
    },
    async migrations_pending() {
        await sql`update kysely_migration set name = 'x' || name where name like '0057%'`.execute(app.db);
        const found = await diagnose();
        await sql`update kysely_migration set name = substr(name, 2) where name like 'x%'`.execute(app.db);
        return found.filter(({ code }) => code !== 'server_outdated');
    },
    async webhook_endpoint_failing() {
        await using other = await startWebhookApp();
        other.receiver.respond((response) => response.writeHead(500).end());
        const { id } = await other.endpoint('/down');
        await other.connect('any');
        await triedTimes(other, id, 1);
        return (await diagnose('', { at: other })).filter(({ integration_id: integration }) => integration === null);
    },
    async encryption_key_missing() {
        await app.integrate('sandbox-oauth2');
        // As after the key of these rows was taken out of the ring.
        await app.db
            .updateTable('integrations')
            .set({ secrets: Buffer.from('sealed by a key that is gone') })
            .execute();
        return diagnose();
    },
    async integration_switched_off() {
        await app.integrate('unauthenticated', { enabled: true });
        await app.call(importConnection, { body: { provider_config_key: 'unauthenticated', credentials: { type: 'NONE' } } });
        await app.call(updateIntegration, { params: { id: 'unauthenticated' }, body: { enabled: false } });
        return diagnose();
    },
    async integration_frozen() {
        const integration = await app.integrate('unauthenticated');
        await app.call(createFreeze, { body: { integration_id: integration, reason: 'test' } });
        const found = await diagnose();
        await app.db.deleteFrom('freezes').execute();
        return found;
    },
    async integration_not_offered() {
        for (const key of ['offered', 'forgotten']) await app.integrate('unauthenticated', { unique_key: key });
        await app.session({ allowed_integrations: ['offered'] });
        const found = await diagnose();
        await app.db.deleteFrom('connect_sessions').execute();
        return found;
    },
    async sandbox_in_production() {
        await app.callAs(app.keys.prod)(createIntegration, { body: { provider: 'sandbox-api-key', unique_key: 'key' } });
        return diagnose('', { token: app.keys.prod });
    },
    async egress_blocked() {
        await app.integrate('sandbox-oauth2');
        return withServer({ allowPrivateHosts: [] }, (at) => diagnose('', { at }));
    },
    async provider_unreachable() {
        await app.integrate('sandbox-oauth2');
        return withServer({ sandboxUrl: 'http://127.0.0.1:1', allowPrivateHosts: ['127.0.0.1:1'] }, (at) => diagnose('', { at }));
    },
    async provider_failing() {
        await app.integrate('sandbox-oauth2');
        await breakProvider(app, '^/oauth', { type: 'status', code: 503 });
        return diagnose();
    },
    async client_id_unknown() {
        await app.integrate('sandbox-oauth2', { credentials: { ...sandboxClient, client_id: 'of-another-app' } });
        return diagnose();
    },
    async client_secret_refused() {
        await app.integrate('sandbox-oauth2', { credentials: { ...sandboxClient, client_secret: 'expired' } });
        return diagnose();
    },
    async redirect_uri_mismatch() {
        await app.integrate('sandbox-oauth2');
        return withServer({ publicUrl: 'https://patchbay.example.com' }, (at) => diagnose('', { at }));
    },
    async scopes_refused() {
        await app.integrate('sandbox-oauth2');
        await app.sandbox.control('modes', { withheld_scopes: ['contacts.read'] });
        await signIn(app, await app.session(), 'sandbox-oauth2');
        return diagnose();
    },
    async offline_scope_missing() {
        await app.integrate('sandbox-oauth2', { scopes: ['openid', 'profile', 'email', 'contacts.read'] });
        await connectBySignIn(app, 'sandbox-oauth2');
        return diagnose();
    },
    async refresh_token_missing() {
        await app.integrate('sandbox-oauth2');
        await app.sandbox.control('modes', { refresh_token: 'absent' });
        await connectBySignIn(app, 'sandbox-oauth2');
        return diagnose();
    },
    async wrong_host() {
        const integration = await app.integrate('private-api-bearer', { integration_config: { base_url: `${app.sandbox.url}/keyed` } });
        const credentials = { type: 'API_KEY' as const, apiKey: BEARER_API_KEYS.acme };
        await app.call(importConnection, { body: { provider_config_key: integration, connection_id: 'c', credentials } });
        await callThrough('c', integration, '/v1/account', 3);
        return diagnose();
    },
    async rate_limited() {
        const integration = await app.integrate('sandbox-api-key');
        const credentials = { type: 'API_KEY' as const, apiKey: BEARER_API_KEYS.acme };
        await app.call(importConnection, { body: { provider_config_key: integration, connection_id: 'c', credentials } });
        await breakProvider(app, '^/bearer/v1/account', { type: 'status', code: 429 });
        await callThrough('c', integration, '/v1/account', 6);
        return diagnose();
    },
    async webhook_secret_missing() {
        await app.integrate('github', { credentials: sandboxClient });
        await sendGithub(app, await pathOf(app, 'github'));
        await expect.poll(async () => (await app.db.selectFrom('webhook_counts').selectAll().execute()).length).toBeGreaterThan(0);
        return diagnose('?probe=false');
    },
    async webhook_signatures_refused() {
        await sendGithub(app, await integrateGithub(app, 'hub'), { secret: 'another secret' });
        const counted = () => app.db.selectFrom('webhook_counts').selectAll().where('outcome', '=', 'invalid_signature').execute();
        await expect.poll(async () => (await counted()).length).toBeGreaterThan(0);
        return diagnose('?probe=false');
    },
    async sign_in_cookie_lost() {
        await app.integrate('sandbox-oauth2');
        for (let time = 0; time < 2; time += 1) {
            const attempt = await startSignIn(await app.session(), 'sandbox-oauth2');
            await app.browser().get(await app.browser().consent(attempt.launch_url));
        }
        return diagnose();
    },
    async sign_ins_never_return() {
        await app.integrate('sandbox-oauth2');
        for (let time = 0; time < 2; time += 1) {
            const attempt = await startSignIn(await app.session(), 'sandbox-oauth2');
            await app.browser().launch(attempt.launch_url);
        }
        await app.db.updateTable('attempts').set({ expires_at: app.clock.now(), launch_expires_at: app.clock.now() }).execute();
        await expireAttempts(app.server.deps);
        return diagnose();
    },
    async app_in_test_mode() {
        await using other = await startTestApp();
        await other.integrate('sandbox-oauth2');
        for (const account of ['ada', 'grace']) await connectBySignIn(other, 'sandbox-oauth2', { account });
        other.clock.advance(7 * dayMs);
        for (const account of ['ada', 'grace']) await other.sandbox.control('revoke', { account });
        for (const { connection_id: id } of await other.connections())
            await other.raw(`/connections/${id}?provider_config_key=sandbox-oauth2&force_refresh=true`);
        return (await diagnose('', { at: other })).filter(({ code }) => code !== 'clock_skew');
    },
    async clock_skew() {
        await using other = await startTestApp();
        other.clock.advance(10 * 60_000);
        return await diagnose('', { at: other });
    }
};

const found: DoctorCode[] = [];

test.for(doctorCodes)('%s is named with evidence, and nothing else is', async (code) => {
    const findings = await misconfigurations[code]?.();
    expect(findings?.map((finding) => finding.code)).toEqual([code]);
    const [finding] = findings ?? [];
    expect(finding?.evidence.join(' ')).toMatch(/\w/);
    expect(finding?.message).not.toContain('{app}');
    expect(JSON.stringify(findings)).not.toContain(sandboxClient.client_secret);
    found.push(code);
});

test('at least 19 of 20 misconfigurations are named', () => {
    expect(found.length / doctorCodes.length).toBeGreaterThanOrEqual(19 / 20);
});

test('a healthy setup has no findings', async () => {
    await app.integrate('sandbox-oauth2');
    await app.integrate('sandbox-api-key');
    await connectBySignIn(app, 'sandbox-oauth2');
    expect(await diagnose(`?origin=https://app.example.com`)).toEqual([]);
    expect(await diagnose('?integration=sandbox-oauth2')).toEqual([]);
    expect((await app.raw('/doctor?integration=unknown')).status).toBe(404);
});

test('without probes nothing is sent to a provider', async () => {
    await app.integrate('sandbox-oauth2', { credentials: { ...sandboxClient, client_secret: 'expired' } });
    await app.sandbox.control('journal', undefined, 'DELETE');
    expect(await diagnose('?probe=false')).toEqual([]);
    expect(await app.sandbox.control('journal')).toMatchObject({ requests: [] });
    expect((await diagnose()).map(({ code, evidence }) => [code, evidence])).toEqual([
        [
            'client_secret_refused',
            [expect.stringContaining(`The token endpoint at ${sandboxHost()} was asked: it responded with “invalid_client`)]
        ]
    ]);
});
