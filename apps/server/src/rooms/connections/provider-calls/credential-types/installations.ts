import { interpolationValues, interpolateUrl, valueAt } from '@patchbay/providers';
import { EgressError, type EgressPurpose } from '../../../../kernel/egress/egress.ts';
import type { KnownAccount } from '../check-credentials.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { scrubberOf } from '../provider-text.ts';
import { secretsOf } from '../provider-secrets.ts';
import { oauthResponseReader, sendTokenRequest, type TokenResponse } from '../request-token.ts';
import { type AppReply, callAsApp, type InstallationUse, parseJson } from './app-calls.ts';

/** What the provider tells the app of one of its installations. */
export interface Installation {
    account: KnownAccount;
    /** Undefined where the provider did not say when. */
    changedAt: Date | undefined;
    isSuspended: boolean;
}

/** Of a hundred installations each. */
const maxPages = 10;
const pageSize = 100;

/** Asks whether the app has this installation, and whose it is. */
export async function findInstallation(
    deps: ProviderCallDeps,
    use: InstallationUse,
    purpose: EgressPurpose
): Promise<{ ok: true; installation: Installation } | Extract<AppReply, { ok: false }>> {
    const { installation: definition } = use.integration.provider;
    const reply = await callAsApp(deps, use, { method: 'GET', template: definition.url }, purpose);
    if (!reply.ok) return reply;
    const id = textAt(reply.json, definition.id);
    if (id === undefined) return { ok: false, refusal: { kind: 'malformed', status: 200 } };
    const { text } = scrubberOf(secretsOf({ ...use, credentials: { type: 'APP' } }));
    const label = firstAt(reply.json, definition.label) ?? id;
    const changedAt = new Date(firstAt(reply.json, definition.changed_at) ?? '');
    return {
        ok: true,
        installation: {
            account: { id, label: text(label) },
            changedAt: Number.isNaN(changedAt.getTime()) ? undefined : changedAt,
            isSuspended: textAt(reply.json, definition.suspended_at) !== undefined
        }
    };
}

/** Trades the code of a person who has signed in while installing the app. */
export async function signInPerson(
    deps: ProviderCallDeps,
    use: InstallationUse,
    { code, client }: { code: string; client: { clientId: string; clientSecret: string } },
    purpose: EgressPurpose
): Promise<TokenResponse | undefined> {
    const { provider } = use.integration;
    const values = interpolationValues({ connectionConfig: use.config, sandboxUrl: deps.config.sandboxUrl });
    const url = interpolateUrl(provider.installation.user.token_url, values);
    if (url === undefined) return undefined;
    const request = {
        url,
        method: 'POST' as const,
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ client_id: client.clientId, client_secret: client.clientSecret, code }).toString()
    };
    const secrets = secretsOf({ ...use, credentials: { type: 'OAUTH2' }, spent: [code] });
    return sendTokenRequest(deps, provider, request, secrets, purpose, oauthResponseReader(provider));
}

/**
 * Whether that person can reach the installation.
 * @returns undefined when the provider did not respond as it should
 */
export async function reachesInstallation(
    deps: ProviderCallDeps,
    use: InstallationUse,
    accessToken: string,
    purpose: EgressPurpose
): Promise<'yes' | 'no' | undefined> {
    const { user } = use.integration.provider.installation;
    const values = interpolationValues({ connectionConfig: use.config, sandboxUrl: deps.config.sandboxUrl });
    const url = interpolateUrl(user.installations_url, values);
    if (url === undefined) return undefined;
    const common = { purpose, timeoutMs: deps.providerTimeouts.tokenMs, allowedHosts: [new URL(url).host] };
    const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
    try {
        for (let page = 1; page <= maxPages; page += 1) {
            const { status, body } = await deps.egress.request({ ...common, url: `${url}?per_page=${pageSize}&page=${page}`, headers });
            const list = status === 200 ? valueAt(parseJson(body.toString('utf8')), user.list) : undefined;
            if (!Array.isArray(list)) return undefined;
            if (list.some((one) => textAt(one, 'id') === use.config['installation_id'])) return 'yes';
            if (list.length < pageSize) return 'no';
        }
        return 'no';
    } catch (error) {
        if (error instanceof EgressError) return undefined;
        throw error;
    }
}

function firstAt(json: unknown, paths: readonly string[]): string | undefined {
    return paths.map((path) => textAt(json, path)).find((text) => text !== undefined);
}

function textAt(json: unknown, path: string): string | undefined {
    const value = valueAt(json, path);
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && value !== '' ? value : undefined;
}
