import { type AttemptView, getConnectSession } from '@patchbay/contracts';
import type { Provider } from '@patchbay/providers';
import {
    AWS_ROLES,
    BASIC_USERS,
    BEARER_API_KEYS,
    BILL_DEV_KEY,
    consentAt,
    type EndUser,
    NETSUITE_TOKENS,
    OAUTH_CC_CLIENT,
    type TestApp
} from '@patchbay/test-kit';
import { read, start, startSignIn } from '../../../connect/attempts/attempts.fixtures.ts';
import { addressOf, mcpModes, signInToMcp } from '../../../connect/attempts/mcp.fixtures.ts';
import { atGitHub, install, registerApp, registerCustomApp } from '../../../connect/attempts/installed-app.fixtures.ts';

type Mode = Provider['auth_mode'];

/** `wrong`: with credentials, or by a person, that the vendor refuses. `again`: a reconnect. */
type How = 'first' | 'next' | 'wrong' | 'again';

/** What is special about connecting by one type, at its vendor in the sandbox. */
export interface Journey {
    provider: string;
    /** Beginning of the verbs of its vendor's control plane. */
    vendor: '' | `${string}/`;
    integrate(app: TestApp): Promise<string>;
    connect(app: TestApp, endUser: EndUser, how: How): Promise<AttemptView>;
    /** The attempt's code when the vendor refuses, and what it says to the end user. */
    refused: { code: string; words: RegExp | null };
    /** A path of the API that the vendor answers to these credentials. */
    path: string;
    /** How it is called; absent: by GET. */
    sends?: { method: string; headers: Record<string, string>; body: string };
    /** Where the vendor gets that, as faults match it; absent: at the path. */
    arrivesAt?: string;
    /** As the wire has it; absent: the mode. */
    type?: string;
    /** Where the vendor is asked while connecting, as faults match it. */
    asked: string;
    /** Whether a deletion takes the access back, where that does not follow from the type. */
    revokes?: true;
    /** Absent: nothing renews them. */
    renewal?: {
        /** What is new each time: a path. */
        member: string;
        /** Where the vendor is asked; null: the server makes them alone. */
        asked: string | null;
    };
}

const [person] = BASIC_USERS;
const ada = { username: person?.user ?? '', password: person?.password ?? '' };
const plainly = (provider: string) => (app: TestApp) => app.integrate(provider);

/** A form: what is typed, and what of it is wrong. */
function typed(
    provider: string,
    credentials: Record<string, string>,
    wrong: Record<string, string>,
    config?: Record<string, string>
): Pick<Journey, 'provider' | 'integrate' | 'connect'> {
    return {
        provider,
        integrate: plainly(provider),
        connect: (_app, endUser, how) =>
            start(endUser, provider, {
                credentials: how === 'wrong' ? { ...credentials, ...wrong } : credentials,
                // What a connection has is not asked for again.
                ...(config === undefined || how === 'again' ? {} : { connection_config: config })
            })
    };
}

async function signIn(app: TestApp, endUser: EndUser, how: How): Promise<AttemptView> {
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    await app.browser().signIn(attempt.launch_url, { decision: how === 'wrong' ? 'deny' : 'allow' });
    return read(endUser, attempt.attempt_id);
}

/** The vendor is asked before the browser goes there. */
async function signInByOAuth1(app: TestApp, endUser: EndUser, how: How): Promise<AttemptView> {
    const attempt = await startSignIn(endUser, 'sandbox-oauth1');
    const browser = app.browser();
    const { authorizationUrl } = await browser.launch(attempt.launch_url);
    if (authorizationUrl !== undefined)
        await browser.get(await consentAt(authorizationUrl, { decision: how === 'wrong' ? 'deny' : 'allow' }));
    return read(endUser, attempt.attempt_id);
}

/** The site is asked before the browser goes there, and again with the password. */
async function approvePassword(app: TestApp, endUser: EndUser, how: How): Promise<AttemptView> {
    const attempt = await startSignIn(endUser, 'sandbox-plugin');
    await app.browser().signIn(attempt.launch_url, { decision: how === 'wrong' ? 'deny' : 'allow' });
    return read(endUser, attempt.attempt_id);
}

