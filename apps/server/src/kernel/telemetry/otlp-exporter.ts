import { setTimeout as sleep } from 'node:timers/promises';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ISerializer } from '@opentelemetry/otlp-transformer';
import type { Egress } from '../egress/egress.ts';
import type { OtlpConfig } from './telemetry-config.ts';

/** What is sent again: https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes */
const retryable: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const firstPauseMs = 500;
const maxResponseBytes = 64 * 1024;
/** Per signal; what comes on top is dropped. */
const maxExports = 4;

export interface OtlpDestination extends Pick<OtlpConfig, 'headers' | 'encoding' | 'timeoutMs'> {
    url: string;
    egress: Egress;
    /** Aborted when nothing is waited for any more. */
    ended: AbortSignal;
    /** Told of each batch. @param failure why it was dropped; undefined: it was taken */
    onResult(failure: string | undefined): void;
}

/**
 * Sends batches of the SDK over OTLP, through egress rather than by the SDK's own exporters, which
 * open sockets themselves. It holds at most four batches, each for `timeoutMs`.
 */
export class OtlpExporter<Batch> {
    readonly #serializer: ISerializer<Batch, unknown>;
    readonly #destination: OtlpDestination;
    readonly #running = new Set<Promise<void>>();
    readonly #stopping = new AbortController();

    constructor(serializer: ISerializer<Batch, unknown>, destination: OtlpDestination) {
        this.#serializer = serializer;
        this.#destination = destination;
    }

    export(batch: Batch, done: (result: ExportResult) => void): void {
        const body = this.#running.size < maxExports ? this.#serializer.serializeRequest(batch) : undefined;
        const sending = body === undefined ? Promise.reject(new Error('earlier exports still run')) : this.#send(body);
        const export_ = sending.then(
            () => {
                this.#destination.onResult(undefined);
                done({ code: ExportResultCode.SUCCESS });
            },
            (error: unknown) => {
                const reason = error instanceof Error ? error : new Error(String(error));
                this.#destination.onResult(reason.message);
                done({ code: ExportResultCode.FAILED, error: reason });
            }
        );
        this.#running.add(export_);
        void export_.finally(() => this.#running.delete(export_));
    }

    async forceFlush(): Promise<void> {
        await Promise.all(this.#running);
    }

    shutdown(): Promise<void> {
        this.#stopping.abort();
        return this.forceFlush();
    }

    /** @throws when the collector has not taken it in time */
    async #send(body: Uint8Array): Promise<void> {
        const { egress, url, headers, encoding, timeoutMs, ended } = this.#destination;
        const deadline = performance.now() + timeoutMs;
        for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
            const { status, headers: received } = await egress.request({
                url,
                method: 'POST',
                headers: { ...headers, 'content-type': encoding === 'http/json' ? 'application/json' : 'application/x-protobuf' },
                body,
                timeoutMs: Math.max(1, Math.round(deadline - performance.now())),
                maxBytes: maxResponseBytes,
                signal: ended
            });
            if (status >= 200 && status < 300) return;
            const wanted = Number(received['retry-after']) * 1000;
            const waitMs = Math.max(Number.isFinite(wanted) ? wanted : 0, pauseMs * (0.5 + Math.random()));
            if (!retryable.has(status) || performance.now() + waitMs > deadline || this.#stopping.signal.aborted)
                throw new Error(`the collector responds with ${status}`);
            await sleep(waitMs, undefined, { signal: this.#stopping.signal });
        }
    }
}
