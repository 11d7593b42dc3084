import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { Account } from './account.ts';
import { Keys } from './keys.ts';
import type { Key } from './keys.ts';
import { parseJson, Parameters } from './read-input.ts';
import { READS } from './reads.ts';
import { Refusal } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Endpoint } from './request.ts';
import { seededHandle } from './rows.ts';
import { changeSwitches, INITIAL_SWITCHES } from './switches.ts';
import type { Switches } from './switches.ts';
import { WRITES } from './writes.ts';

const MAX_BODY_BYTES = 50_000_000;
const CEILING_MS = 60_000;
const ENDPOINTS: Readonly<Record<string, Endpoint>> = { ...READS, ...WRITES };
const FILES = '/ashby/files/';
const SEEDED_FILE = Buffer.from('%PDF-1.7\n');

/** Ashby's API: a POST per method, and refusals with 200. */
export function createAshby({ url, clock }: EmulatorFrame): Emulator {
    const account = new Account();
    const keys = new Keys();
    const switches: Switches = { ...INITIAL_SWITCHES };

    const respond = async (exchange: Exchange, method: string, endpoint: Endpoint, key: Key): Promise<Reply> => {
        const { body, request } = exchange;
        const { headers } = request;
        const isForm = isType(headers, 'multipart/form-data') && endpoint.takesForm === true;
        if (!isForm && !isType(headers, 'application/json'))
            throw new Refusal('invalid_input', 'The content type must be application/json.', switches.not_json_status);
        const parameters = isForm ? new Parameters({}) : parseJson(body);
        const results = await endpoint.handle({ account, switches, key, nowMs: clock.nowMs(), url, method, parameters, headers, body });
        if ('moreDataAvailable' in results) exchange.pageOf = method;
        return { status: 200, body: { success: true, ...results } };
    };

    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) => send(response, new Refusal('invalid_input', 'The body is too large.', 413).reply(413)),
        ceiling: {
            ms: CEILING_MS,
            respond: ({ response }) => send(response, { status: 504, body: { message: 'Endpoint request timed out' } })
        },
        receive(exchange) {
            const { url: address, request, response } = exchange;
            if (address.pathname.startsWith(FILES)) return () => send(response, download(account, address, clock.nowMs()));
            const method = address.pathname.replace(/^\/ashby\//, '');
            const endpoint = Object.hasOwn(ENDPOINTS, method) ? ENDPOINTS[method] : undefined;
            const key = keys.find(userOf(request.headers));
            const refusal = refuse(exchange, { endpoint, key, isWithinRate: () => !key || keys.take(key, switches, clock.nowMs()) });
            return async () => {
                try {
                    if (refusal || !endpoint || !key) throw refusal ?? new Refusal('not_found', 'There is no such endpoint.', 404);
                    send(response, await respond(exchange, method, endpoint, key));
                } catch (error) {
                    if (!(error instanceof Refusal)) throw error;
                    const { retry_after: seconds, refusal_status: status } = switches;
                    send(response, error.reply(status, error.status === 429 && seconds !== null ? { 'retry-after': String(seconds) } : {}));
                }
            };
        },
        /**
         * - `GET keys`, `POST keys` `{key, title?, enabled?, permissions?, …}`: changes or adds one
         * - `GET switches`, `POST switches`: see switches.ts
         * - `GET size`, `POST size` `{seed?, candidates?, …}`: another account, without changes
         * - `POST mutate`: what a user does at Ashby, see account.ts
         * - `GET files`: the uploads with the SHA-256 of their bytes
         */
        verbs: {
            'GET keys': () => ({ keys: keys.list() }),
            'POST keys': ({ body }) => keys.change(body),
            'GET switches': () => switches,
            'POST switches': ({ body }) => {
                changeSwitches(switches, body);
                return switches;
            },
            'GET size': () => account.sizes,
            'POST size': ({ body }) => account.resize(body),
            'POST mutate': ({ body }) => ({ rows: account.mutate(body, clock.nowMs()) }),
            'GET files': () => ({
                files: [...account.files.values()].map(({ candidateId, name, bytes }) => ({
                    candidate_id: candidateId,
                    name,
                    bytes: bytes.length,
                    sha256: createHash('sha256').update(bytes).digest('hex')
                }))
            })
        },
        reset() {
            Object.assign(switches, INITIAL_SWITCHES);
            keys.reset();
            account.reset();
        }
    };
}

interface Caller {
    endpoint: Endpoint | undefined;
    key: Key | undefined;
    /** Counts the request. */
    isWithinRate(): boolean;
}

/**
 * What is refused before the call is looked at: 401 without a key, 403 for one that is wrong,
 * disabled or lacks the permission.
 * @see https://developers.ashbyhq.com/docs/authentication
 */
function refuse({ request, method }: Exchange, { endpoint, key, isWithinRate }: Caller): Refusal | undefined {
    if (userOf(request.headers) === undefined) return new Refusal('missing_api_key', 'No API key was provided.', 401);
    if (!key) return new Refusal('invalid_api_key', 'The API key is wrong.', 403);
    if (!key.enabled) return new Refusal('invalid_api_key', 'The API key has been deactivated.', 403);
    if (!isWithinRate()) return new Refusal('rate_limit_exceeded', 'The API key has exceeded its rate limit.', 429);
    if (!endpoint) return undefined;
    if (method !== 'POST') return new Refusal('method_not_allowed', 'Use POST.', 405);
    if (key.permissions.includes(endpoint.permission)) return undefined;
    return new Refusal('missing_endpoint_permission', `The API key needs the permission ${endpoint.permission}.`, 403);
}

/** The user name of basic authentication, whose password is empty. */
function userOf({ authorization }: IncomingHttpHeaders): string | undefined {
    const [, encoded] = /^basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
    if (encoded === undefined) return undefined;
    const [user, password] = Buffer.from(encoded, 'base64').toString().split(':');
    return user === '' ? undefined : `${user}${password === '' ? '' : `:${password}`}`;
}

const isType = (headers: IncomingHttpHeaders, type: string) => (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() === type;

function download(account: Account, { pathname, searchParams }: URL, nowMs: number): Reply {
    const handle = pathname.slice(FILES.length);
    const isSeeded = account.rows('candidates').some(({ place }) => seededHandle(place) === handle);
    const bytes = account.files.get(handle)?.bytes ?? (isSeeded ? SEEDED_FILE : undefined);
    if (!bytes || Number(searchParams.get('expires')) < nowMs) return { status: 403, body: { message: 'Request has expired' } };
    return { status: 200, body: bytes };
}

function send(response: Exchange['response'], { status, body, headers = {} }: Reply): void {
    if (!Buffer.isBuffer(body)) return sendJson(response, status, body, headers);
    response.statusCode = status;
    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('content-length', body.length);
    response.end(body);
}
