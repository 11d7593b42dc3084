import { setTimeout as sleep } from 'node:timers/promises';
import { revocationRequest } from '@patchbay/oauth';
import {
    interpolationValues,
    interpolateUrl,
    type OAuth2Provider,
    type Provider,
    type Revocation,
    UnsafeValueError
} from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { type Egress, EgressError } from '../../../kernel/egress/egress.ts';
import { scrubberOf } from '../../../kernel/egress/provider-text.ts';
import { clientOf } from '../connection-store/client-of.ts';
import { providerRequest } from '../provider-calls/provider-request.ts';
import { secretsOf } from '../provider-calls/provider-secrets.ts';
import { isOurFault } from '../provider-calls/request-token.ts';
import { resolveTokenEndpoint } from '../provider-calls/resolve-token-endpoint.ts';
import { type Candidate } from '../connection-store/candidate.ts';

type Effects = Pick<Deps, 'egress' | 'config' | 'log' | 'providerPatience'>;

/** Of the time that there is; the rest is for a second try. */
const shareOfFirstTry = 0.6;
/** Codes for a token that means nothing any more, which RFC 7009 (2.2) would not call an error. */
const goneErrors = ['invalid_token', 'invalid_grant'];

/**
 * Asks the provider to end what was granted: by RFC 7009 or as its definition does it, twice if it is down for a moment, within
 * `providerPatience.revokeMs` in all. Never throws; who calls deletes whatever came of it.
 */
export async function revokeGrant(deps: Effects, candidate: Candidate): Promise<Revocation> {
    const { provider, row } = candidate.integration;
    const { reason, ...rest } = await ask(deps, candidate);
    const revocation: Revocation = reason === undefined ? rest : { ...rest, reason: scrubberOf(secretsOf(candidate)).text(reason) };
    const about = { provider: provider.id, integration_id: row.unique_key, code: revocation.outcome };
    if (revocation.outcome === 'failed') deps.log.warn('grant_not_revoked', { ...about, reason: revocation.reason ?? '' });
    else if (revocation.outcome === 'revoked') deps.log.info('grant_revoked', about);
    return revocation;
}

/** Why the provider need not be asked; undefined when it can be. */
export function whyIrrevocable(provider: Provider): string | undefined {
    const name = provider.display_name;
    if (provider.auth_mode === 'NONE') return 'There is nothing to take back.';
    if (provider.auth_mode !== 'OAUTH2') return `What was typed in is valid until somebody deletes it at ${name}.`;
    if (provider.revoke ?? provider.revocation_url) return undefined;
    return `${name} lets only the end user take access back, in the settings of their account.`;
}

async function ask(deps: Effects, candidate: Candidate): Promise<Revocation> {
    const { integration, credentials, config, grant } = candidate;
    const { provider } = integration;
    const name = provider.display_name;
    const reason = whyIrrevocable(provider);
    if (provider.auth_mode !== 'OAUTH2' || reason !== undefined) return { outcome: 'unsupported', reason: reason ?? '' };
    // RFC 7009 (2.1): only the client that a token was issued to may revoke it, and a replaced one's secret is gone.
    if (grant?.clientId !== undefined && grant.clientId !== clientOf(integration, credentials).clientId)
        return failed('It was granted to an OAuth app that the integration no longer has.');
    const { revokeMs } = deps.providerPatience;
    const egress = withSecondTry(deps.egress, revokeMs);
    try {
        if (!provider.revoke) return await revokeByStandard({ ...deps, egress }, provider, candidate);
        const request = providerRequest({ ...deps, egress }, candidate, revokeMs);
        if (!request) return failed(`The address of ${name} cannot be made from the configuration of the connection.`);
        return await provider.revoke({ credentials, connectionConfig: config, client: clientOf(integration, credentials), request });
    } catch (error) {
        if (error instanceof UnsafeValueError || (error instanceof EgressError && isOurFault(error.code)))
            return failed(`The address of ${name} may not be called.`);
        if (error instanceof EgressError || isTimeout(error)) return failed(`${name} could not be reached or did not answer in time.`);
        deps.log.error('grant_not_revoked: the provider sent an unexpected response', { provider: provider.id, error });
        return failed(`${name} answered something unexpected.`);
    }
}

/** RFC 7009: the refresh token, where there is one, because the access goes with it. */
async function revokeByStandard(
    { egress, config, providerPatience }: Pick<Effects, 'egress' | 'config' | 'providerPatience'>,
    provider: OAuth2Provider,
    { integration, credentials, config: connectionConfig }: Candidate
): Promise<Revocation> {
    const name = provider.display_name;
    const client = clientOf(integration, credentials);
    const values = interpolationValues({ credentials, connectionConfig, client, sandboxUrl: config.sandboxUrl });
    const endpoint = resolveTokenEndpoint(provider, values, client);
    const address = interpolateUrl(provider.revocation_url ?? '', values, provider.connection_config);
    const { refresh_token: refreshToken, access_token: accessToken } = credentials;
    const token = refreshToken ?? accessToken;
    if (!endpoint || address === undefined || typeof token !== 'string')
        return failed(`The connection lacks what ${name} would have to be told.`);
    const isJson = provider.revocation_body_format === 'json';
    const request = revocationRequest({
        ...endpoint,
        tokenUrl: address,
        bodyFormat: isJson ? 'json' : 'form',
        params: undefined,
        token,
        tokenTypeHint: isJson ? undefined : refreshToken === undefined ? 'access_token' : 'refresh_token'
    });
    const answer = await egress.request({
        ...request,
        signal: AbortSignal.timeout(providerPatience.revokeMs),
        allowedHosts: [new URL(address).host]
    });
    if (answer.status >= 200 && answer.status < 300) return { outcome: 'revoked' };
    const error = errorCode(answer.body.toString('utf8'));
    if (goneErrors.includes(error)) return { outcome: 'revoked' };
    if (error === 'unsupported_token_type') return { outcome: 'unsupported', reason: `${name} does not take back access of this kind.` };
    return failed(`${name} answered ${answer.status}${error && ` ${error}`}.`);
}

/** Tries one request of the whole conversation again. Revoking twice is revoking once. */
function withSecondTry(egress: Egress, totalMs: number): Egress {
    let isSpent = false;
    const send: Egress['request'] = (input) => egress.request({ ...input, timeoutMs: totalMs * shareOfFirstTry });
    return {
        ...egress,
        async request(input) {
            const answer = await send(input).catch((error: unknown) => {
                if (isSpent || !(error instanceof EgressError) || isOurFault(error.code)) throw error;
                return undefined;
            });
            if (answer && (isSpent || (answer.status < 500 && answer.status !== 429))) return answer;
            isSpent = true;
            await sleep(totalMs / 10, undefined, input.signal ? { signal: input.signal } : {});
            return send(input);
        }
    };
}

function errorCode(body: string): string {
    try {
        const { error } = Object(JSON.parse(body)) as { error?: unknown };
        return typeof error === 'string' && /^\w{1,60}$/.test(error) ? error : '';
    } catch {
        return '';
    }
}

function isTimeout(error: unknown): boolean {
    return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

function failed(reason: string): Revocation {
    return { outcome: 'failed', reason };
}
