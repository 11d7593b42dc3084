import { createHash } from 'node:crypto';
import type { CompiledFunction } from '@patchbay/compiler';
import type { HostLogLine, Json, JsonObject, RunFacts } from '@patchbay/functions';
import { type Exchange, recordExchanges, type Recording } from '@patchbay/functions/testing';
import type { Connection, Patchbay } from '@patchbay/node';
import type { Runner, RunOutcome } from '@patchbay/runner';
import type { DryRunHost } from './dry-run-host.ts';
import { HttpHost } from './http-host.ts';
import { ReplayHost } from './replay-host.ts';

/** What a run is given. */
export interface Given {
    /** Absent: that of the recording, or none. */
    input?: Json;
    metadata?: JsonObject;
    checkpoint?: JsonObject;
    lastSyncDate?: string;
    variant: string;
}

/** Where its responses come from. */
export type Source = { patchbay: Patchbay; connection: Connection; environment: string } | { recording: Recording };

export interface DryRun {
    outcome: RunOutcome;
    host: DryRunHost;
    durationMs: number;
    exchanges: readonly Exchange[];
    /** What the function was given in the end. */
    used: { input: Json; metadata: JsonObject; checkpoint: JsonObject | null; last_sync_date: string | null };
}

/** Runs a function behind the same wall, and with the same limits, as the server would. */
export async function dryRun(
    runner: Runner,
    { integrationId, name, type, file, js, sourceMap }: CompiledFunction,
    source: Source,
    given: Given,
    onLine: (line: HostLogLine) => void
): Promise<DryRun> {
    const used = usedBy(source, given);
    const contents = { metadata: used.metadata, checkpoint: used.checkpoint };
    const host =
        'recording' in source
            ? new ReplayHost(source.recording, contents, onLine)
            : new HttpHost({ ...source, variant: given.variant }, contents, onLine, {
                  waitsForRateLimit: type === 'sync',
                  onWait: (ms) => onLine(waitLine(ms))
              });
    const recorded = recordExchanges(host);
    const startedAt = performance.now();
    const outcome = await runner.run({
        environmentId: 'cli',
        kind: type,
        code: { hash: createHash('sha256').update(js).digest('hex'), source: js, fileName: file, sourceMap },
        facts: { ...factsOf(source, integrationId), runId: `dryrun-${name}`, variant: given.variant, lastSyncDate: used.last_sync_date },
        input: used.input,
        host: recorded.host
    });
    return { outcome, host, durationMs: Math.round(performance.now() - startedAt), exchanges: recorded.exchanges, used };
}

const waitLine = (ms: number): HostLogLine => ({
    level: 'info',
    message: `The rate limit of the provider is used up: waiting ${Math.ceil(ms / 1000)} s, as the server would.`,
    meta: null,
    at: new Date().toISOString()
});

function usedBy(source: Source, { input, metadata, checkpoint, lastSyncDate }: Given): DryRun['used'] {
    const recording = 'recording' in source ? source.recording : undefined;
    // What the API sends is JSON.
    const ofConnection = 'connection' in source ? (source.connection.metadata as JsonObject | null) : undefined;
    return {
        input: input ?? recording?.input ?? null,
        metadata: metadata ?? recording?.metadata ?? ofConnection ?? {},
        checkpoint: checkpoint ?? recording?.checkpoint ?? null,
        last_sync_date: lastSyncDate ?? recording?.last_sync_date ?? null
    };
}

function factsOf(source: Source, integrationId: string): Omit<RunFacts, 'runId' | 'variant' | 'lastSyncDate'> {
    const connection = 'recording' in source ? source.recording.connection : source.connection;
    const environment = 'environment' in source ? source.environment : 'dev';
    return {
        connectionId: connection.connection_id ?? 'connection',
        providerConfigKey: connection.provider_config_key ?? integrationId,
        provider: connection.provider ?? integrationId,
        environmentId: environment,
        environmentName: environment,
        idempotencyKey: `dryrun-${crypto.randomUUID()}`,
        attempt: 1,
        firstAttemptAt: null,
        paginate: null,
        isCli: true
    };
}
