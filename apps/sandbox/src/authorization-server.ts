import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';
import type { Configuration, InteractionResults } from 'oidc-provider';
import { findPerson, OAUTH_CC_CLIENT, OAUTH_CLIENT, SCOPES } from './accounts.ts';
import { deliverCallback, isLoopbackCallback } from './callback-delivery.ts';
import type { CallbackMode } from './callback-delivery.ts';
import { consentPage } from './consent-page.ts';
import { replayRequest, sendHtml } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { noticePage, pageHeaders } from './html-page.ts';
import type { TokenStore } from './token-store.ts';

const MOUNT = '/oauth';
const SESSION_COOKIE = 'sandbox_session';
const INTERACTION_PATH = new RegExp(`^${MOUNT}/interaction/[\\w-]+$`);
/** RFC 6749 §3.3: a server may assume a scope where none is asked for. */
const DEFAULT_SCOPE = 'profile contacts.read';
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** What the control plane can change about the pages and the way back. */
export interface BrowserBehaviour {
    openerPolicy: string | null;
    callbackMode: CallbackMode;
}

export interface AuthorizationServer {
    /** Answers everything under `/oauth`. */
    handle(exchange: Exchange): Promise<void>;
    /** Who a live access token speaks for: a person's id, or the client itself (client credentials). Unknown, expired and revoked are all undefined. */
    subjectOf(accessToken: string): Promise<{ personId: string } | { clientId: string } | undefined>;
}

/**
 * An OAuth 2 authorization server on `oidc-provider`, which knows nothing of our client code: code with PKCE (S256 or none), rotating refresh
 * tokens, client credentials, revocation (RFC 7009), userinfo, discovery, and `iss` in its answers (RFC 9207).
 * @param options.publicUrl origin; the issuer is `<publicUrl>/oauth`.
 */
