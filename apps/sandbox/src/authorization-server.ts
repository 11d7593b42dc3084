import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import Provider, { errors } from 'oidc-provider';
import type { Client, Configuration, InteractionResults, KoaContextWithOIDC } from 'oidc-provider';
import { findPerson, OAUTH_CC_CLIENT, SCOPES } from './accounts.ts';
import { deliverCallback, isLoopbackCallback } from './callback-delivery.ts';
import type { CallbackPlan } from './callback-delivery.ts';
import { consentPage } from './consent-page.ts';
import { formOf, replayRequest, sendHtml } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { messagePage, pageHeaders } from './html-page.ts';
import type { ClientModes } from './modes.ts';
import { delayResponse } from './delay-response.ts';
import { RedirectChains } from './redirect-chain.ts';
import { createTokenEndpoint } from './token-endpoint.ts';
import type { TokenEndpoint } from './token-endpoint.ts';
import type { TokenCalls } from './token-calls.ts';
import type { TokenStore } from './token-store.ts';
import { SIGN_IN_CLIENTS, vendorOfClient } from './vendors.ts';

const MOUNT = '/oauth';
const SESSION_COOKIE = 'sandbox_session';
const INTERACTION_PATH = new RegExp(`^${MOUNT}/interaction/[\\w-]+$`);
/** RFC 6749 §3.3: a server may assume a scope where none is asked for. */
const DEFAULT_SCOPE = 'profile contacts.read';
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** What the control plane can change about the pages and the way back, for every client. */
export interface BrowserBehaviour {
    openerPolicy: string | null;
    callback: CallbackPlan;
}

/** Whom a live access token speaks for, and what it may still do. */
export interface Subject {
    /** undefined: the client itself (client credentials). */
    personId: string | undefined;
    scopes: ReadonlySet<string>;
}

export interface AuthorizationServer {
    /** Answers everything under `/oauth`. */
    handle(exchange: Exchange): Promise<void>;
    /** Unknown, expired and revoked access tokens are all undefined. */
    subjectOf(accessToken: string): Promise<Subject | undefined>;
}

/**
 * An OAuth 2 authorization server on `oidc-provider`: authorization code with PKCE (S256 or none),
 * rotating refresh tokens, client credentials, revocation (RFC 7009), userinfo, discovery, and
 * `iss` (RFC 9207). modes.ts lists its deviations.
 * @param options.publicUrl origin; the issuer is `<publicUrl>/oauth`.
 */
