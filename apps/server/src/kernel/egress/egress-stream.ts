import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { EgressError, toEgressError } from './egress-error.ts';
import { headersToSend } from './egress-headers.ts';
import type { EgressStreamRequest, EgressStreamResponse } from './egress-message.ts';
import { type EgressObserver, ExchangeRecorder } from './egress-observer.ts';
import { parseHttpUrl } from './egress-redirect.ts';

const FIRST_BYTE_TIMEOUT_MS = 120_000;
/** Inside a response. */
const SILENCE_TIMEOUT_MS = 60_000;
/** Each of them starts the wait for the response anew. */
const MAX_INTERIM_RESPONSES = 20;

/** @throws {EgressError} or, when the caller aborts, `signal`'s reason */
export async function sendStream(
    agent: Agent,
    request: EgressStreamRequest,
    observer: EgressObserver | undefined
): Promise<EgressStreamResponse> {
    const { method, url, purpose, queuedMs = 0 } = request;
    const recorder = observer && purpose ? new ExchangeRecorder(observer, { purpose, method, url, queuedMs }) : undefined;
    try {
        return await dispatch(agent, request, recorder);
    } catch (error) {
        // What is thrown here is an error of ours or an AbortController's reason.
        recorder?.ended(error as Error);
        throw error;
    }
}

function dispatch(agent: Agent, request: EgressStreamRequest, recorder: ExchangeRecorder | undefined): Promise<EgressStreamResponse> {
    const { method, body, bodyLength, signal, firstByteTimeoutMs = FIRST_BYTE_TIMEOUT_MS } = request;
    const { origin, host, path } = readAddress(request.url);
    const own = headersToSend(request.headers, host);
    if (bodyLength !== undefined) own['content-length'] = String(bodyLength);
    const headers = recorder?.headersMade(own) ?? own;
    signal?.throwIfAborted();
    const call = new StreamedCall(host, request, recorder);
    agent.dispatch(
        {
            origin,
            path,
            method,
            headers,
            body: body ?? null,
            headersTimeout: firstByteTimeoutMs,
            bodyTimeout: SILENCE_TIMEOUT_MS
        },
        call
    );
    return call.response.promise;
}

/**
 * @returns host and port of an address, without the scheme's own port @throws {EgressError}
 * `bad_url`
 */
export function hostOf(url: string): string {
    return readAddress(url).host;
}

/** Only scheme and host are parsed: the path cannot change where the request goes. */
function readAddress(text: string): { origin: string; host: string; path: string } {
    const [, authority, path = '/'] = /^(https?:\/\/[^/?#\\\s]+)(\/[\x21-\x22\x24-\xff]*)?$/i.exec(text) ?? [];
    if (authority === undefined) throw new EgressError('bad_url', 'The address is not a valid URL');
    const { origin, host } = parseHttpUrl(authority);
    return { origin, host, path };
}

class StreamedCall implements Dispatcher.DispatchHandler {
    readonly response = Promise.withResolvers<EgressStreamResponse>();
    readonly #host: string;
    readonly #request: EgressStreamRequest;
    readonly #recorder: ExchangeRecorder | undefined;
    #controller: Dispatcher.DispatchController | undefined;
    #interimResponses = 0;
    /** What came with the headers. */
    readonly #first: Buffer[] = [];
    #isWhole = false;
    #body: Readable | undefined;
    #hasEnded = false;

    constructor(host: string, request: EgressStreamRequest, recorder: ExchangeRecorder | undefined) {
        this.#host = host;
        this.#request = request;
        this.#recorder = recorder;
        request.signal?.addEventListener('abort', this.#abort, { once: true });
    }

    readonly #abort = (): void => {
        // What an AbortController was given is an error, also where its type says anything.
        const reason = this.#request.signal?.reason as Error;
        // Without a connection there is no controller yet; then nothing waits.
        this.#fail(reason);
        this.#controller?.abort(reason);
    };

    #fail(error: Error): void {
        this.#finish(error);
        if (this.#body) this.#body.destroy(error);
        else this.response.reject(error);
    }

    #finish(error?: Error): void {
        this.#hasEnded = true;
        this.#recorder?.ended(error);
        this.#request.signal?.removeEventListener('abort', this.#abort);
    }

    onRequestStart(controller: Dispatcher.DispatchController): void {
        this.#controller = controller;
        this.#recorder?.connected();
        if (this.#hasEnded) controller.abort(new Error('The caller has gone.'));
    }

    onBodySent(chunk: string | Buffer): void {
        if (this.#recorder) this.#recorder.sent(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    }

    onRequestSent(): void {
        this.#request.onSent?.();
    }

    onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[]>): void {
        if (status < 200) {
            this.#interimResponses += 1;
            if (this.#interimResponses > MAX_INTERIM_RESPONSES)
                controller.abort(new EgressError('protocol', `${this.#host}: there is no end to its interim responses`));
            return;
        }
        this.#recorder?.responded(status, headers);
        // By then all that has arrived has been parsed: a short response is whole, and needs no
        // stream, which is 7 % of the processor time of a call (`npm run bench proxy`).
        queueMicrotask(() => this.#give(controller, status, headers));
    }

    #give(controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[]>): void {
        if (this.#isWhole) this.response.resolve({ status, headers, body: Buffer.concat(this.#first) });
        if (this.#hasEnded) return;
        this.#body = new Readable({
            read: () => controller.resume(),
            destroy: (error, done) => {
                if (!this.#hasEnded) {
                    const reason = error ?? new Error('The response is not wanted any more.');
                    this.#finish(reason);
                    controller.abort(reason);
                }
                done(error);
            }
        });
        // An error reaches the reader; before there is one, it must not be uncaught.
        this.#body.on('error', () => {});
        for (const chunk of this.#first.splice(0)) this.#pass(controller, chunk);
        this.response.resolve({ status, headers, body: this.#body });
    }

    onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
        this.#recorder?.received(chunk);
        this.#pass(controller, chunk);
    }

    #pass(controller: Dispatcher.DispatchController, chunk: Buffer): void {
        if (!this.#body) this.#first.push(chunk);
        else if (!this.#body.push(chunk)) controller.pause();
    }

    onResponseEnd(): void {
        this.#finish();
        this.#isWhole = true;
        this.#body?.push(null);
    }

    onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
        const { body } = this.#request;
        const isOfBody = body instanceof Readable && body.errored === error;
        if (this.#hasEnded) return;
        this.#fail(isOfBody ? error : toEgressError(error, this.#host, this.#controller !== undefined));
    }
}
