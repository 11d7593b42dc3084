import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackCallback } from '../callback-delivery.ts';
import { formOf, sendHtml, sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { brandOf, escapeHtml, htmlPage, messagePage, pageHeaders } from '../html-page.ts';
import type { Organisation } from './books.ts';
import { ACCESS_TOKEN_S, APPS } from './tokens.ts';
import type { Connection, Issued, OAuthApp, Tokens } from './tokens.ts';

export interface OAuthContext {
    tokens: Tokens;
    organisations: ReadonlyMap<string, Organisation>;
}

/** @see https://developer.xero.com/documentation/guides/oauth2/scopes */
const SCOPES: Readonly<Record<string, string>> = {
    openid: 'Know who you are',
    profile: 'See your name',
    email: 'See your email address',
    offline_access: 'Keep access while you are away',
    'accounting.invoices': 'Invoices, bills, purchase orders and items',
    'accounting.payments': 'Payments',
    'accounting.banktransactions': 'Bank transactions',
    'accounting.manualjournals': 'Manual journals',
    'accounting.transactions': 'Business transactions',
    'accounting.contacts': 'Contacts',
    'accounting.settings': 'Organisation settings',
    'accounting.attachments': 'Files'
};
const PAGE_HEADERS = pageHeaders({ openerPolicy: null });

/** @returns undefined for an unknown scope */
function describe(scope: string): string | undefined {
    const name = scope.replace(/\.read$/, '');
    const text = Object.hasOwn(SCOPES, name) && (name === scope || name.includes('.')) ? SCOPES[name] : undefined;
    return text === undefined || name === scope ? text : `${text} (view only)`;
}

const needsTenant = (scopes: readonly string[]) => scopes.some((scope) => scope.includes('.'));

/** The consent page, and where its form is sent to. `?_auto=approve|deny&tenant=` skips it. */
export function handleAuthorize({ tokens, organisations }: OAuthContext, exchange: Exchange): void {
    const { response, method, url } = exchange;
    const query = url.searchParams;
    const app = APPS.find(({ id }) => id === query.get('client_id'));
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!app || !isLoopbackCallback(redirectUri)) {
        const sentence = app ? 'unauthorized_client: Invalid redirect_uri' : 'unauthorized_client: Unknown client or client not enabled';
        return sendHtml(response, 400, messagePage('Sorry, something went wrong', sentence), PAGE_HEADERS);
    }
    const back = (fields: Record<string, string>) => {
        const target = new URL(redirectUri);
        const state = query.get('state');
        for (const [name, value] of Object.entries({ ...fields, ...(state === null ? {} : { state }) }))
            target.searchParams.set(name, value);
        sendHtml(response, 302, '', { location: target.href });
    };
    const scopes = (query.get('scope') ?? '').split(/\s+/).filter((scope) => scope !== '');
    if (query.get('response_type') !== 'code') return back({ error: 'unsupported_response_type' });
    if (scopes.length === 0 || scopes.some((scope) => describe(scope) === undefined)) return back({ error: 'invalid_scope' });
    const all = [...organisations.values()];
    const auto = query.get('_auto');
    if (method !== 'POST' && auto === null) return sendHtml(response, 200, consentPage(app, scopes, all), PAGE_HEADERS);
    const form = auto === null ? formOf(exchange) : query;
    if ((auto ?? form.get('decision')) !== 'approve') return back({ error: 'access_denied' });
    const tenantId = needsTenant(scopes) ? (form.get('tenant') ?? all[0]?.tenantId ?? '') : undefined;
    if (tenantId !== undefined && !organisations.has(tenantId))
        return sendHtml(response, 400, messagePage('Which organisation?', 'Go back and choose one.'), PAGE_HEADERS);
    const grant = tokens.consent(app.id, scopes, tenantId);
    back({ code: tokens.issueCode(grant, redirectUri, query.get('code_challenge')), scope: scopes.join(' ') });
}

function consentPage(app: OAuthApp, scopes: readonly string[], organisations: readonly Organisation[]): string {
    const choices = organisations.map(
        ({ tenantId, name }, index) => `<div class="choice">
<input type="radio" name="tenant" id="tenant-${index}" value="${tenantId}" required${index === 0 ? ' checked' : ''}>
<label for="tenant-${index}">${escapeHtml(name)}</label>
</div>`
    );
    const name = escapeHtml(app.name);
    return htmlPage({
        title: `${app.name} – Xero emulator`,
        body: `<form class="card" method="post">
${brandOf(undefined)}
<h1>${name} wants access to:</h1>
${needsTenant(scopes) ? `<fieldset><legend>Select an organisation</legend>${choices.join('\n')}</fieldset>` : ''}
<ul>${scopes.map((scope) => `<li>${escapeHtml(describe(scope) ?? scope)}</li>`).join('')}</ul>
<div class="actions">
<button class="primary" name="decision" value="approve">Allow access</button>
<button name="decision" value="deny" formnovalidate>Cancel</button>
</div>
</form>`
    });
}

/** Codes and refresh tokens for tokens; the end of a grant. */
export function handleToken({ tokens }: OAuthContext, exchange: Exchange, isRevocation: boolean): void {
    const { response } = exchange;
    const form = formOf(exchange);
    const refuse = (error: string) => sendJson(response, 400, { error });
    if (exchange.method !== 'POST') return refuse('invalid_request');
    const app = clientOf(exchange, form);
    if (!app) return refuse('invalid_client');
    if (isRevocation) {
        tokens.revoke(form.get('token') ?? '', app.id);
        return sendHtml(response, 200, '');
    }
    const verifier = form.get('code_verifier');
    const challenge = verifier === null ? undefined : createHash('sha256').update(verifier).digest('base64url');
    const grantType = form.get('grant_type');
    if (grantType !== 'authorization_code' && grantType !== 'refresh_token') return refuse('unsupported_grant_type');
    const issued =
        grantType === 'refresh_token'
            ? tokens.refresh(form.get('refresh_token') ?? '', app.id)
            : tokens.exchange(form.get('code') ?? '', app.id, { redirectUri: form.get('redirect_uri') ?? '', challenge });
    if (!issued) return refuse('invalid_grant');
    sendJson(response, 200, tokenBody(issued));
}

export function tokenBody({ accessToken, refreshToken, grant }: Issued): object {
    return {
        access_token: accessToken,
        expires_in: ACCESS_TOKEN_S,
        token_type: 'Bearer',
        ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
        scope: grant.scopes.join(' ')
    };
}

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

/** Which organisations the person has connected to the app. @throws {Refusal} 401 */
export function handleConnections({ tokens, organisations }: OAuthContext, { request, response, method, url }: Exchange): void {
    const { clientId } = tokens.authenticate(request.headers.authorization);
    const id = /\/connections\/([^/]+)$/.exec(url.pathname)?.[1];
    if (method === 'DELETE' && id !== undefined) {
        const ended = tokens.disconnect((one) => one.clientId === clientId && one.id === id);
        return sendHtml(response, ended > 0 ? 204 : 404, '');
    }
    if (method !== 'GET' || id !== undefined) return sendHtml(response, 404, '');
    sendJson(
        response,
        200,
        tokens.connections(clientId).map((one) => connectionBody(one, organisations.get(one.tenantId)))
    );
}

function connectionBody({ id, authEventId, tenantId, createdMs }: Connection, organisation: Organisation | undefined): object {
    const at = new Date(createdMs).toISOString().replace('Z', '0000');
    return {
        id,
        authEventId,
        tenantId,
        tenantType: 'ORGANISATION',
        tenantName: organisation?.name ?? null,
        createdDateUtc: at,
        updatedDateUtc: at
    };
}
