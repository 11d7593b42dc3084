import { Agent } from 'undici';
import type { buildConnector } from 'undici';
import { canonicalAddress, createDestinationCheck, destinationOf } from './egress-address.ts';
import { OFFERED_ENCODINGS, readBody } from './egress-body.ts';
import { dialDirectly } from './egress-dial.ts';
import type { Dial } from './egress-dial.ts';
import { EgressError, MAX_HEADER_BYTES, toConnectError, toEgressError } from './egress-error.ts';
import { headersToSend } from './egress-headers.ts';
import { isAllowedHost, nextHop, parseHttpUrl, redirectLocation } from './egress-redirect.ts';
import type { EgressMethod, Hop } from './egress-redirect.ts';
import { createResolver, type Resolve } from './egress-resolve.ts';
import { sendStream } from './egress-stream.ts';
import type { EgressStreamRequest, EgressStreamResponse } from './egress-stream.ts';

export { isListedHost, parseListedHost } from './egress-address.ts';
export { inflate, OFFERED_ENCODINGS } from './egress-body.ts';
export { EgressError } from './egress-error.ts';
export type { EgressErrorCode } from './egress-error.ts';
export { canonicalHeader, isReservedHeader } from './egress-headers.ts';
export { becomesGet, isAllowedHost, nextHop, redirectLocation } from './egress-redirect.ts';
export type { EgressMethod, Hop } from './egress-redirect.ts';
export { hostOf } from './egress-stream.ts';
export type { EgressStreamRequest, EgressStreamResponse } from './egress-stream.ts';

export interface EgressRequest {
    url: string;
    /** Default GET. */
    method?: EgressMethod;
    /** Any header but those that frame the message or choose the host; `accept-encoding` is always ours. */
    headers?: Record<string, string>;
    body?: string | Uint8Array;
    /** For everything: name look-up, connection, redirects and the whole body. Default 15,000. */
    timeoutMs?: number;
    /** Of the inflated body. Default 1 MiB. */
    maxBytes?: number;
    /** Default 0: a redirect is then answered as it came, and the caller decides. */
    maxRedirects?: number;
    /** `host[:port]` or `.suffix[:port]`; the host of every hop must match one, else nothing is dialled. Without it any public host. */
    allowedHosts?: string[];
    signal?: AbortSignal;
}

export interface EgressResponse {
    status: number;
    /** Names in lower case, repeated ones joined with a comma. */
    headers: Record<string, string>;
    /** Inflated; `content-encoding` and `content-length` are then gone from the headers. */
    body: Buffer;
    /** Where the answer came from, after redirects. */
    url: string;
}

