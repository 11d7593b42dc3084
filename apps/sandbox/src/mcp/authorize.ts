import { PEOPLE } from '../accounts.ts';
import { consentPage } from '../consent-page.ts';
import { formOf, sendHtml } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { messagePage, pageHeaders } from '../html-page.ts';
import { allowsRedirect, type Client } from './clients.ts';
import { SCOPES, type Side } from './side.ts';

const PAGE_HEADERS = pageHeaders({ openerPolicy: null });

/** The consent page, and where its form is sent to. */
export function authorize(side: Side, exchange: Exchange): void {
    const { method, response, url } = exchange;
    const query = url.searchParams;
    const client = clientOf(side, query.get('client_id') ?? '');
    const redirectUri = query.get('redirect_uri') ?? '';
    // What is wrong here is shown, since the client is not known for sure (RFC 6749 §4.1.2.1).
    if (!client || !allowsRedirect(client, redirectUri))
        return sendHtml(
            response,
            400,
            messagePage('This request cannot be used', 'The client or its redirect URI is not known.'),
            PAGE_HEADERS
        );
    const back = (fields: Record<string, string>) => sendBack(side, exchange, redirectUri, fields);
    const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    const problem = problemOf(side, query, scopes);
    if (problem !== undefined) return back(problem);
    if (method !== 'POST') {
        const look = { appName: client.name, granted: scopes, withheld: [], loginHint: undefined, isHintIgnored: false, isApproved: true };
        return sendHtml(response, 200, consentPage(look), PAGE_HEADERS);
    }
    const form = formOf(exchange);
    const person = PEOPLE.find(({ id }) => id === form.get('account'));
    if (form.get('decision') !== 'allow' || !person) return back({ error: 'access_denied' });
    const grant = { clientId: client.id, person: person.id, scope: scopes.join(' '), resource: side.server };
    back({ code: side.clients.issueCode(grant, redirectUri, query.get('code_challenge') ?? '') });
}

function problemOf({ server }: Side, query: URLSearchParams, scopes: readonly string[]): Record<string, string> | undefined {
    if (query.get('response_type') !== 'code') return { error: 'unsupported_response_type' };
    if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''))
        return { error: 'invalid_request', error_description: 'PKCE with S256 is missing.' };
    if (query.get('resource') !== server)
        return { error: 'invalid_target', error_description: 'The resource is missing or is another server.' };
    if (scopes.some((scope) => !SCOPES.includes(scope) && scope !== 'offline_access')) return { error: 'invalid_scope' };
    return undefined;
}

/** One that has registered, or whose metadata document is at its id. */
function clientOf({ clients, documents, modes }: Side, id: string): Client | undefined {
    const document = documents.get(id);
    if (!modes.takes_documents || !document || document['client_id'] !== id) return clients.find(id);
    const uris = document['redirect_uris'];
    const redirectUris = Array.isArray(uris) ? uris.map(String) : [];
    return clients.remember({ id, secret: undefined, name: String(document['client_name']), redirectUris, authMethod: 'none' });
}

/** With `iss` (RFC 9207). */
function sendBack({ issuer, modes }: Side, { response, url }: Exchange, redirectUri: string, fields: Record<string, string>): void {
    const target = new URL(redirectUri);
    for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value);
    if (modes.iss !== 'absent') target.searchParams.set('iss', modes.iss || issuer);
    target.searchParams.set('state', url.searchParams.get('state') ?? '');
    response.statusCode = 303;
    response.setHeader('location', target.href);
    response.end();
}
