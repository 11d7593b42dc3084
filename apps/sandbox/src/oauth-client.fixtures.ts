import * as oauth from 'oauth4webapi';
import { OAUTH_CC_CLIENT, OAUTH_CLIENT } from './accounts.ts';
import { controlClient } from './control.fixtures.ts';
import { FormBrowser } from './form-browser.ts';
import type { Arrival } from './form-browser.ts';
import type { Modes } from './modes.ts';
import type { Sandbox } from './sandbox.ts';

export const CALLBACK = 'http://localhost:3003/oauth/callback';
export const SCOPE = 'openid profile email offline_access contacts.read';

const insecure = { [oauth.allowInsecureRequests]: true };
const client: oauth.Client = { client_id: OAUTH_CLIENT.id };
const byBasic = oauth.ClientSecretBasic(OAUTH_CLIENT.secret);

export type Tokens = oauth.TokenEndpointResponse;

/** An OAuth client that follows the standards only, and the control plane beside it. */
export type OAuthTester = Awaited<ReturnType<typeof discover>>;

/** Reads the sandbox's metadata and gives everything a client can do with it. */
export async function discover(sandbox: Sandbox) {
    const issuer = new URL(`${sandbox.url}/oauth`);
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));

    const control = controlClient(sandbox);

    const authorizationUrl = (parameters: Record<string, string> = {}): URL => {
        const url = new URL(server.authorization_endpoint ?? '');
        const request = { client_id: client.client_id, redirect_uri: CALLBACK, response_type: 'code', scope: SCOPE, ...parameters };
        url.search = new URLSearchParams(request).toString();
        return url;
    };

    /** As far as the code. */
    const authorize = async (account = 'ada', { pkce = true, scope = SCOPE } = {}) => {
        const verifier = oauth.generateRandomCodeVerifier();
        const challenge: Record<string, string> = pkce
            ? { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
            : {};
        const url = authorizationUrl({ state: 'state-1', scope, ...challenge });
        const arrival = await new FormBrowser().consent(url, { account, decision: 'allow' });
        if (!('callback' in arrival)) throw new Error(`The browser stayed on a page: ${arrival.html}`);
        return { parameters: oauth.validateAuthResponse(server, client, arrival.callback, 'state-1'), verifier };
    };

    const redeem = async (
        parameters: URLSearchParams,
        verifier: string | typeof oauth.nopkce,
        authentication: oauth.ClientAuth = byBasic
    ): Promise<Tokens> => {
        const validated = oauth.validateAuthResponse(server, client, parameters, oauth.skipStateCheck);
        const response = await oauth.authorizationCodeGrantRequest(server, client, authentication, validated, CALLBACK, verifier, insecure);
        return oauth.processAuthorizationCodeResponse(server, client, response);
    };

    /** The unparsed response to a refresh, for responses that a client must reject. */
    const refreshResponse = (token: string | undefined, signal?: AbortSignal): Promise<Response> =>
        oauth.refreshTokenGrantRequest(server, client, byBasic, token ?? '', { ...insecure, ...(signal ? { signal } : {}) });

    return {
        server,
        client,
        control,
        authorizationUrl,
        authorize,
        redeem,
        refreshResponse,
        setModes: (modes: Partial<Modes>) => control('modes', modes),
        /** From the sign-in page to the tokens. */
        async signIn(account?: string, options?: { scope?: string }): Promise<Tokens> {
            const { parameters, verifier } = await authorize(account, options);
            return redeem(parameters, verifier);
        },
        /** @throws {oauth.ResponseBodyError} with the server's error code, where it refuses */
        async refresh(token: string | undefined): Promise<Tokens> {
            return oauth.processRefreshTokenResponse(server, client, await refreshResponse(token));
        },
        async machineTokens(scope = 'contacts.read'): Promise<Tokens> {
            const machine: oauth.Client = { client_id: OAUTH_CC_CLIENT.id };
            const authentication = oauth.ClientSecretBasic(OAUTH_CC_CLIENT.secret);
            const response = await oauth.clientCredentialsGrantRequest(server, machine, authentication, { scope }, insecure);
            return oauth.processClientCredentialsResponse(server, machine, response);
        },
        async userInfo(tokens: Tokens, expectedSubject: string): Promise<oauth.UserInfoResponse> {
            const response = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
            return oauth.processUserInfoResponse(server, client, expectedSubject, response);
        },
        async revoke(token: string | undefined, signal?: AbortSignal): Promise<void> {
            const options = { ...insecure, ...(signal ? { signal } : {}) };
            await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, byBasic, token ?? '', options));
        },
        /** What the API says to a token. */
        api: ({ access_token: token }: Tokens, path = '/api/me'): Promise<Response> =>
            fetch(sandbox.url + path, { headers: { authorization: `Bearer ${token}` } })
    };
}

export function callbackOf(arrival: Arrival): Record<string, string> {
    if (!('callback' in arrival)) throw new Error(`The browser stayed on a page: ${arrival.html}`);
    return Object.fromEntries(arrival.callback.searchParams);
}