async function signWithKey(app: TestApp, endUser: EndUser, how: How): Promise<AttemptView> {
    // The control plane's own shape.
    const made = (await app.sandbox.control('signing-keys', { account: 'acme' })) as { id: string; private_key: string };
    return start(endUser, 'sandbox-jwt', { credentials: { keyId: how === 'wrong' ? 'key-other' : made.id, privateKey: made.private_key } });
}

/** A role asks for the external id of one end user, so those who come later have others. */
const laterRoles = [AWS_ROLES.billing, AWS_ROLES.archive];
let taken = 0;

function roleFor(how: How): string {
    if (how === 'wrong') return AWS_ROLES.trusting;
    return how === 'next' ? (laterRoles[(taken += 1) % laterRoles.length] ?? '') : AWS_ROLES.reports;
}

async function assumeRole(app: TestApp, endUser: EndUser, how: How): Promise<AttemptView> {
    const arn = roleFor(how);
    const credentials = { role_arn: arn };
    if (how === 'again') return start(endUser, 'sandbox-aws', { credentials });
    const { integrations } = (await endUser.call(getConnectSession, {})).data;
    const fields = integrations.find(({ id }) => id === 'sandbox-aws')?.fields ?? [];
    const externalId = fields.find(({ name }) => name === 'external_id')?.default_value ?? '';
    if (how !== 'wrong') await app.sandbox.control('aws/roles', { arn, external_id: externalId });
    return start(endUser, 'sandbox-aws', { credentials, connection_config: { region: 'eu-west-1', external_id: externalId } });
}

const installApp =
    (integrationId: string) =>
    async (app: TestApp, endUser: EndUser, how: How): Promise<AttemptView> => {
        if (how === 'wrong') {
            await atGitHub(app, 'grace', 'install');
            await atGitHub(app, 'grace', 'suspend');
        }
        return (await install(app, endUser, { integrationId, account: how === 'wrong' ? 'grace' : 'ada' })).attempt;
    };

/** A sign-in at the sandbox's MCP server. @param form what the end user types before */
function mcp(provider: string, form: (app: TestApp) => object): Journey {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    return {
        provider,
        vendor: 'mcp/',
        // As above.
        integrate: async (app) => {
            await mcpModes(app, { rotates: false });
            return app.integrate(provider);
        },
        connect: async (app, endUser, how) => {
            const decision = how === 'wrong' ? 'deny' : 'allow';
            return (await signInToMcp(app, endUser, { integrationId: provider, typed: how === 'again' ? {} : form(app), decision }))
                .attempt;
        },
        refused: { code: 'consent_denied', words: null },
        path: '/',
        sends: { method: 'POST', headers: { 'content-type': 'application/json' }, body },
        arrivesAt: '/mcp/server$',
        type: 'OAUTH2',
        asked: '/as/token$',
        renewal: { member: 'access_token', asked: '/as/token$' }
    };
}

