import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type EndpointShape, errorCatalog } from '@patchbay/contracts';
import type { Log } from '../log/log.ts';
import { inSlot, type SlotLimits, type Work, WorkSlots } from '../runtime/work-slots.ts';

/** Decides which requests run now, which wait for their turn, and which are refused. */
export interface Admission {
    admit(app: RequestListener): RequestListener;
    /** Later requests with the same credential share the turns of this environment. */
    learn(request: IncomingMessage, environmentId: string): void;
}

/** Per connection to the database: more would only wait in the pool's queue. */
const slotsPerConnection = 4;
const leastSlots = 32;
const usualLimits = { runMs: 500, burstMs: 2000, standingMs: 20, open: 10_000 };
const knownCredentials = 10_000;
/** Tells keys and sessions apart, and is never the whole of one: of a key, its name and id. */
const credentialPart = /^Bearer (pb_sk_[a-z0-9]{1,32}_[^_]{0,12}|.{0,23})/;
const reportEveryMs = 10_000;

/** Requests without a known credential: a group too, so that it takes no environment's turns. */
const anonymous = '';
const first = 'first';

/**
 * @param options.endpoints all that are served: probes always run, and what a browser asks for on
 * its way through a sign-in runs first
 */
export function createAdmission({
    endpoints,
    poolSize,
    log,
    limits = {}
}: {
    endpoints: readonly EndpointShape[];
    poolSize: number;
    log: Log;
    limits?: Partial<SlotLimits> | undefined;
}): Admission {
    const slots = new WorkSlots({ slots: Math.max(leastSlots, slotsPerConnection * poolSize), ...usualLimits, ...limits });
    const environments = new Map<string, string>();
    const isProbe = matcherOf(endpoints.filter(({ probe }) => probe));
    const isPreflight = preflightMatcher(endpoints);
    const isFirst = matcherOf(
        endpoints.filter(({ auth, page, method, onConnectOrigin }) => auth.length === 0 && (page || (method === 'POST' && onConnectOrigin)))
    );
    const refuse = createRefusal(log);
    return {
        admit: (app) => (request, response) => {
            const { url = '' } = request;
            // A preflight costs less than to refuse it.
            if (isPreflight(request) || isProbe.test(url)) return app(request, response);
            const isUrgent = isFirst.test(url);
            // Whatever the request that makes room for it knows: its secrets, its span.
            const inOwnContext = AsyncLocalStorage.snapshot();
            const work: Work = {
                group: isUrgent ? first : (environments.get(credentialOf(request)) ?? anonymous),
                isGone: () => response.destroyed,
                refuse: () => refuse(response),
                start(slot) {
                    // Whichever comes first: the client may be slow to read, or gone.
                    response.once('prefinish', slot.close).once('close', slot.close);
                    inOwnContext(inSlot, slot, () => app(request, response));
                }
            };
            if (isUrgent) slots.enterFirst(work);
            else slots.enter(work);
        },
        learn(request, environmentId) {
            const credential = credentialOf(request);
            if (credential === '' || environments.get(credential) === environmentId) return;
            if (environments.size === knownCredentials) environments.clear();
            environments.set(credential, environmentId);
        }
    };
}

function credentialOf({ headers: { authorization = '' } }: IncomingMessage): string {
    return credentialPart.exec(authorization)?.[1] ?? '';
}

/** An endpoint of every method is called by OPTIONS too. */
function preflightMatcher(endpoints: readonly EndpointShape[]): (request: IncomingMessage) => boolean {
    const open = endpoints.filter(({ method }) => method === 'ANY').map(({ path }) => path.replace(/\/\*\w+$/, ''));
    const isOpen = new RegExp(`^(?:/v1)?(?:${open.join('|')})(?:[/?#]|$)`, 'i');
    return ({ method, url = '' }) => method === 'OPTIONS' && url.startsWith('/') && !(open.length > 0 && isOpen.test(url));
}

/** Matches the request targets of these endpoints. */
function matcherOf(endpoints: readonly EndpointShape[]): RegExp {
    const paths = endpoints.flatMap(({ path, aliases = [] }) => [path, ...aliases.map((alias) => alias.path)]);
    const patterns = paths.map((path) => path.split('/').map(patternOf).join('/'));
    return new RegExp(`^(?:/v1)?(?:${patterns.join('|')})(?:\\?|$)`);
}

function patternOf(part: string): string {
    return part.startsWith(':') ? '[^/?]+' : part.replaceAll('.', String.raw`\.`);
}

const { status, message } = errorCatalog.overloaded;
/** ASCII text: it goes out in one piece with the head, which a buffer does not. */
const body = JSON.stringify({ error: { code: 'overloaded', message } });
/** Always the same, because to refuse must cost far less than to serve. */
const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'retry-after': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    // For the Connect UI's calls, and nothing to read for others.
    'access-control-allow-origin': '*'
};

function createRefusal(log: Log): (response: ServerResponse) => void {
    let refused = 0;
    let reportedAt = -Infinity;
    let isReporting = false;
    // Of no request: its environment would be told of all.
    const report = AsyncResource.bind(() => {
        isReporting = false;
        reportedAt = performance.now();
        log.warn('requests_refused: there was more to do than this server can; add servers, or find who asks', { refused });
        refused = 0;
    });
    return (response) => {
        refused += 1;
        if (!isReporting) setTimeout(report, Math.max(0, reportedAt + reportEveryMs - performance.now())).unref();
        isReporting = true;
        response.writeHead(status, headers).end(body, 'latin1');
    };
}
