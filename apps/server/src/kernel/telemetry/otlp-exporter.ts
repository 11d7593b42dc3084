import { setTimeout as sleep } from 'node:timers/promises';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ISerializer } from '@opentelemetry/otlp-transformer';
import { parseRetryAfter } from '@patchbay/functions';
import { type Egress, EgressError, type EgressResponse } from '../egress/egress.ts';
import { ExportFailure, readRejection } from './export-outcome.ts';
import type { ExportOutcome, OtlpConfig } from './telemetry-config.ts';

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
    /** Told of each batch. */
    onOutcome(outcome: ExportOutcome): void;
}

/** One signal in one encoding, as the SDK has it. */
export interface OtlpFormat<Batch> {
    serializer: ISerializer<Batch, unknown>;
    /** How many spans, data points or lines a batch has. */
    sizeOf(batch: Batch): number;
}

/**
 * Sends batches of the SDK over OTLP, through egress rather than by the SDK's own exporters, which
 * open sockets themselves. It holds at most four batches, each for `timeoutMs`.
 */
export class OtlpExporter<Batch> {
    readonly #format: OtlpFormat<Batch>;
    readonly #destination: OtlpDestination;
    readonly #running = new Set<Promise<void>>();
    readonly #stopping = new AbortController();

    constructor(format: OtlpFormat<Batch>, destination: OtlpDestination) {
        this.#format = format;
        this.#destination = destination;
    }

    export(batch: Batch, done: (result: ExportResult) => void): void {
        const export_ = this.#export(batch).then((outcome) => {
            this.#destination.onOutcome(outcome);
            const { taken, failure } = outcome;
            // What the collector rejects is not sent again, so the SDK has nothing to do with it.
            if (taken > 0 || !failure) done({ code: ExportResultCode.SUCCESS });
            else done({ code: ExportResultCode.FAILED, error: failure });
        });
        this.#running.add(export_);
        void export_.finally(() => this.#running.delete(export_));
    }

    async #export(batch: Batch): Promise<ExportOutcome> {
        const { serializer, sizeOf } = this.#format;
        const size = sizeOf(batch);
        try {
            const body = this.#running.size < maxExports ? serializer.serializeRequest(batch) : undefined;
            if (body === undefined) throw new ExportFailure('queue_full', 'earlier exports still run');
            const response = await this.#send(body);
            const rejection = readRejection(() => serializer.deserializeResponse(response.body), size, this.#destination.headers);
            const { rejected, failure } = rejection ?? { rejected: 0, failure: undefined };
            return { taken: size - rejected, lost: rejected, failure };
        } catch (error) {
            return { taken: 0, lost: size, failure: failureOf(error) };
        }
    }

    async forceFlush(): Promise<void> {
        await Promise.all(this.#running);
    }

    shutdown(): Promise<void> {
        this.#stopping.abort();
        return this.forceFlush();
    }

    /** @throws when the collector has not taken it in time */
    async #send(body: Uint8Array): Promise<EgressResponse> {
        const { egress, url, headers, encoding, timeoutMs, ended } = this.#destination;
        const deadline = performance.now() + timeoutMs;
        for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
            const response = await egress.request({
                url,
                method: 'POST',
                headers: { ...headers, 'content-type': encoding === 'http/json' ? 'application/json' : 'application/x-protobuf' },
                body,
                timeoutMs: Math.max(1, Math.round(deadline - performance.now())),
                maxBytes: maxResponseBytes,
                signal: ended
            });
            const { status, headers: received } = response;
            if (status >= 200 && status < 300) return response;
            const wantedMs = (parseRetryAfter(received['retry-after'], new Date()) ?? 0) * 1000;
            const waitMs = Math.max(wantedMs, pauseMs * (0.5 + Math.random()));
            if (!retryable.has(status) || performance.now() + waitMs > deadline || this.#stopping.signal.aborted)
                throw new ExportFailure(String(status), `the collector responds with ${status}`);
            await sleep(waitMs, undefined, { signal: this.#stopping.signal });
        }
    }
}

function failureOf(error: unknown): ExportFailure {
    if (error instanceof ExportFailure) return error;
    const type = error instanceof EgressError ? error.code : 'cancelled';
    return new ExportFailure(type, error instanceof Error ? error.message : String(error));
}
