import type { buildConnector } from 'undici';
import { createAgents } from './egress-agents.ts';
import { canonicalAddress, createDestinationCheck, destinationOf } from './egress-address.ts';
import { discard, OFFERED_ENCODINGS, readBody } from './egress-body.ts';
import { dialDirectly } from './egress-dial.ts';
import type { Dial } from './egress-dial.ts';
import { EgressError } from './egress-error.ts';
import { headersToSend } from './egress-headers.ts';
import { followRedirects, isAllowedHost, parseHttpUrl, redirectLocation, withoutFragment } from './egress-redirect.ts';
import type { EgressMethod, Hop } from './egress-redirect.ts';
import { createResolver, type Resolve } from './egress-resolve.ts';
import { sendStream } from './egress-stream.ts';
import type { ClientCertificate, EgressStreamRequest, EgressStreamResponse, ObservedRequest } from './egress-message.ts';
import { both, type EgressObserver } from './egress-observer.ts';
import { elsewhere, withoutSlot } from '../runtime/work-slots.ts';

export { isListedHost, parseListedHost } from './egress-address.ts';
export { discard, inflate, OFFERED_ENCODINGS } from './egress-body.ts';
export { EgressError } from './egress-error.ts';
export type { EgressErrorCode } from './egress-error.ts';
export { canonicalHeader, isReservedHeader } from './egress-headers.ts';
export { followRedirects, isAllowedHost } from './egress-redirect.ts';
export type { EgressMethod, Hop } from './egress-redirect.ts';
export { hostOf } from './egress-stream.ts';
export type { ClientCertificate, EgressStreamRequest, EgressStreamResponse } from './egress-message.ts';
export type { BodySample, EgressObserver, EgressPurpose, Exchange } from './egress-observer.ts';

export interface EgressRequest extends ObservedRequest {
    url: string;
    /** Default GET. */
    method?: EgressMethod;
    /**
     * Any header but those that frame the message or choose the host; `accept-encoding` is ours.
     */
    headers?: Record<string, string>;
    body?: string | Uint8Array;
    /** For everything: name look-up, connection, redirects and the whole body. Default 15,000. */
    timeoutMs?: number;
    /** Of the inflated body. Default 1 MiB. */
    maxBytes?: number;
    /** Told of each piece of the inflated body; the next one waits for what it returns. */
    hold?: (bytes: number) => Promise<void> | undefined;
    /** Default 0: a redirect is then answered as it came, and the caller decides. */
    maxRedirects?: number;
    /**
     * `host[:port]` or `.suffix[:port]`: the host of every hop must match one. Default: any public
     * host.
     */
    allowedHosts?: string[];
    signal?: AbortSignal;
    /** Not shown to another origin that a redirect leads to. */
    clientCertificate?: ClientCertificate | undefined;
}

export interface EgressResponse {
    status: number;
    /** Names in lower case, repeated ones joined with a comma. */
    headers: Record<string, string>;
    /** Inflated; `content-encoding` and `content-length` are then gone from the headers. */
    body: Buffer;
    /** Where the response came from, after redirects. */
    url: string;
}

