import { createHash } from 'node:crypto';
import { OAUTH_CLIENT } from '@patchbay/sandbox/accounts';
import { consentAt } from '@patchbay/test-kit';
import { spawnSandbox } from './sandbox-process.ts';

/** A grant as the provider issued it. */
export interface Grant {
    accessToken: string;
    refreshToken: string;
}

/** What the provider did for one refresh token. */
export interface RefreshTokenCalls {
    /** Hex SHA-256. */
    refresh_token: string;
    grant: string | null;
    granted: number;
    refused: number;
}

/** One refresh request that arrived at the provider. */
export interface RefreshRequest {
    time: Date;
    /** Hex SHA-256 of the token that was presented. */
    refreshToken: string;
    /** null: the caller was gone before the response. */
    status: number | null;
}

/** The sandbox as a provider of OAuth. */
export interface OAuthProvider {
    url: string;
    /** How difficult it is: the sandbox's modes. */
    be(modes: Record<string, unknown>): Promise<void>;
    /** Rules for single requests; an empty list ends them. */
    fail(rules: unknown[]): Promise<void>;
    /** A verb of the control plane of one of the sandbox's vendors. */
    control(verb: string, body?: unknown): Promise<unknown>;
    signIn(): Promise<Grant>;
    accepts(accessToken: string): Promise<boolean>;
    /** In the order in which the tokens became known. */
    refreshTokens(): Promise<RefreshTokenCalls[]>;
    refreshRequests(): Promise<RefreshRequest[]>;
    stop(): Promise<void>;
}

export async function startProvider(): Promise<OAuthProvider> {
    const { url, control, stop } = await spawnSandbox();
    // The casts in this file: answers as the sandbox documents them.
    return {
        url,
        control,
        be: async (modes) => void (await control('modes', modes)),
        fail: async (rules) => void (await control('faults', rules)),
        signIn: () => signIn(url),
        accepts: async (accessToken) => (await fetch(`${url}/oauth/me`, { headers: { authorization: `Bearer ${accessToken}` } })).ok,
        refreshTokens: async () => ((await control('token-calls')) as { refresh_tokens: RefreshTokenCalls[] }).refresh_tokens,
        async refreshRequests() {
            const { requests } = (await control('journal?path_regex=%5E%2Foauth%2Ftoken%24')) as {
                requests: { time: string; status: number | null; form: Record<string, string[]> }[];
            };
            return requests.flatMap(({ time, status, form }) =>
                form['grant_type']?.[0] === 'refresh_token'
                    ? [{ time: new Date(time), status, refreshToken: form['refresh_token']?.[0] ?? '' }]
                    : []
            );
        },
        stop
    };
}

/** As the sandbox's control plane shows a token. */
export function hashOf(token: string): string {
    return createHash('sha256').update(token).digest('hex');
}

/** Signs in at the sandbox and grants all scopes that are asked for. */
export async function signIn(url: string): Promise<Grant> {
    const redirectUri = 'http://localhost:3003/oauth/callback';
    const question = new URLSearchParams({
        response_type: 'code',
        client_id: OAUTH_CLIENT.id,
        redirect_uri: redirectUri,
        scope: 'openid profile offline_access contacts.read',
        prompt: 'consent',
        state: 'chaos'
    });
    const callback = await consentAt(`${url}/oauth/auth?${question}`);
    const response = await fetch(`${url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
            grant_type: 'authorization_code',
            code: callback.searchParams.get('code') ?? '',
            redirect_uri: redirectUri,
            client_id: OAUTH_CLIENT.id,
            client_secret: OAUTH_CLIENT.secret
        })
    });
    const { access_token: accessToken, refresh_token: refreshToken } = (await response.json()) as Record<string, string | undefined>;
    if (accessToken === undefined || refreshToken === undefined) throw new Error(`The sandbox gave no tokens: ${response.status}`);
    return { accessToken, refreshToken };
}
