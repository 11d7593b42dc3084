import { createHash, timingSafeEqual } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { deliverCallback, isLoopbackCallback } from '../callback-delivery.ts';
import type { CallbackPlan } from '../callback-delivery.ts';
import type { Clock } from '../emulators/clock.ts';
import { formOf, sendHtml, sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { messagePage, pageHeaders } from '../html-page.ts';
import type { RedirectChains } from '../redirect-chain.ts';
import type { Company } from './company.ts';
import { consentPage } from './consent-page.ts';
import { APPS, needsCompany, SCOPES } from './oauth-clients.ts';
import type { OAuthApp } from './oauth-clients.ts';
import { isRow, textOf } from './row.ts';
import type { Settings } from './settings.ts';
import { ACCESS_TOKEN_MS } from './tokens.ts';
import type { Issued, Tokens } from './tokens.ts';

export interface OAuthContext {
    url: string;
    settings: Settings;
    tokens: Tokens;
    companies: ReadonlyMap<string, Company>;
    /** How people come back to the app. */
    behaviour: { callback: CallbackPlan };
    chains: RedirectChains;
    clock: Clock;
    nowMs(): number;
}

export const PERSON = { sub: '7f1c2d3e-owner', givenName: 'Olive', familyName: 'Owner', email: 'owner@example.com' };
const KEY_ID = 'emulator-1';
const PAGE_HEADERS = pageHeaders({ openerPolicy: null });

/** Made when first needed: an RSA key takes longer than everything else at the start. */
let signingKeys: ReturnType<typeof generateKeyPair> | undefined;
function keys(): ReturnType<typeof generateKeyPair> {
    signingKeys ??= generateKeyPair('RS256');
    return signingKeys;
}

/** The consent page, and where its form is sent to. `?_auto=approve|deny&realm=` skips it. */
export function handleAuthorize(context: OAuthContext, exchange: Exchange): Promise<void> | void {
    const { response, method, url } = exchange;
    const query = url.searchParams;
    const app = APPS.find(({ id }) => id === query.get('client_id'));
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!app || !isLoopbackCallback(redirectUri)) {
        const sentence = app ? 'The redirect_uri query parameter value is invalid.' : 'The client_id query parameter value is invalid.';
        return sendHtml(response, 400, messagePage('Sorry, but something went wrong', sentence), PAGE_HEADERS);
    }
    const scopes = (query.get('scope') ?? '').split(/\s+/).filter((scope) => scope !== '');
    const refuse = (error: string) => redirect(context, exchange, redirectUri, { error });
    if (query.get('response_type') !== 'code') return refuse('unsupported_response_type');
    if (scopes.length === 0 || scopes.some((scope) => !Object.hasOwn(SCOPES, scope))) return refuse('invalid_scope');

    const realms = [...context.companies.values()].filter(({ environment }) => environment === app.environment);
    const auto = query.get('_auto');
    if (method !== 'POST' && auto === null) return sendHtml(response, 200, consentPage({ app, scopes, realms }), PAGE_HEADERS);
    const form = formOf(exchange);
    if ((auto ?? form.get('decision')) !== 'approve') return refuse('access_denied');
    const chosen = (auto === null ? form.get('realm') : query.get('realm')) ?? realms[0]?.realmId;
    const isKnown = realms.some(({ realmId }) => realmId === chosen);
    if (needsCompany(scopes) && !isKnown)
        return sendHtml(response, 400, messagePage('Which company?', 'Go back and choose one.'), PAGE_HEADERS);

    const realmId = needsCompany(scopes) ? chosen : undefined;
    const grant = context.tokens.consent({ clientId: app.id, environment: app.environment, realmId, scopes });
    const code = context.tokens.issueCode(grant, redirectUri, query.get('nonce') ?? undefined);
    return redirect(context, exchange, redirectUri, { code, ...realmOfCallback(context, realms, realmId) });
}

function realmOfCallback({ settings }: OAuthContext, realms: Company[], realmId: string | undefined): { realmId?: string } {
    if (realmId === undefined || settings.callback_realm === 'missing') return {};
    const other = realms.find((company) => company.realmId !== realmId)?.realmId;
    return { realmId: settings.callback_realm === 'other' && other !== undefined ? other : realmId };
}

async function redirect(
    { behaviour, chains, clock }: OAuthContext,
    { response, url }: Exchange,
    redirectUri: string,
    fields: Record<string, string>
): Promise<void> {
    const target = new URL(redirectUri);
    for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value);
    const state = url.searchParams.get('state');
    if (state !== null) target.searchParams.set('state', state);
    const delivery = deliverCallback(behaviour.callback, target.href);
    if ('html' in delivery)
        return sendHtml(response, 200, delivery.html, pageHeaders({ openerPolicy: null, hasScript: delivery.hasScript }));
    if (delivery.ms > 0) await clock.wait(delivery.ms);
    sendHtml(response, 302, '', { location: delivery.hops > 0 ? chains.start(delivery.location, delivery.hops) : delivery.location });
}

