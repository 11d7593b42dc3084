import { z } from 'zod';
import { replaceSecrets } from '../log/secret-search.ts';
import type { Instruments } from './instruments.ts';
import { metric } from './metric.ts';
import type { ExportOutcome, Signal } from './telemetry-config.ts';

/** Why a batch, or a part of it, was lost. */
export class ExportFailure extends Error {
    /** Of few values: a status, or a code. */
    readonly type: string;

    constructor(type: string, message: string) {
        super(message);
        this.type = type;
    }
}

/** By signal. A part that is lost has an `error.type`. */
const exportedItems = {
    traces: metric({
        name: 'otel.sdk.exporter.span.exported',
        kind: 'counter',
        unit: '{span}',
        description: 'Spans whose export has ended; with error.type: those that the collector did not take',
        attributes: ['error.type']
    }),
    metrics: metric({
        name: 'otel.sdk.exporter.metric_data_point.exported',
        kind: 'counter',
        unit: '{data_point}',
        description: 'Data points whose export has ended; with error.type: those that the collector did not take',
        attributes: ['error.type']
    }),
    logs: metric({
        name: 'otel.sdk.exporter.log.exported',
        kind: 'counter',
        unit: '{log_record}',
        description: 'Log lines whose export has ended; with error.type: those that the collector did not take',
        attributes: ['error.type']
    })
} satisfies Record<Signal, unknown>;

export function recordOutcome(instruments: Instruments, signal: Signal, { taken, lost, failure }: ExportOutcome): void {
    const items = exportedItems[signal];
    if (taken > 0) instruments.record(items, taken, {});
    if (failure && lost > 0) instruments.record(items, lost, { 'error.type': failure.type });
}

/** In JSON, 64-bit numbers may be texts. */
const rejectedCount = z.coerce.number().int().nonnegative().catch(0).default(0);
/** https://opentelemetry.io/docs/specs/otlp/#partial-success-1 */
const responseBody = z.object({
    partialSuccess: z.object({
        rejectedSpans: rejectedCount,
        rejectedDataPoints: rejectedCount,
        rejectedLogRecords: rejectedCount,
        errorMessage: z.string().catch('').default('')
    })
});
const maxTextLength = 200;

/**
 * How many items of a batch a collector rejected, and why.
 * @param read parses the body of its response; it throws where that is no response of OTLP
 * @param size how many there were
 * @param headers secrets that the collector may repeat
 * @returns undefined: none, or it does not say
 */
export function readRejection(
    read: () => unknown,
    size: number,
    headers: Readonly<Record<string, string>>
): { rejected: number; failure: ExportFailure } | undefined {
    const { partialSuccess: said } = parsed(read) ?? {};
    if (!said) return undefined;
    const rejected = Math.min(said.rejectedSpans + said.rejectedDataPoints + said.rejectedLogRecords, size);
    if (rejected === 0) return undefined;
    const text = replaceSecrets(said.errorMessage.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim(), Object.values(headers)).slice(0, maxTextLength);
    const message = `the collector rejected ${rejected} of ${size}${text === '' ? '' : `: ${text}`}`;
    return { rejected, failure: new ExportFailure('rejected', message) };
}

function parsed(read: () => unknown): z.output<typeof responseBody> | undefined {
    try {
        return responseBody.safeParse(read()).data;
    } catch {
        return undefined;
    }
}
