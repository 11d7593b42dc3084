import type { TokenResponse as ReadTokenResponse } from '@patchbay/oauth';
import { interpolationValues, interpolateUrl, type OAuth1Provider, resolveTemplates } from '@patchbay/providers';
import { oauth1Authorization } from '@patchbay/signatures';
import type { EgressPurpose } from '../../../../kernel/egress/egress.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import type { OAuthClient } from '../../connection-store/client-of.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import type { Scrubber } from '../provider-text.ts';
import { secretsOf } from '../provider-secrets.ts';
import { type SentTokenRequest, sendTokenRequest, type TokenRefusal } from '../request-token.ts';
import { clockProblem } from './clock-problem.ts';
import { oauth1Signer, signedOnce } from './sign-request.ts';

/** A token and its secret, whether temporary or for ever. */
export interface OAuth1Pair {
    token: string;
    secret: string;
}

/** Who asks, and with which values of a connection. */
export interface OAuth1Use {
    integration: Integration & { provider: OAuth1Provider };
    config: Record<string, unknown>;
    client: OAuthClient;
}

/** What one of the two requests is signed with. */
type Step = { kind: 'temporary'; callback: string } | { kind: 'token'; temporary: OAuth1Pair; verifier: string };

export type OAuth1Reply =
    | { ok: true; pair: OAuth1Pair; raw: Record<string, unknown>; scrubber: Scrubber }
    | { ok: false; refusal: TokenRefusal | { kind: 'unresolved' } };

/**
 * Of the problem reporting extension: what the app's owner has to change. A wrong secret is one.
 * @see https://oauth.pbworks.com/w/page/12904261/ProblemReporting
 */
const appProblems = /^(?:consumer_key_|signature_|parameter_|version_)/;
const clockProblems = ['timestamp_refused', 'timestamp_rejected'];
/** Responses are short; longer ones are none. */
const maxCharacters = 16_384;

/** Requests temporary credentials (RFC 5849 §2.1), or the token that they are traded for (§2.3). */
export async function requestOAuth1(deps: ProviderCallDeps, use: OAuth1Use, step: Step, purpose: EgressPurpose): Promise<OAuth1Reply> {
    const { integration, config } = use;
    const request = oauth1Request(deps, use, step);
    if (!request) return { ok: false, refusal: { kind: 'unresolved' } };
    const spent = step.kind === 'token' ? [step.verifier, step.temporary.secret] : [];
    const secrets = secretsOf({ integration, credentials: { type: 'OAUTH1' }, config, spent: [...spent, use.client.clientSecret] });
    let pair: OAuth1Pair | undefined;
    const response = await sendTokenRequest(deps, integration.provider, request, secrets, purpose, (received, now) => {
        const read = readOAuth1Response(received, step.kind, clockProblem(integration, received.date, now));
        // Not what is scrubbed: some providers keep the temporary token as the one that lasts.
        if (read.ok) pair = { token: read.token.accessToken, secret: String(read.token.raw['oauth_token_secret']) };
        return read;
    });
    if (!response.ok) return response;
    if (!pair) return { ok: false, refusal: { kind: 'malformed', status: 200 } };
    return { ok: true, pair, raw: response.token.raw, scrubber: response.scrubber };
}

/** @returns undefined when the configuration lacks what the address needs */
export function oauth1Request(
    { config, ...deps }: Pick<ProviderCallDeps, 'clock' | 'ids' | 'config'>,
    { integration: { provider }, config: connectionConfig, client }: OAuth1Use,
    step: Step
): SentTokenRequest | undefined {
    const values = interpolationValues({ connectionConfig, sandboxUrl: config.sandboxUrl });
    const isTemporary = step.kind === 'temporary';
    const address = interpolateUrl(isTemporary ? provider.request_url : provider.token_url, values, provider.connection_config);
    if (address === undefined || client.clientId === '') return undefined;
    const method = (isTemporary ? provider.request_http_method : provider.token_http_method) ?? 'POST';
    const params = new URLSearchParams(isTemporary ? resolveTemplates(provider.request_params, values) : {});
    const url = new URL(address);
    if (method === 'GET') for (const [name, value] of params) url.searchParams.set(name, value);
    const form = method === 'POST' && params.size > 0 ? params.toString() : undefined;
    const authorization = oauth1Authorization(
        { method, url: url.href, form },
        {
            ...oauth1Signer(provider, client),
            token: isTemporary ? undefined : { key: step.temporary.token, secret: step.temporary.secret }
        },
        signedOnce(deps),
        isTemporary ? { oauth_callback: step.callback } : { oauth_verifier: step.verifier }
    );
    return {
        url: url.href,
        method,
        headers: {
            accept: 'application/x-www-form-urlencoded',
            authorization,
            ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {})
        },
        ...(method === 'POST' ? { body: form ?? '' } : {})
    };
}

/** @param clock what is wrong with ours, where it is */
export function readOAuth1Response(
    { status, body }: { status: number; body: string },
    kind: Step['kind'],
    clock: string | undefined
): ReadTokenResponse {
    const fields = body.length > maxCharacters ? {} : Object.fromEntries(new URLSearchParams(body.trim()));
    const { oauth_token: token = '', oauth_token_secret: secret = '', oauth_problem: problem } = fields;
    if (status < 200 || status >= 300 || problem !== undefined) return refusalOf({ status, body, problem }, kind, clock);
    if (token === '' || secret === '') return { ok: false, kind: 'malformed' };
    // RFC 5849 §2.1: else it is OAuth 1.0, where an attacker can finish another's sign-in.
    if (kind === 'temporary' && fields['oauth_callback_confirmed'] !== 'true')
        return { ok: false, kind: 'misconfigured', error: 'callback_not_confirmed', description: 'It did not confirm the callback.' };
    return { ok: true, token: { accessToken: token, raw: fields } };
}

function refusalOf(
    { status, body, problem }: { status: number; body: string; problem: string | undefined },
    kind: Step['kind'],
    clock: string | undefined
): ReadTokenResponse {
    const isUsed = problem?.startsWith('nonce_') === true;
    if (isUsed || status === 429 || status === 408 || status >= 500) return { ok: false, kind: 'transient' };
    const isUntimely = problem === undefined ? status === 400 || status === 401 : clockProblems.includes(problem);
    if (isUntimely && clock !== undefined) return { ok: false, kind: 'misconfigured', error: 'timestamp_refused', description: clock };
    const words = problem === undefined && /^[^<]{1,1000}$/.test(body) ? { description: body } : {};
    const error = problem === undefined ? {} : { error: problem };
    // Temporary credentials are asked for by the app alone; the rest came through a browser.
    const isApps = kind === 'temporary' || (problem !== undefined && appProblems.test(problem));
    return { ok: false, kind: isApps ? 'misconfigured' : 'refused', ...error, ...words };
}