export function createAuthorizationServer(options: {
    publicUrl: string;
    modes: ClientModes;
    store: TokenStore;
    calls: TokenCalls;
    behaviour: BrowserBehaviour;
}): AuthorizationServer {
    const { behaviour, modes } = options;
    const tokenEndpoint = createTokenEndpoint(options);
    const chains = new RedirectChains(`${MOUNT}/onward`);
    const provider = new Provider(options.publicUrl + MOUNT, configuration({ ...options, tokenEndpoint }));
    // Any port: the sandbox does not know where the application under test listens (RFC 8252 §7.3).
    provider.Client.prototype.redirectUriAllowed = isLoopbackCallback;
    provider.on('server_error', (_context, error) => console.error(error));

    provider.use(async (context, next) => {
        // oidc-provider adds its own part before it answers, which this type can't say.
        if (context.path === '/token' && context.method === 'POST') return tokenEndpoint.handle(context as KoaContextWithOIDC, next);
        await next();
        const location = context.response.headers['location'];
        if (typeof location === 'string') {
            if (!isLoopbackCallback(location.replace(/[?#].*$/, ''))) return;
            const delivery = deliverCallback(behaviour.callback, location);
            if ('location' in delivery) {
                await delayResponse(context.res, delivery.ms);
                context.set('location', delivery.hops > 0 ? chains.start(delivery.location, delivery.hops) : delivery.location);
                return;
            }
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
            const { url, response } = exchange;
            if (INTERACTION_PATH.test(url.pathname)) return handleInteraction({ provider, behaviour, modes }, exchange);
            const onward = chains.next(url.pathname);
            if (onward !== undefined) return sendHtml(response, 302, '', { location: onward });
            if (url.pathname === `${MOUNT}/auth`) {
                // This server always asks for consent; `prompt` keeps offline_access (OpenID
                // Connect Core §11).
                if (!url.searchParams.has('prompt')) url.searchParams.set('prompt', 'consent');
                if (!url.searchParams.get('scope')) url.searchParams.set('scope', DEFAULT_SCOPE);
            }
            const target = url.pathname + url.search;
            const replay = replayRequest(exchange, target.slice(MOUNT.length) || '/');
            await callback(Object.assign(replay, { originalUrl: target }), response);
        },
        async subjectOf(accessToken) {
            const token = await provider.AccessToken.find(accessToken);
            // The person may have taken scopes back since the token was issued.
            const grant = token && (await provider.Grant.find(token.grantId ?? ''));
            if (grant) return { personId: token.accountId, scopes: new Set(grant.getOIDCScopeFiltered(token.scopes).split(' ')) };
            const machine = await provider.ClientCredentials.find(accessToken);
            return machine && { personId: undefined, scopes: machine.scopes };
        }
    };
}

function configuration({
    modes,
    store,
    tokenEndpoint
}: {
    modes: ClientModes;
    store: TokenStore;
    tokenEndpoint: TokenEndpoint;
}): Configuration {
    // Made in 0.1 ms; an RSA key would take most of the sandbox's start.
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const scopes = Object.keys(SCOPES);
    return {
        adapter: (model: string) => store.adapter(model),
        clients: [
            ...SIGN_IN_CLIENTS.map(({ id, secret, name }) => ({
                client_id: id,
                client_secret: secret,
                client_name: name,
                grant_types: ['authorization_code', 'refresh_token'],
                redirect_uris: ['http://localhost:3003/oauth/callback'],
                scope: scopes.join(' ')
            })),
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
        clientDefaults: { id_token_signed_response_alg: 'ES256' },
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
        scopes,
        // Tokens end when they say so: tests move the clock by the second.
        clockTolerance: 0,
        claims: { openid: ['sub'], profile: ['name', 'given_name', 'family_name'], email: ['email', 'email_verified'] },
        cookies: { names: { session: SESSION_COOKIE, interaction: 'sandbox_interaction', resume: 'sandbox_resume' } },
        features: {
            clientCredentials: { enabled: true },
            devInteractions: { enabled: false },
            revocation: { enabled: true, allowedPolicy: revocationPolicy(modes) },
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
        issueRefreshToken: (_context, { clientId }) => modes.of(clientId).refresh_token !== 'absent',
        pkce: { required: () => false },
        renderError: (context, out) => {
            const sentence = out.error_description ?? out.error;
            context.type = 'html';
            context.body = messagePage('This can’t go on', `${out.error}: ${sentence}. Go back to the app and start again.`);
        },
        rotateRefreshToken: tokenEndpoint.rotates,
        ttl: {
            AccessToken: (_context, _token, client) => modes.of(client.clientId).access_token_lifetime_s,
            AuthorizationCode: 600,
            ClientCredentials: (_context, _token, client) => modes.of(client.clientId).access_token_lifetime_s,
            // Long, so that only disuse ends access.
            Grant: 365 * DAY_S,
            IdToken: HOUR_S,
            Interaction: HOUR_S,
            RefreshToken: 14 * DAY_S,
            Session: HOUR_S
        }
    };
}

/** Whether a client may revoke a known token: its own, unless its mode says otherwise. */
function revocationPolicy(modes: ClientModes) {
    return async (
        { res: response }: KoaContextWithOIDC,
        { clientId }: Client,
        token: { clientId?: string | undefined }
    ): Promise<boolean> => {
        const { revocation } = modes.of(clientId);
        if (revocation === 'refuses') throw new errors.UnsupportedTokenType('The sandbox was told to refuse this.');
        if (revocation === 'hangs') await once(response, 'close');
        return revocation === 'works' && token.clientId === clientId;
    };
}

/** A remembered session would skip the page on the second run; here every run asks. */
function forgetSession({ request }: Exchange): void {
    const cookies = request.headers.cookie?.split(/; */).filter((cookie) => !cookie.startsWith(`${SESSION_COOKIE}=`)) ?? [];
    if (cookies.length > 0) request.headers.cookie = cookies.join('; ');
    else delete request.headers.cookie;
}

async function handleInteraction(
    { provider, behaviour, modes }: { provider: Provider; behaviour: BrowserBehaviour; modes: ClientModes },
    exchange: Exchange
): Promise<void> {
    const { request, response, method } = exchange;
    const headers = pageHeaders({ openerPolicy: behaviour.openerPolicy });
    const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
    if (!interaction) {
        const sentence = 'It was answered already, or it waited for too long. Go back to the app and start again.';
        return sendHtml(response, 400, messagePage('This page is no longer valid', sentence), headers);
    }
    const parameter = (name: string) => {
        const value = interaction.params[name];
        return typeof value === 'string' ? value : undefined;
    };
    const clientId = parameter('client_id') ?? '';
    const mode = modes.of(clientId);
    const asked = (parameter('scope') ?? '').split(' ').filter((name) => Object.hasOwn(SCOPES, name));
    const withheld = asked.filter((name) => mode.withheld_scopes.includes(name));
    const granted = asked.filter((name) => !withheld.includes(name));
    if (method !== 'POST') {
        // Never answered: the caller's own time limit, or the end of the sandbox, ends it.
        if (mode.consent_page === 'hangs') return;
        const client = await provider.Client.find(clientId);
        const page = consentPage({
            appName: client?.clientName ?? clientId,
            vendor: vendorOfClient(clientId),
            granted,
            withheld,
            loginHint: parameter('login_hint'),
            isHintIgnored: mode.login_hint === 'ignored',
            isApproved: mode.admin_approval === 'given'
        });
        if (await delayResponse(response, mode.consent_delay_ms)) sendHtml(response, 200, page, headers);
        return;
    }

    const form = formOf(exchange);
    const person = findPerson(form.get('account') ?? '');
    let result: InteractionResults = { error: 'access_denied', error_description: 'The person said no' };
    if (form.get('decision') === 'ask') result = { error: 'access_denied', error_description: 'An admin was asked to approve this app' };
    if (form.get('decision') === 'allow' && mode.admin_approval === 'given') {
        if (!person) {
            return sendHtml(response, 400, messagePage('Which account?', 'Go back and choose the account to continue as.'), headers);
        }
        const grant = new provider.Grant({ accountId: person.id, clientId });
        if (granted.length > 0) grant.addOIDCScope(granted.join(' '));
        if (withheld.length > 0) grant.rejectOIDCScope(withheld.join(' '));
        result = { login: { accountId: person.id, remember: false }, consent: { grantId: await grant.save() } };
    }
    const returnTo = await provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
    response.statusCode = 303;
    response.setHeader('location', returnTo);
    response.end();
}
