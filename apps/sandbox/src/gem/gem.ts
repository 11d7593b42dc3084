import type { Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { headerOf } from '../callers.ts';
import { Account } from './account.ts';
import { ATS_READS } from './ats-lists.ts';
import { ATS_WRITES, sha256 } from './ats-writes.ts';
import { CRM_ROUTES } from './crm.ts';
import { APPLICATION_SECRET, Keys } from './keys.ts';
import type { Key } from './keys.ts';
import { gatewayReply, Refusal } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Route } from './request.ts';
import { downloadResume } from './resume.ts';
import { changeSwitches, INITIAL_SWITCHES } from './switches.ts';
import type { Switches } from './switches.ts';

const MAX_BODY_BYTES = 10_485_760;
const CEILING_MS = 29_000;

interface Surface {
    prefix: string;
    name: 'crm' | 'ats' | 'files';
    routes: readonly Route[];
}
const SURFACES: readonly Surface[] = [
    { prefix: '/ats/v0/', name: 'ats', routes: [...ATS_READS, ...ATS_WRITES] },
    { prefix: '/v0/', name: 'crm', routes: CRM_ROUTES },
    { prefix: '/files/', name: 'files', routes: [{ method: 'GET', path: '*', handle: downloadResume }] }
];

interface Match {
    surface: Surface;
    route: Route;
    params: string[];
    hasSlash: boolean;
}

/** Gem: the CRM (`/v0`) and the ATS (`/ats/v0`) behind an API gateway. */
export function createGem({ url, clock }: EmulatorFrame): Emulator {
    const account = new Account();
    const keys = new Keys();
    const switches: Switches = { ...INITIAL_SWITCHES };

    const respond = async (exchange: Exchange, { surface, route, params, hasSlash }: Match, key: Key | undefined): Promise<Reply> => {
        if (surface.name !== 'files' && key) assertAllowed(exchange, key, surface.name, switches);
        if (route.method === 'POST' && !hasSlash && switches.slashless_post === 'redirected') {
            const { pathname, search } = exchange.url;
            return { status: 308, body: {}, headers: { location: `${pathname}/${search}` } };
        }
        const { headers } = exchange.request;
        const query = exchange.url.searchParams;
        const reply = await route.handle({ account, switches, nowMs: clock.nowMs(), url, query, headers, body: exchange.body, params });
        if (Array.isArray(reply.body)) exchange.pageOf = `${surface.name}/${route.path}`;
        return reply;
    };

    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody({ response }) {
            const message = `HTTP content length exceeded ${MAX_BODY_BYTES} bytes.`;
            sendReply(response, gatewayReply(413, message, 'RequestEntityTooLargeException'));
        },
        ceiling: { ms: CEILING_MS, respond: ({ response }) => sendReply(response, gatewayReply(504, 'Endpoint request timed out')) },
        receive(exchange) {
            const match = findRoute(exchange);
            const key = keys.find(headerOf(exchange.request.headers, 'x-api-key'));
            const refusal = refuseAtGateway(match, key, switches, () => key && keys.take(key, switches, clock.nowMs()));
            return async () => {
                if (refusal || !match) return sendReply(exchange.response, refusal ?? notDeployed());
                try {
                    sendReply(exchange.response, await respond(exchange, match, key));
                } catch (error) {
                    if (!(error instanceof Refusal)) throw error;
                    sendReply(exchange.response, error.reply());
                }
            };
        },
        /**
         * - `GET keys`, `POST keys` `{key, kind?, enabled?, crm?, ats?}`: changes or adds a key
         * - `GET switches`, `POST switches`: see switches.ts; buckets are full afterwards
         * - `GET size`, `POST size` `{seed?, candidates?, …}`: another account, without changes
         * - `POST mutate`: what a user does at Gem, see account.ts
         * - `GET resumes`: the uploads with the SHA-256 of their bytes
         */
        verbs: {
            'GET keys': () => ({ keys: keys.list(), application_secret: APPLICATION_SECRET }),
            'POST keys': ({ body }) => keys.change(body),
            'GET switches': () => switches,
            'POST switches': ({ body }) => {
                changeSwitches(switches, body);
                keys.refill();
                return switches;
            },
            'GET size': () => account.sizes,
            'POST size': ({ body }) => account.resize(body),
            'POST mutate': ({ body }) => ({ rows: account.mutate(body, clock.nowMs()) }),
            'GET resumes': () => ({
                resumes: account.resumes.map(({ id, candidateId, userId, filename, bytes }) => ({
                    id,
                    candidate_id: candidateId,
                    user_id: userId,
                    filename,
                    bytes: bytes.length,
                    sha256: sha256(bytes)
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

/** What the gateway refuses before the application sees it. @param take counts the request */
function refuseAtGateway(
    match: Match | undefined,
    key: Key | undefined,
    { retry_after: retryAfter }: Switches,
    take: () => 'rate' | 'quota' | undefined
): Reply | undefined {
    if (!match) return notDeployed();
    if (match.surface.name === 'files') return undefined;
    if (!key?.enabled) return gatewayReply(403, 'Forbidden', 'ForbiddenException');
    const excess = take();
    if (excess === undefined) return undefined;
    const reply =
        excess === 'rate'
            ? gatewayReply(429, 'Too Many Requests', 'TooManyRequestsException')
            : gatewayReply(429, 'Limit Exceeded', 'LimitExceededException');
    return retryAfter === null ? reply : { ...reply, headers: { ...reply.headers, 'retry-after': String(retryAfter) } };
}

function notDeployed(): Reply {
    return gatewayReply(403, 'Missing Authentication Token', 'MissingAuthenticationTokenException');
}

/** The application's own check of the caller. @throws {Refusal} */
function assertAllowed({ request }: Exchange, key: Key, surface: 'crm' | 'ats', { secret_refusal: status }: Switches): void {
    if (key.kind === 'shareable' && headerOf(request.headers, 'x-application-secret') !== APPLICATION_SECRET) {
        throw new Refusal(status, 'The application secret is missing or wrong.');
    }
    if (!key[surface]) throw new Refusal(403, `This key has no access to the ${surface.toUpperCase()} API.`);
}

function findRoute({ method, url }: Exchange): Match | undefined {
    const path = url.pathname.replace(/^\/gem(?=\/)/, '');
    const surface = SURFACES.find(({ prefix }) => path.startsWith(prefix));
    const rest = path.slice(surface?.prefix.length ?? 0);
    const segments = rest.replace(/\/$/, '').split('/').map(decode);
    for (const route of surface?.routes ?? []) {
        const pattern = route.path.split('/');
        const isMatch = route.method === method && pattern.length === segments.length;
        if (!surface || !isMatch || !pattern.every((part, place) => part === '*' || part === segments[place])) continue;
        const params = segments.filter((_, place) => pattern[place] === '*');
        return { surface, route, params, hasSlash: rest.endsWith('/') };
    }
    return undefined;
}

function decode(segment: string): string {
    try {
        return decodeURIComponent(segment);
    } catch {
        return segment;
    }
}

function sendReply(response: Exchange['response'], { status, body, headers = {} }: Reply): void {
    if (!Buffer.isBuffer(body)) return sendJson(response, status, body, headers);
    response.statusCode = status;
    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('content-length', body.length);
    response.end(body);
}