export interface Egress {
    /**
     * Sends one request and streams both bodies unchanged. Redirects are returned.
     * @throws {EgressError} as `request`; a failure after the headers is an error of `body`, unless
     * both come together
     */
    stream(input: EgressStreamRequest): Promise<EgressStreamResponse>;
    /**
     * Calls a third party. Every HTTP status is a response, not an error.
     * @throws {EgressError} when there is no usable response, `timeout` also for a signal that
     * times out; or `signal`'s reason when the caller aborts
     */
    request(input: EgressRequest): Promise<EgressResponse>;
    /** Tells `observer` too of the requests that have a purpose. */
    observe(observer: EgressObserver): void;
    /** Waits for running requests, then closes every connection. */
    close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_MAX_BYTES = 1_048_576;

/**
 * All outbound calls: public addresses by https, and what the operator has listed. The check is in
 * the connector and decides by the dialled address. Proxy environment variables are ignored.
 * @param options.allowPrivateHosts `host:port` entries (`*.localhost:port` for all of them) that
 * may be private and use plain http
 * @param options.resolve every address of a name; replaced in tests
 * @param options.dial opens sockets; replaced in tests, so that nothing leaves the machine
 */
export function createEgress(options: { allowPrivateHosts: readonly string[]; resolve?: Resolve; dial?: Dial }): Egress {
    const { allowPrivateHosts, resolve = createResolver(), dial = dialDirectly } = options;
    const addressesToDial = createDestinationCheck({ allowPrivateHosts, resolve });

    async function connect(target: buildConnector.Options, clientCertificate: ClientCertificate | undefined) {
        const destination = destinationOf(target);
        const addresses = await addressesToDial(destination);
        const socket = await dial(destination, addresses, clientCertificate);
        if (!addresses.includes(canonicalAddress(socket.remoteAddress ?? ''))) {
            socket.destroy();
            throw new EgressError(
                'destination_not_allowed',
                `${destination.hostname}: the connection did not go to the address that was checked`
            );
        }
        return socket;
    }

    const agents = createAgents(connect);

    let observer: EgressObserver | undefined;

    async function follow(input: EgressRequest, timeoutMs: number, signal: AbortSignal): Promise<EgressResponse> {
        const { maxBytes = DEFAULT_MAX_BYTES, hold, maxRedirects = 0, allowedHosts, purpose, clientCertificate } = input;
        const send = (hop: Hop) => {
            const url = new URL(hop.url);
            const agent = agents.of(url.origin === new URL(input.url).origin ? clientCertificate : undefined);
            if (allowedHosts && !isAllowedHost(url, allowedHosts))
                throw new EgressError('destination_not_allowed', `${url.host}: this call may not go to this host`);
            return sendStream(agent, { ...hop, firstByteTimeoutMs: timeoutMs, signal, purpose }, observer);
        };
        const first = firstHop(input);
        const { response, hop } =
            maxRedirects > 0 ? await followRedirects(first, send, { maxRedirects }) : { response: await send(first), hop: first };
        const { host } = new URL(hop.url);
        const headers = flatten(response.headers);
        if (maxRedirects > 0 && redirectLocation(response.status, headers) !== undefined) {
            discard(response.body);
            throw new EgressError('destination_not_allowed', `${host}: it redirects a request with a body to another origin`);
        }
        const { 'content-encoding': contentEncoding } = headers;
        const body = await readBody(response.body, { host, contentEncoding, maxBytes, hold });
        if (contentEncoding !== undefined && hop.method !== 'HEAD') {
            delete headers['content-encoding'];
            delete headers['content-length'];
        }
        return { status: response.status, headers, body, url: hop.url };
    }

    return {
        stream: (input) => withoutSlot(() => sendStream(agents.of(input.clientCertificate), input, observer)),
        async request(input) {
            const { timeoutMs = DEFAULT_TIMEOUT_MS } = input;
            const deadline = AbortSignal.timeout(timeoutMs);
            const signal = AbortSignal.any(input.signal ? [deadline, input.signal] : [deadline]);
            try {
                return await elsewhere(follow(input, timeoutMs, signal));
            } catch (error) {
                if (error instanceof EgressError) throw error;
                const reason: unknown = input.signal?.reason;
                // A signal that times out is a time limit like `timeoutMs`.
                if (input.signal?.aborted && !(reason instanceof Error && reason.name === 'TimeoutError')) throw reason;
                throw new EgressError('timeout', `${URL.parse(input.url)?.host ?? ''}: no complete response within ${timeoutMs} ms`);
            }
        },
        observe: (next) => {
            observer = observer ? both(observer, next) : next;
        },
        close: () => agents.close()
    };
}

function firstHop({ url: text, method = 'GET', headers = {}, body }: EgressRequest): Hop {
    // WHATWG would silently drop line breaks and tabs.
    if (/[\p{Cc}\s]/u.test(text)) throw new EgressError('bad_url', 'The address holds blanks or control characters');
    const url = parseHttpUrl(text);
    const ownHeaders = { ...headersToSend(headers, url.host), 'accept-encoding': OFFERED_ENCODINGS };
    return { url: withoutFragment(url), method, headers: ownHeaders, body };
}

function flatten(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));
}
