import { captureRequest, type CapturedRequest } from '../log/request-context.ts';
import type { TracedSpan } from '../telemetry/traced-span.ts';

/** What a request is for; rooms declare its fields. Those that share one are attempts of it. */
export interface EgressPurpose {}

/** The beginning of a body as it went over the wire, so compressed where it was. */
export interface BodySample {
    /** In order; together at most as long as was asked for. */
    chunks: Buffer[];
    /** Of the whole body, as far as it went over the wire. */
    bytes: number;
}

/** One request on the wire and what became of it. Times are of `performance.now()`. */
export interface Exchange {
    purpose: EgressPurpose;
    /** Whose secrets and id it has. */
    request: CapturedRequest | undefined;
    method: string;
    url: string;
    /** Its own, where requests are traced. */
    span: TracedSpan | undefined;
    /** As sent. */
    requestHeaders: Record<string, string>;
    requestBody: BodySample;
    status: number | undefined;
    responseHeaders: Readonly<Record<string, string | string[]>>;
    responseBody: BodySample;
    /** Why there is no response, or only the beginning of one. */
    error: Error | undefined;
    /** How long the caller had it wait for its turn. */
    queuedMs: number;
    startedAt: number;
    /** When it began to be sent: name look-up, connection and TLS are done. */
    connectedAt: number | undefined;
    /** When the headers of the response came. */
    firstByteAt: number | undefined;
    endedAt: number;
}

export interface EgressObserver {
    /** How many bytes of each body are kept. @param status absent before the response */
    sampleBytes(purpose: EgressPurpose, status?: number): { request: number; response: number };
    /**
     * Called once for each exchange, before it is sent; it may give it a span.
     * @returns headers to send besides the caller's, which count more
     */
    onBegin?(exchange: Exchange): Readonly<Record<string, string>> | undefined;
    /** Called once for each exchange, on the request's path: it must return at once. */
    onEnd(exchange: Exchange): void;
}

/** Tells two of each exchange, and keeps as much of its bodies as either wants. */
export function both(first: EgressObserver, second: EgressObserver): EgressObserver {
    return {
        sampleBytes(purpose, status) {
            const [one, other] = [first.sampleBytes(purpose, status), second.sampleBytes(purpose, status)];
            return { request: Math.max(one.request, other.request), response: Math.max(one.response, other.response) };
        },
        onBegin: (exchange) => ({ ...first.onBegin?.(exchange), ...second.onBegin?.(exchange) }),
        onEnd(exchange) {
            first.onEnd(exchange);
            second.onEnd(exchange);
        }
    };
}

/** Notes what happens to one exchange, and tells the observer at its end. */
export class ExchangeRecorder {
    readonly #observer: EgressObserver;
    readonly #exchange: Exchange;
    readonly #addedHeaders: Readonly<Record<string, string>> | undefined;
    #limits: { request: number; response: number };
    #hasEnded = false;

    constructor(observer: EgressObserver, begun: Pick<Exchange, 'purpose' | 'method' | 'url' | 'queuedMs'>) {
        const startedAt = performance.now();
        this.#observer = observer;
        this.#limits = observer.sampleBytes(begun.purpose);
        this.#exchange = {
            ...begun,
            request: captureRequest(),
            span: undefined,
            requestHeaders: {},
            requestBody: { chunks: [], bytes: 0 },
            status: undefined,
            responseHeaders: {},
            responseBody: { chunks: [], bytes: 0 },
            error: undefined,
            startedAt,
            connectedAt: undefined,
            firstByteAt: undefined,
            endedAt: startedAt
        };
        this.#addedHeaders = observer.onBegin?.(this.#exchange);
    }

    /** @returns the headers to send */
    headersMade(headers: Record<string, string>): Record<string, string> {
        return (this.#exchange.requestHeaders = { ...this.#addedHeaders, ...headers });
    }

    connected(): void {
        this.#exchange.connectedAt ??= performance.now();
    }

    sent(chunk: Buffer): void {
        sample(this.#exchange.requestBody, chunk, this.#limits.request);
    }

    responded(status: number, headers: Readonly<Record<string, string | string[]>>): void {
        this.#exchange.firstByteAt = performance.now();
        this.#exchange.status = status;
        this.#limits = this.#observer.sampleBytes(this.#exchange.purpose, status);
        this.#exchange.responseHeaders = headers;
    }

    received(chunk: Buffer): void {
        sample(this.#exchange.responseBody, chunk, this.#limits.response);
    }

    /** @param error absent when the response is complete */
    ended(error?: Error): void {
        if (this.#hasEnded) return;
        this.#hasEnded = true;
        this.#exchange.endedAt = performance.now();
        this.#exchange.error = error;
        this.#observer.onEnd(this.#exchange);
    }
}

/** Copies: the buffers of a socket are large, and are kept as long as a part of them is. */
function sample(body: BodySample, chunk: Buffer, limit: number): void {
    if (body.bytes < limit) body.chunks.push(Buffer.from(chunk.subarray(0, limit - body.bytes)));
    body.bytes += chunk.length;
}
