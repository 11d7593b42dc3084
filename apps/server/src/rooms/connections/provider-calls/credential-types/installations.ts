import { interpolationValues, interpolateUrl, valueAt } from '@patchbay/providers';
import { readTokenResponse } from '@patchbay/oauth';
import { EgressError, type EgressPurpose } from '../../../../kernel/egress/egress.ts';
import type { KnownAccount } from '../check-credentials.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { scrubberOf } from '../provider-text.ts';
import { secretsOf } from '../provider-secrets.ts';
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

/**
 * Whether the person who has signed in while installing the app can reach the installation. Their
 * token is used for this alone.
 * @returns undefined when the provider did not respond as it should
 */
export async function reachesInstallation(
    deps: ProviderCallDeps,
    use: InstallationUse,
    { code, client }: { code: string; client: { clientId: string; clientSecret: string } },
    purpose: EgressPurpose
): Promise<'yes' | 'no' | 'code_refused' | 'client_refused' | undefined> {
    const { provider } = use.integration;
    const { user } = provider.installation;
    const values = interpolationValues({ connectionConfig: use.config, sandboxUrl: deps.config.sandboxUrl });
    const [tokenUrl, listUrl] = [user.token_url, user.installations_url].map((template) => interpolateUrl(template, values));
    if (tokenUrl === undefined || listUrl === undefined) return undefined;
    const send = async (request: { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }) => {
        const { host } = new URL(request.url);
        const response = await deps.egress.request({ ...request, purpose, timeoutMs: deps.providerTimeouts.tokenMs, allowedHosts: [host] });
        return { status: response.status, body: response.body.toString('utf8') };
    };
    try {
        const read = readTokenResponse(
            await send({
                url: tokenUrl,
                method: 'POST',
                headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
                body: new URLSearchParams({ client_id: client.clientId, client_secret: client.clientSecret, code }).toString()
            }),
            { now: deps.clock.now() }
        );
        if (!read.ok) return read.kind === 'refused' ? 'code_refused' : read.kind === 'misconfigured' ? 'client_refused' : undefined;
        // For the log of requests, which knows the others.
        scrubberOf(read.token.accessToken);
        const headers = { accept: 'application/json', authorization: `Bearer ${read.token.accessToken}` };
        for (let page = 1; page <= maxPages; page += 1) {
            const { status, body } = await send({ url: `${listUrl}?per_page=${pageSize}&page=${page}`, method: 'GET', headers });
            const list = status === 200 ? valueAt(parseJson(body), user.list) : undefined;
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
