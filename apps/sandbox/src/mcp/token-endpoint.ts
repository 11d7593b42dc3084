import { createHash } from 'node:crypto';
import { formOf, sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { ACCESS_TOKEN_S, type Client, type Grant } from './clients.ts';
import type { Side } from './side.ts';

/** RFC 6749 §4.1.3 and §6, with a resource (RFC 8707). */
export function answerTokenRequest(side: Side, exchange: Exchange): void {
    const { response } = exchange;
    const form = formOf(exchange);
    const client = authenticate(side, exchange, form);
    if (!client) return sendJson(response, 401, { error: 'invalid_client' });
    if (form.get('resource') !== side.server) return sendJson(response, 400, { error: 'invalid_target' });
    const grant = grantOf(side, client, form);
    if (!grant) return sendJson(response, 400, { error: 'invalid_grant' });
    const { access, refresh } = side.clients.issue(grant);
    const isNew = form.get('grant_type') === 'authorization_code' || side.modes.rotates;
    const refreshes = side.modes.grants_refresh && isNew ? { refresh_token: refresh } : {};
    sendJson(response, 200, { access_token: access, token_type: 'Bearer', expires_in: ACCESS_TOKEN_S, scope: grant.scope, ...refreshes });
}

function grantOf({ clients, server, modes }: Side, client: Client, form: URLSearchParams): Grant | undefined {
    const type = form.get('grant_type');
    if (type === 'refresh_token') return clients.spendRefreshToken(form.get('refresh_token') ?? '', client.id, server, modes.rotates);
    if (type !== 'authorization_code') return undefined;
    return clients.spendCode(form.get('code') ?? '', {
        clientId: client.id,
        redirectUri: form.get('redirect_uri') ?? '',
        challenge: createHash('sha256')
            .update(form.get('code_verifier') ?? '')
            .digest('base64url'),
        resource: server
    });
}

/** RFC 7009. */
export function answerRevocation(side: Side, exchange: Exchange): void {
    const form = formOf(exchange);
    const client = authenticate(side, exchange, form);
    if (client) side.clients.revoke(form.get('token') ?? '', client.id);
    sendJson(exchange.response, client ? 200 : 401, client ? {} : { error: 'invalid_client' });
}

/** By the method that it has registered with, and by no other (RFC 6749 §2.3). */
function authenticate({ clients }: Side, { request }: Exchange, form: URLSearchParams): Client | undefined {
    const encoded = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const [id = '', secret = ''] =
        encoded === undefined ? [] : Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent);
    const client = clients.find(encoded === undefined ? form.get('client_id') : id);
    const given = { client_secret_basic: encoded === undefined ? null : secret, client_secret_post: form.get('client_secret'), none: null };
    const others = Object.entries(given).filter(([method]) => method !== client?.authMethod);
    if (!client || others.some(([, value]) => value !== null)) return undefined;
    return given[client.authMethod] === (client.secret ?? null) ? client : undefined;
}