/** A further type does not compile until it has its line. */
export const journeys: { readonly [M in Exclude<Mode, 'NONE'>]: Journey } = {
    OAUTH2: {
        provider: 'sandbox-oauth2',
        vendor: '',
        // Of a vendor that takes each refresh token once, a response that is lost costs the grant.
        integrate: async (app) => {
            await app.sandbox.control('modes', { refresh_token: 'stays' });
            return app.integrate('sandbox-oauth2');
        },
        connect: signIn,
        refused: { code: 'consent_denied', words: null },
        path: '/api/me',
        asked: '^/oauth/token$',
        renewal: { member: 'access_token', asked: '^/oauth/token$' }
    },
    OAUTH1: {
        provider: 'sandbox-oauth1',
        vendor: 'oauth1/',
        integrate: plainly('sandbox-oauth1'),
        connect: signInByOAuth1,
        refused: { code: 'consent_denied', words: null },
        path: '/me',
        asked: '/request_token$'
    },
    OAUTH2_CC: {
        ...typed(
            'sandbox-oauth2-cc',
            { client_id: OAUTH_CC_CLIENT.id, client_secret: OAUTH_CC_CLIENT.secret },
            { client_secret: 'not-the-secret' }
        ),
        vendor: '',
        refused: { code: 'credentials_rejected', words: /client/i },
        path: '/api/me',
        asked: '^/oauth/token$',
        renewal: { member: 'token', asked: '^/oauth/token$' }
    },
    TWO_STEP: {
        ...typed('sandbox-two-step', ada, { password: 'not-hers' }),
        vendor: '',
        refused: { code: 'credentials_rejected', words: /wrong/ },
        path: '/v1/account',
        asked: '^/session/',
        renewal: { member: 'token', asked: '^/session/v1/renewal$' }
    },
    JWT: {
        provider: 'sandbox-jwt',
        vendor: '',
        integrate: plainly('sandbox-jwt'),
        connect: signWithKey,
        refused: { code: 'credentials_rejected', words: /known key/ },
        path: '/v1/account',
        asked: '^/signed/',
        renewal: { member: 'token', asked: null }
    },
    SIGNATURE: {
        ...typed('sandbox-signature', ada, { password: 'not-hers' }),
        vendor: '',
        refused: { code: 'credentials_rejected', words: /wrong/ },
        path: '/v1/account',
        asked: '^/wsse/',
        renewal: { member: 'token', asked: null }
    },
    BILL: {
        ...typed('sandbox-bill', { ...ada, organization_id: '008acme', dev_key: BILL_DEV_KEY }, { password: 'not-hers' }),
        vendor: '',
        refused: { code: 'credentials_rejected', words: /wrong/ },
        path: '/v3/login/session',
        asked: '^/bill/v3/login$',
        renewal: { member: 'session_id', asked: '^/bill/v3/login$' }
    },
    API_KEY: {
        ...typed('sandbox-api-key', { apiKey: BEARER_API_KEYS.acme }, { apiKey: 'not-a-key' }),
        vendor: '',
        refused: { code: 'credentials_rejected', words: /key/ },
        path: '/v1/account',
        asked: '^/bearer/'
    },
    BASIC: {
        ...typed('sandbox-basic', ada, { password: 'not-hers' }),
        vendor: '',
        refused: { code: 'credentials_rejected', words: /wrong/ },
        path: '/v1/account',
        asked: '^/basic/'
    },
    TBA: {
        ...typed(
            'sandbox-netsuite',
            { token_id: NETSUITE_TOKENS.sandbox.id, token_secret: NETSUITE_TOKENS.sandbox.secret },
            { token_secret: 'not-the-secret' },
            { accountId: '1234567_SB1' }
        ),
        vendor: 'netsuite/',
        refused: { code: 'credentials_rejected', words: /^Invalid login attempt/ },
        path: '/customer/1',
        asked: '.'
    },
    AWS_SIGV4: {
        provider: 'sandbox-aws',
        vendor: 'aws/',
        integrate: plainly('sandbox-aws'),
        connect: assumeRole,
        refused: { code: 'credentials_rejected', words: /without the external ID/ },
        path: '/bucket/hello.txt',
        asked: '/sts/',
        renewal: { member: 'session_token', asked: '/sts/' }
    },
    APP: {
        provider: 'sandbox-app',
        vendor: 'github/',
        integrate: async (app) => app.integrate('sandbox-app', { credentials: await registerApp(app) }),
        connect: installApp('sandbox-app'),
        refused: { code: 'provider_error', words: /suspended/ },
        path: '/installation/repositories',
        asked: '/api/app/',
        renewal: { member: 'access_token', asked: '/access_tokens$' }
    },
    INSTALL_PLUGIN: {
        provider: 'sandbox-plugin',
        vendor: 'wordpress/',
        integrate: plainly('sandbox-plugin'),
        connect: approvePassword,
        refused: { code: 'consent_denied', words: null },
        path: '/wp/v2/users/me',
        type: 'BASIC',
        asked: '/users/me$'
    },
    CUSTOM: {
        provider: 'sandbox-custom',
        vendor: 'github/',
        integrate: async (app) => app.integrate('sandbox-custom', { credentials: await registerCustomApp(app) }),
        connect: installApp('sandbox-custom'),
        refused: { code: 'provider_error', words: /suspended/ },
        path: '/installation/repositories',
        asked: '/api/app/',
        renewal: { member: 'app.access_token', asked: '/access_tokens$' },
        revokes: true
    },
    MCP_OAUTH2: mcp('sandbox-mcp', () => ({})),
    MCP_OAUTH2_GENERIC: mcp('mcp-generic', (app) => addressOf(app))
};