export interface Egress {
    /**
     * Sends one request and passes both bodies on as they are. A redirect is an answer like any other.
     * @throws {EgressError} as `request`; what goes wrong behind the headers is an error of `body`, unless it comes together with them
     */
    stream(input: EgressStreamRequest): Promise<EgressStreamResponse>;
    /**
     * Calls a third party. Any HTTP status is an answer, not an error.
     * @throws {EgressError} when there is no usable answer; or `signal`'s reason when the caller aborts
     */
    request(input: EgressRequest): Promise<EgressResponse>;
    /** Waits for running requests, then closes every connection. */
    close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_MAX_BYTES = 1_048_576;
const SILENCE_TIMEOUT_MS = 30_000;

/**
 * The server's only way out. It reaches public addresses by https and, besides, what the operator has listed; the check sits on the
 * connector and decides by the address that is dialled. Proxy variables of the environment are not read.
 * @param options.allowPrivateHosts `host:port` entries (`*.localhost:port` for all of them) that may be private and speak plain http
 * @param options.resolve every address of a name; replaced in tests
 * @param options.dial opens sockets; replaced in tests, so that nothing leaves the machine
 */
export function createEgress(options: { allowPrivateHosts: readonly string[]; resolve?: Resolve; dial?: Dial }): Egress {
    const { allowPrivateHosts, resolve = createResolver(), dial = dialDirectly } = options;
    const addressesToDial = createDestinationCheck({ allowPrivateHosts, resolve });

    async function connect(target: buildConnector.Options) {
        const destination = destinationOf(target);
        const addresses = await addressesToDial(destination);
        const socket = await dial(destination, addresses);
        if (!addresses.includes(canonicalAddress(socket.remoteAddress ?? ''))) {
            socket.destroy();
            throw new EgressError(
                'destination_not_allowed',
                `${destination.hostname}: the connection did not go to the address that was checked`
            );
        }
        return socket;
    }

    const agent = new Agent({
        allowH2: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: SILENCE_TIMEOUT_MS,
        bodyTimeout: SILENCE_TIMEOUT_MS,
        connect: (target, done) =>
            void connect(target).then(
                (socket) => done(null, socket),
                (error: unknown) => done(toConnectError(error, target.host ?? target.hostname), null)
            )
    });

    async function follow(input: EgressRequest, signal: AbortSignal): Promise<EgressResponse> {
        const { maxBytes = DEFAULT_MAX_BYTES, maxRedirects = 0, allowedHosts } = input;
        let hop = firstHop(input);
        for (let redirects = 0; ; redirects += 1) {
            const { url, method, headers, body = null } = hop;
            const { host } = url;
            if (allowedHosts && !isAllowedHost(url, allowedHosts)) {
                throw new EgressError('destination_not_allowed', `${host}: this call may not go to this host`);
            }
            signal.throwIfAborted();
            try {
                const answer = await agent.request({ origin: url.origin, path: url.pathname + url.search, method, headers, body, signal });
                const responseHeaders = flatten(answer.headers);
                const location = maxRedirects > 0 ? redirectLocation(answer.statusCode, responseHeaders) : undefined;
                if (location === undefined) {
                    const { 'content-encoding': contentEncoding } = responseHeaders;
                    const content = await readBody(answer.body, { host, contentEncoding, maxBytes, signal });
                    if (contentEncoding !== undefined && method !== 'HEAD') {
                        delete responseHeaders['content-encoding'];
                        delete responseHeaders['content-length'];
                    }
                    return { status: answer.statusCode, headers: responseHeaders, body: content, url: url.href };
                }
                // Reading the rest of a short body keeps the connection; whatever goes wrong with it is of no interest.
                answer.body.dump({ limit: MAX_HEADER_BYTES, signal }).catch(() => {});
                if (redirects === maxRedirects) {
                    throw new EgressError('too_many_redirects', `${host}: more than ${maxRedirects} redirects`);
                }
                hop = nextHop(hop, answer.statusCode, location);
            } catch (error) {
                throw signal.aborted ? error : toEgressError(error, host);
            }
        }
    }

    return {
        stream: (input) => sendStream(agent, input),
        async request(input) {
            const { timeoutMs = DEFAULT_TIMEOUT_MS } = input;
            const deadline = AbortSignal.timeout(timeoutMs);
            const signal = AbortSignal.any(input.signal ? [deadline, input.signal] : [deadline]);
            try {
                // undici looks at the signal only once it is connected, so a silent name server or host would outlast the deadline.
                return await Promise.race([follow(input, signal), rejectsOnAbort(signal)]);
            } catch (error) {
                if (error instanceof EgressError) throw error;
                input.signal?.throwIfAborted();
                throw new EgressError('timeout', `${URL.parse(input.url)?.host ?? ''}: no complete answer within ${timeoutMs} ms`);
            }
        },
        close: () => agent.close()
    };
}

function firstHop({ url: text, method = 'GET', headers = {}, body }: EgressRequest): Hop {
    // WHATWG would silently drop line breaks and tabs.
    if (/[\p{Cc}\s]/u.test(text)) throw new EgressError('bad_url', 'The address holds blanks or control characters');
    const url = parseHttpUrl(text);
    return { url, method, headers: { ...headersToSend(headers, url.host), 'accept-encoding': OFFERED_ENCODINGS }, body };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]));
}

function rejectsOnAbort(signal: AbortSignal): Promise<never> {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
