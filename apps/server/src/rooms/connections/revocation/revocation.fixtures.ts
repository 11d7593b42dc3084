import { deleteConnection, type SuccessOut } from '@patchbay/contracts';
import { providers } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { requestsAt } from '../../connect/attempts/attempts.fixtures.ts';

export const revocationPath = '^/oauth/token/revocation$';

const oauth = providers.get('sandbox-oauth2');
if (oauth?.auth_mode !== 'OAUTH2') throw new Error('The sandbox has no OAuth.');
const { revocation_url: _, ...byHook } = oauth;

const providersWithRevocations = new Map([
    ...providers,
    // One grant for an account and an app, as at Google.
    ['one-grant', { ...oauth, id: 'one-grant', revocation_ends: 'account' }],
    // By a call to the API, for which the access token has to be good, as at Slack.
    [
        'by-hook',
        {
            ...byHook,
            id: 'by-hook',
            revoke: async ({ request }) => {
                const { status } = await request({ url: '/oauth/me' });
                return status === 200 ? { outcome: 'revoked' } : { outcome: 'failed', reason: `It responded with ${status}.` };
            }
        }
    ]
]);

/** With an integration for each way to revoke a grant, and for those that have none. */
export async function startWithRevocations(): Promise<TestApp> {
    const app = await startTestApp({ providers: providersWithRevocations });
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-tenants', 'one-grant', 'by-hook', 'sandbox-api-key', 'unauthenticated'])
        await app.integrate(provider);
    return app;
}

/** Another server of the same, which does not wait long for a revocation. */
export function startImpatient(app: TestApp): Promise<TestApp> {
    return startTestApp({ replicaOf: app, providers: providersWithRevocations, providerTimeouts: { revokeMs: 1000 } });
}

export function remove(app: TestApp, id: string, provider_config_key = 'sandbox-oauth2'): Promise<SuccessOut<typeof deleteConnection>> {
    return app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key } });
}

export async function accessTokenOf(app: TestApp, id: string, key = 'sandbox-oauth2'): Promise<string> {
    return String((await app.connection(id, key)).credentials['access_token']);
}

/** Whether the provider still takes it. */
export async function isAlive(app: TestApp, accessToken: string): Promise<boolean> {
    return (await fetch(`${app.sandbox.url}/oauth/me`, { headers: { authorization: `Bearer ${accessToken}` } })).ok;
}

/** How often the provider was asked to revoke a token. */
export function revocations(app: TestApp): Promise<number> {
    return requestsAt(app, revocationPath);
}