/** Codes and refresh tokens for tokens. */
export async function handleToken(context: OAuthContext, exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    if (exchange.method !== 'POST' || !isForm) return sendJson(response, 400, { error: 'invalid_request' });
    const form = formOf(exchange);
    const app = clientOf(exchange, form);
    if (!app) return sendJson(response, 401, { error: 'invalid_client' });
    const grantType = form.get('grant_type');
    if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
        return sendJson(response, 400, { error: 'unsupported_grant_type' });
    }
    const issued =
        grantType === 'authorization_code'
            ? context.tokens.exchange(form.get('code') ?? '', app.id, form.get('redirect_uri') ?? '')
            : context.tokens.refresh(form.get('refresh_token') ?? '', app.id);
    if (!issued) {
        const described = context.settings.describe_errors ? { error_description: 'Incorrect or invalid refresh token' } : {};
        return sendJson(response, 400, { error: 'invalid_grant', ...described });
    }
    const wantsHardEnd = request.headers['x-include-refresh-token-hard-expires-in'] === 'true';
    sendJson(response, 200, {
        ...tokenBody(issued),
        ...(wantsHardEnd ? { x_refresh_token_hard_expires_in: issued.hardExpiresInS } : {}),
        ...(issued.grant.scopes.includes('openid') ? { id_token: await idToken(context, issued, app) } : {})
    });
}

export function tokenBody({ accessToken, grant, refreshExpiresInS }: Issued): object {
    return {
        token_type: 'bearer',
        access_token: accessToken,
        expires_in: ACCESS_TOKEN_MS / 1000,
        refresh_token: grant.refreshToken,
        x_refresh_token_expires_in: refreshExpiresInS
    };
}

async function idToken({ url, nowMs }: OAuthContext, { grant, nonce }: Issued, app: OAuthApp): Promise<string> {
    const { privateKey } = await keys();
    const seconds = Math.floor(nowMs() / 1000);
    const claims = { ...(grant.realmId === undefined ? {} : { realmid: grant.realmId }), ...(nonce === undefined ? {} : { nonce }) };
    return new SignJWT({ ...claims, auth_time: seconds })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
        .setSubject(PERSON.sub)
        .setIssuer(url)
        .setAudience(app.id)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + 3600)
        .sign(privateKey);
}

/** Either token ends the grant. Its body is JSON or a form. */
export function handleRevoke({ tokens }: OAuthContext, exchange: Exchange): void {
    const { response, body } = exchange;
    const form = formOf(exchange);
    const app = clientOf(exchange, form);
    if (!app) return sendJson(response, 401, { error: 'invalid_client' });
    const token = form.get('token') ?? tokenOf(body);
    if (token === undefined || !tokens.revoke(token, app.id)) return sendJson(response, 400, { error: 'invalid_request' });
    response.end();
}

function tokenOf(body: Buffer): string | undefined {
    try {
        const parsed: unknown = JSON.parse(body.toString());
        return isRow(parsed) ? textOf(parsed['token']) : undefined;
    } catch {
        return undefined;
    }
}

/** Basic authentication comes first, then the form. */
function clientOf({ request }: Exchange, form: URLSearchParams): OAuthApp | undefined {
    const encoded = /^basic ([\w+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const [id, secret] =
        encoded === undefined
            ? [form.get('client_id'), form.get('client_secret')]
            : Buffer.from(encoded, 'base64').toString().split(':', 2);
    const app = APPS.find((known) => known.id === id);
    const digest = (text: string) => createHash('sha256').update(text).digest();
    return app && timingSafeEqual(digest(app.secret), digest(secret ?? '')) ? app : undefined;
}

export async function keySet(): Promise<object> {
    const { publicKey } = await keys();
    return { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }] };
}

export function discoveryDocument(url: string): object {
    return {
        issuer: url,
        authorization_endpoint: `${url}/connect/oauth2`,
        token_endpoint: `${url}/oauth2/v1/tokens/bearer`,
        userinfo_endpoint: `${url}/v1/openid_connect/userinfo`,
        revocation_endpoint: `${url}/v2/oauth2/tokens/revoke`,
        jwks_uri: `${url}/op/v1/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        scopes_supported: Object.keys(SCOPES),
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        claims_supported: ['aud', 'exp', 'iat', 'iss', 'realmid', 'sub']
    };
}
