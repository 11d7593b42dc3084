import { readTokenResponse } from '@patchbay/oauth';
import { type TokenResponsePaths, type TokenStep, type TwoStepProvider, valueAt } from '@patchbay/providers';
import type { EgressPurpose } from '../../../../kernel/egress/egress.ts';
import type { Candidate } from '../../connection-store/candidate.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { secretsOf } from '../provider-secrets.ts';
import { sendTokenRequest, type TokenResponse } from '../request-token.ts';
import { stepRequest, stepValues } from './step-request.ts';
import { withoutXml } from './xml.ts';

/** How what was typed is traded for a token. */
export type Login = Pick<TwoStepProvider, 'id' | 'proxy' | 'connection_config' | 'additional_steps' | 'token_response'> & TokenStep;

/** Sends all requests of a login. Undefined where the configuration lacks a value of an address. */
export async function logIn(
    deps: ProviderCallDeps,
    candidate: Candidate,
    provider: Login,
    purpose: EgressPurpose
): Promise<TokenResponse | undefined> {
    const steps: readonly TokenStep[] = [provider, ...(provider.additional_steps ?? [])];
    const responses: Record<string, unknown>[] = [];
    let reply: TokenResponse | undefined;
    for (const [index, step] of steps.entries()) {
        reply = await sendStep(deps, candidate, provider, { step, responses, isLast: index === steps.length - 1 }, purpose);
        if (!reply?.ok) return reply;
        responses.push(reply.token.raw);
    }
    return reply;
}

/** Undefined where the configuration lacks a value of the address. */
export async function sendStep(
    deps: ProviderCallDeps,
    candidate: Candidate,
    provider: Login,
    { step, responses, isLast }: { step: TokenStep; responses: readonly Record<string, unknown>[]; isLast: boolean },
    purpose: EgressPurpose
): Promise<TokenResponse | undefined> {
    const request = stepRequest(step, stepValues(deps, candidate, responses), provider.connection_config);
    if (!request) return undefined;
    const secrets = secretsOf(candidate);
    const known = { ...secrets, issued: [...secrets.issued, textsOf(responses)] };
    return sendTokenRequest(deps, provider, request, known, purpose, ({ status, body }, now) =>
        readTokenResponse(
            { status, body: asObject(body) },
            // The response to an earlier request has no token, and need not have one.
            { now, normalise: (raw) => (isLast ? shaped(provider.token_response, raw) : { access_token: 'none' }) }
        )
    );
}

/** XML as JSON, and of a list of errors the first one. */
function asObject(body: string): string {
    if (!body.trimStart().startsWith('[')) return withoutXml(body);
    try {
        return JSON.stringify(valueAt(JSON.parse(body), '0')) ?? body;
    } catch {
        return body;
    }
}

/** In the shape of RFC 6749 §5. */
export function shaped(paths: TokenResponsePaths, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const at = (path: string | undefined) => (path === undefined ? undefined : valueAt(raw, path));
    const expiration = at(paths.token_expiration);
    const name = paths.token_expiration_strategy === 'expireAt' ? 'expires_at' : 'expires_in';
    return {
        access_token: at(paths.token),
        refresh_token: at(paths.refresh_token),
        ...(typeof expiration === 'string' || typeof expiration === 'number' ? { [name]: expiration } : {})
    };
}

/** Whatever an earlier response brings may be sent on as a secret. */
function textsOf(value: unknown): unknown[] {
    if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
    return typeof value === 'string' && value.length >= 8 ? [value] : [];
}