export function createAuthorizationServer(options: {
    publicUrl: string;
    store: TokenStore;
    behaviour: BrowserBehaviour;
}): AuthorizationServer {
    const { behaviour, store } = options;
    const provider = new Provider(options.publicUrl + MOUNT, configuration(store));
    // Registered addresses can't name "any port": the sandbox doesn't know where the app under test will run.
    provider.Client.prototype.redirectUriAllowed = isLoopbackCallback;
    provider.on('server_error', (_context, error) => console.error(error));

    provider.use(async (context, next) => {
        await next();
        const location = context.response.headers['location'];
        if (typeof location === 'string') {
            if (!isLoopbackCallback(location.replace(/[?#].*$/, ''))) return;
            const delivery = deliverCallback(behaviour.callbackMode, location);
            if ('location' in delivery) return context.set('location', delivery.location);
            context.remove('location');
            context.status = 200;
            context.type = 'html';
            context.body = delivery.html;
            context.set(pageHeaders({ openerPolicy: behaviour.openerPolicy, hasScript: delivery.hasScript }));
        } else if (context.response.is('html')) context.set(pageHeaders({ openerPolicy: behaviour.openerPolicy }));
    });
    const callback = provider.callback();

    return {
        async handle(exchange) {
            forgetSession(exchange);
            if (INTERACTION_PATH.test(exchange.url.pathname)) return handleInteraction(provider, behaviour, exchange);
            const { url, response } = exchange;
            if (url.pathname === `${MOUNT}/auth`) {
                // This server always asks for consent; saying so in the request also keeps offline_access (OpenID Connect Core §11).
                if (!url.searchParams.has('prompt')) url.searchParams.set('prompt', 'consent');
                if (!url.searchParams.get('scope')) url.searchParams.set('scope', DEFAULT_SCOPE);
            }
            const target = url.pathname + url.search;
            const replay = replayRequest(exchange, target.slice(MOUNT.length) || '/');
            await callback(Object.assign(replay, { originalUrl: target }), response);
        },
        async subjectOf(accessToken) {
            const token = await provider.AccessToken.find(accessToken);
            if (token) return { personId: token.accountId };
            const machine = await provider.ClientCredentials.find(accessToken);
            return machine?.clientId === undefined ? undefined : { clientId: machine.clientId };
        }
    };
}

function configuration(store: TokenStore): Configuration {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const scopes = Object.keys(SCOPES);
    return {
        adapter: (model: string) => store.adapter(model),
        clients: [
            {
                client_id: OAUTH_CLIENT.id,
                client_secret: OAUTH_CLIENT.secret,
                client_name: OAUTH_CLIENT.name,
                grant_types: ['authorization_code', 'refresh_token'],
                redirect_uris: ['http://localhost:3003/oauth/callback'],
                scope: scopes.join(' ')
            },
            {
                client_id: OAUTH_CC_CLIENT.id,
                client_secret: OAUTH_CC_CLIENT.secret,
                client_name: OAUTH_CC_CLIENT.name,
                grant_types: ['client_credentials'],
                redirect_uris: [],
                response_types: [],
                scope: 'contacts.read contacts.write'
            }
        ],
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
        scopes,
        claims: { openid: ['sub'], profile: ['name', 'given_name', 'family_name'], email: ['email', 'email_verified'] },
        cookies: { names: { session: SESSION_COOKIE, interaction: 'sandbox_interaction', resume: 'sandbox_resume' } },
        features: {
            clientCredentials: { enabled: true },
            devInteractions: { enabled: false },
            revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
            rpInitiatedLogout: { enabled: false }
        },
        // Tokens must outlive the browser session, which is forgotten at once.
        expiresWithSession: () => false,
        findAccount: (_context, id) => {
            const person = findPerson(id);
            if (!person) return undefined;
            const { name, givenName, familyName, email } = person;
            const claims = { sub: id, name, given_name: givenName, family_name: familyName, email, email_verified: true };
            return { accountId: id, claims: () => claims };
        },
        interactions: { url: (_context, interaction) => `${MOUNT}/interaction/${interaction.uid}` },
        issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
        pkce: { required: () => false },
        renderError: (context, out) => {
            const sentence = out.error_description ?? out.error;
            context.type = 'html';
            context.body = noticePage('This can’t go on', `${out.error}: ${sentence}. Go back to the app and start again.`);
        },
        rotateRefreshToken: true,
        ttl: {
            AccessToken: HOUR_S,
            AuthorizationCode: 600,
            ClientCredentials: HOUR_S,
            Grant: 14 * DAY_S,
            IdToken: HOUR_S,
            Interaction: HOUR_S,
            RefreshToken: 14 * DAY_S,
            Session: HOUR_S
        }
    };
}

/** A remembered session would skip the page on the second run; here every run asks. */
function forgetSession({ request }: Exchange): void {
    const cookies = request.headers.cookie?.split(/; */).filter((cookie) => !cookie.startsWith(`${SESSION_COOKIE}=`)) ?? [];
    if (cookies.length > 0) request.headers.cookie = cookies.join('; ');
    else delete request.headers.cookie;
}

async function handleInteraction(
    provider: Provider,
    behaviour: BrowserBehaviour,
    { request, response, method, body }: Exchange
): Promise<void> {
    const headers = pageHeaders({ openerPolicy: behaviour.openerPolicy });
    const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
    if (!interaction) {
        const sentence = 'It was answered already, or it waited for too long. Go back to the app and start again.';
        return sendHtml(response, 400, noticePage('This page is no longer valid', sentence), headers);
    }
    const parameter = (name: string) => {
        const value = interaction.params[name];
        return typeof value === 'string' ? value : undefined;
    };
    const clientId = parameter('client_id') ?? '';
    const scopes = (parameter('scope') ?? '').split(' ').filter((name) => Object.hasOwn(SCOPES, name));
    if (method !== 'POST') {
        const client = await provider.Client.find(clientId);
        const page = consentPage({ appName: client?.clientName ?? clientId, scopes, loginHint: parameter('login_hint') });
        return sendHtml(response, 200, page, headers);
    }

    const form = new URLSearchParams(body.toString());
    const person = findPerson(form.get('account') ?? '');
    let result: InteractionResults = { error: 'access_denied', error_description: 'The person said no' };
    if (form.get('decision') === 'allow') {
        if (!person) {
            return sendHtml(response, 400, noticePage('Which account?', 'Go back and choose the account to continue as.'), headers);
        }
        const grant = new provider.Grant({ accountId: person.id, clientId });
        grant.addOIDCScope(scopes.join(' '));
        result = { login: { accountId: person.id, remember: false }, consent: { grantId: await grant.save() } };
    }
    const returnTo = await provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
    response.statusCode = 303;
    response.setHeader('location', returnTo);
    response.end();
}
