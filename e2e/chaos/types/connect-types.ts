import { AWS_ROLES, AWS_USER, BASIC_USERS, BILL_DEV_KEY } from '@patchbay/sandbox/accounts';
import type { Cluster } from '../cluster.ts';

/** One connection of a type that is renewed, and a path of its API. */
export interface Target {
    type: string;
    integration: string;
    connectionId: string;
    path: string;
}

const [person] = BASIC_USERS;
const ada = { username: person?.user ?? '', password: person?.password ?? '' };

/** A connection of each type whose renewal is not OAuth 2's. */
export async function connectTypes(cluster: Cluster): Promise<Target[]> {
    const { control } = cluster.provider;
    // The casts in this file: answers as the sandbox and the server document them.
    const key = (await control('signing-keys', { account: 'acme' })) as { id: string; private_key: string };
    const app = (await control('github/app')) as Record<'app_id' | 'app_link' | 'private_key' | 'client_id' | 'client_secret', string>;
    const installed = (await control('github/installations', { account: 'ada', action: 'install' })) as { id: number };
    const { app_id: appId, app_link: appLink, private_key: privateKey } = app;
    const aws = { type: 'AWS_SIGV4', client_id: AWS_USER.accessKeyId, client_secret: AWS_USER.secretAccessKey };
    await integrate(cluster, 'sandbox-app', { type: 'APP', app_id: appId, app_link: appLink, private_key: privateKey });
    await integrate(cluster, 'sandbox-aws', aws);
    const { client_id, client_secret, ...rest } = app;
    await integrate(cluster, 'sandbox-custom', { type: 'CUSTOM', client_id, client_secret, ...rest });
    // A rotated refresh token can be lost to a kill, as with OAUTH2: here the person's token lasts.
    await control('github/app', { user_tokens_end: false });
    const { access_token } = (await control('github/people', { account: 'ada' })) as { access_token: string };
    const imports: [provider: string, path: string, credentials: Record<string, unknown>][] = [
        ['sandbox-two-step', '/v1/account', { type: 'TWO_STEP', ...ada, token: 'ended', expires_at: new Date(Date.now() - 1000) }],
        ['sandbox-jwt', '/v1/account', { type: 'JWT', keyId: key.id, privateKey: key.private_key }],
        ['sandbox-signature', '/v1/account', { type: 'SIGNATURE', ...ada }],
        ['sandbox-bill', '/v3/login/session', { type: 'BILL', ...ada, organization_id: '008acme', dev_key: BILL_DEV_KEY }],
        ['sandbox-app', '/installation/repositories', { type: 'APP', app_id: appId, installation_id: String(installed.id) }],
        [
            'sandbox-custom',
            '/installation/repositories',
            { type: 'CUSTOM', app_id: appId, installation_id: String(installed.id), user: { access_token } }
        ]
    ];
    const targets: Target[] = [];
    for (const [integration, path, credentials] of imports) {
        if (integration !== 'sandbox-app' && integration !== 'sandbox-custom') await integrate(cluster, integration);
        const { connection_id: connectionId } = (await ask(cluster, 'POST', '/connections', {
            provider_config_key: integration,
            credentials
        })) as { connection_id: string };
        targets.push({ type: String(credentials['type']), integration, connectionId, path });
    }
    return [...targets, await assumeRole(cluster)];
}

/** Roles cannot be imported: the external id is made for an end user. */
async function assumeRole(cluster: Cluster): Promise<Target> {
    const integration = 'sandbox-aws';
    const session = (await ask(cluster, 'POST', '/connect/sessions', { end_user: { id: 'ada' } })) as { data: { token: string } };
    const { token } = session.data;
    const shown = (await ask(cluster, 'GET', '/connect/session', undefined, token)) as {
        data: { integrations: { id: string; fields: { name: string; default_value: string | null }[] }[] };
    };
    const fields = shown.data.integrations.find(({ id }) => id === integration)?.fields ?? [];
    const externalId = fields.find(({ name }) => name === 'external_id')?.default_value ?? '';
    const { reports: arn } = AWS_ROLES;
    await cluster.provider.control('aws/roles', { arn, external_id: externalId });
    const typed = { credentials: { role_arn: arn }, connection_config: { region: 'eu-west-1', external_id: externalId } };
    const attempt = (await ask(cluster, 'POST', '/connect/attempts', { integration_id: integration, ...typed }, token)) as {
        data: { connection_id?: string; status: string };
    };
    if (attempt.data.connection_id === undefined) throw new Error(`The role was not connected: ${attempt.data.status}`);
    return { type: 'AWS_SIGV4', integration, connectionId: attempt.data.connection_id, path: '/bucket/hello.txt' };
}

async function integrate(cluster: Cluster, provider: string, credentials?: Record<string, string>): Promise<void> {
    await ask(cluster, 'POST', '/integrations', { provider, unique_key: provider, ...(credentials ? { credentials } : {}) });
}

async function ask(cluster: Cluster, method: string, path: string, body?: unknown, token = cluster.secretKey): Promise<unknown> {
    const [server] = cluster.servers;
    const response = await fetch((server?.url ?? '') + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${await response.text()}`);
    return response.json();
}
