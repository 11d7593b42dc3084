import { collectorEncodings, collectorSignals } from '@patchbay/contracts';
import type { CollectorRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { OtlpConfig } from '../../../kernel/telemetry/telemetry-config.ts';
import { openHeaders } from './collector-headers.ts';

const timeoutMs = 10_000;
const metricIntervalMs = 60_000;

/** Undefined: nothing is sent. @throws {SealError} */
export function configOf(deps: Pick<Deps, 'seal'>, row: CollectorRow): OtlpConfig | undefined {
    const { url } = row;
    if (url === null) return undefined;
    return {
        endpoints: Object.fromEntries(signalsOf(row).map((signal) => [signal, `${url}/v1/${signal}`])),
        headers: openHeaders(deps, row),
        encoding: encodingOf(row),
        timeoutMs,
        metricIntervalMs
    };
}

/** A newer server may know more. */
export function signalsOf({ signals }: Pick<CollectorRow, 'signals'>) {
    return collectorSignals.filter((signal) => signals.includes(signal));
}

export function encodingOf({ encoding }: Pick<CollectorRow, 'encoding'>) {
    return collectorEncodings.find((known) => known === encoding) ?? 'http/protobuf';
}
