import { bearerToken } from '../callers.ts';
import { checkFields, isRecord, isText } from '../check-fields.ts';
import type { ControlVerb, Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { sendHtml, sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { authorize } from './authorize.ts';
import { Clients } from './clients.ts';
import { initialModes, isMetadataAt, isResourceMetadataAt, MODE_FIELDS, SCOPES, type Side } from './side.ts';
import { Conversations } from './conversations.ts';
import { register } from './register.ts';
import { answerRevocation, answerTokenRequest } from './token-endpoint.ts';

const MAX_BODY_BYTES = 1_048_576;
const CEILING_MS = 10_000;

/**
 * Two MCP servers, each with an authorization server of its own: `/server` with `/as`, which the
 * modes change, and `/other-server` with `/other-as`, which always does what it should.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export function createMcp({ url, clock }: EmulatorFrame): Emulator {
    const nowMs = () => clock.nowMs();
    const side = (server: string, as: string): Side => ({
        url,
        server: `${url}/${server}`,
        issuer: `${url}/${as}`,
        clients: new Clients(nowMs),
        conversations: new Conversations(),
        modes: initialModes(),
        documents: new Map()
    });
    const sides: readonly Side[] = [side('server', 'as'), side('other-server', 'other-as')];
    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) => sendHtml(response, 413, ''),
        ceiling: { ms: CEILING_MS, respond: ({ response }) => sendHtml(response, 504, '') },
        receive: (exchange) => () => route(sides, exchange),
        verbs: controlVerbs(sides),
        reset() {
            for (const one of sides) {
                one.clients.clear();
                one.conversations.clear();
                one.documents.clear();
                one.modes = initialModes();
            }
        }
    };
}

function route(sides: readonly Side[], exchange: Exchange): void {
    const { method, response, url } = exchange;
    const at = new URL(url.pathname, sides[0]?.url).href;
    for (const side of sides) {
        if (at === side.server) return callServer(side, exchange);
        if (method === 'GET' && isResourceMetadataAt(side, at)) return sendJson(response, 200, resourceMetadata(side));
        if (method === 'GET' && isMetadataAt(side, at)) return sendJson(response, 200, serverMetadata(side));
        if (method === 'POST' && at === `${side.issuer}/register` && side.modes.registers) return register(side, exchange);
        if (at === `${side.issuer}/authorize`) return authorize(side, exchange);
        if (method === 'POST' && at === `${side.issuer}/token`) return answerTokenRequest(side, exchange);
        if (method === 'POST' && at === `${side.issuer}/revoke`) return answerRevocation(side, exchange);
    }
    sendJson(response, 404, { error: 'not_found' });
}

function resourceMetadata({ server, issuer, modes }: Side) {
    return { resource: server, authorization_servers: [issuer], scopes_supported: SCOPES, ...modes.resource_metadata };
}

function serverMetadata({ issuer, modes }: Side) {
    return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        ...(modes.registers && { registration_endpoint: `${issuer}/register` }),
        ...(modes.takes_documents && { client_id_metadata_document_supported: true }),
        code_challenge_methods_supported: ['S256'],
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: modes.auth_methods,
        authorization_response_iss_parameter_supported: true,
        ...modes.metadata
    };
}

/** JSON-RPC over HTTP, with responses in one piece or as a stream of events. */
function callServer(side: Side, exchange: Exchange): void {
    const { request, response } = exchange;
    const grant = side.modes.is_open ? undefined : side.clients.authenticate(bearerToken(request.headers), side.server);
    if (!grant && !side.modes.is_open) {
        const metadata = side.modes.tells_metadata ? `resource_metadata="${side.server}/.well-known/oauth-protected-resource", ` : '';
        const challenge = `Bearer ${metadata}scope="${side.modes.asked_scope}"`;
        return sendJson(response, 401, { error: 'invalid_token' }, { 'www-authenticate': challenge });
    }
    side.conversations.answer(exchange, grant?.person ?? 'anonymous');
}

/**
 * - `GET clients`: those that have registered; `POST forget` `{client_id}`: ends a registration
 * - `POST modes`: what `/server` and `/as` do and say otherwise
 * - `POST documents` `{url, document}`: what is at the address of a client's metadata document
 * - `POST end-tokens`: ends all access tokens; `POST revoke`: ends all grants
 * - `POST release`: sends the rest of the streams that have begun
 */
function controlVerbs(sides: readonly Side[]): Readonly<Record<string, ControlVerb>> {
    const [first] = sides;
    return {
        'GET clients': () => ({ clients: sides.flatMap(({ issuer, clients }) => clients.list().map((client) => ({ issuer, ...client }))) }),
        'POST forget': ({ body }) => {
            checkFields('The client', body, { '*client_id': isText });
            return { forgotten: sides.filter(({ clients }) => clients.forget(String(body['client_id']))).length };
        },
        'POST modes': ({ body }) => {
            checkFields('The modes', body, MODE_FIELDS);
            if (first) first.modes = { ...first.modes, ...body };
            return first?.modes;
        },
        'POST documents': ({ body }) => {
            checkFields('The document', body, { '*url': isText, '*document': isRecord });
            const { url, document } = body;
            for (const { documents } of sides) if (isRecord(document)) documents.set(String(url), document);
            return { known: true };
        },
        'POST end-tokens': () => ({ ended: sides.map(({ clients }) => clients.endAccess()) }),
        'POST revoke': () => ({ ended: sides.map(({ clients }) => clients.revokeAll()) }),
        'POST release': () => ({ released: sides.map(({ conversations }) => conversations.release()) })
    };
}
