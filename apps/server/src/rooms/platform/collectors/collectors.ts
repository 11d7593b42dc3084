import type { CollectorRow } from '@patchbay/db';
import type { BaseDeps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import type { EnvironmentCollector, OtlpConfig } from '../../../kernel/telemetry/telemetry-config.ts';
import { configOf } from './collector-config.ts';
import { type ExportResult, findCollector, findRevisions, saveResult } from './collectors.sql.ts';

const intervalMs = 5000;

/** The collectors of environments, as this process exports to them. */
export interface Collectors {
    /** Takes up settings that were changed. */
    follow(): Promise<void>;
    /** Writes down what became of this process' exports so far. */
    saveResults(): Promise<void>;
    stop(): Promise<void>;
}

type Needs = Pick<BaseDeps, 'db' | 'clock' | 'log' | 'seal' | 'egress' | 'telemetry'>;

/**
 * Follows the settings, which another process may change, every five seconds.
 * @race settings change while they are taken up: their revision, which the next round compares
 */
export function followCollectors(deps: Needs): Collectors {
    const { db, clock, telemetry, egress } = deps;
    /** The revision that is exported with, by environment. */
    const known = new Map<string, number>();
    const results = new Map<string, ExportResult>();
    /** The revision that could not be opened, by environment. */
    const toldUnreadable = new Map<string, number>();
    let running: Promise<void> = Promise.resolve();

    async function takeUp(environmentId: string, revision: number): Promise<void> {
        const row = await findCollector(db, environmentId);
        if (!row) return;
        const config = openOrReport(deps, row, toldUnreadable);
        const onOutcome: EnvironmentCollector['onOutcome'] = (signal, { taken, failure }) => {
            const { successAt = null, error = null } = results.get(environmentId) ?? {};
            const now = clock.now();
            results.set(environmentId, {
                environmentId,
                revision,
                // A batch may be taken in part.
                successAt: taken > 0 ? now : successAt,
                error: failure ? { at: now, message: `${signal}: ${failure.message}` } : error
            });
        };
        await telemetry.exportTo(environmentId, config && { ...config, egress, onOutcome });
        // What could not be opened is tried again: this process may lack a new data key for now.
        if (config || row.url === null) known.set(environmentId, revision);
    }

    async function readOnce(): Promise<void> {
        const revisions = new Map((await findRevisions(db)).map(({ environment_id: id, revision }) => [id, revision]));
        for (const [id, revision] of revisions) if (known.get(id) !== revision) await takeUp(id, revision);
        for (const id of known.keys()) {
            if (revisions.has(id)) continue;
            known.delete(id);
            await telemetry.exportTo(id, undefined);
        }
        await saveResults();
    }

    async function saveResults(): Promise<void> {
        for (const [id, result] of results) {
            results.delete(id);
            await saveResult(db, result);
        }
    }

    let waiting = 0;
    const follow = async () => {
        waiting += 1;
        // A database that is away has its own log lines; what is known stays.
        running = running.then(readOnce).catch(() => {});
        await running.finally(() => (waiting -= 1));
    };
    const timer = setInterval(() => void (waiting === 0 && follow()), intervalMs).unref();
    void follow();
    return {
        follow,
        saveResults,
        async stop() {
            clearInterval(timer);
            await running;
            await Promise.all([...known.keys()].map((id) => telemetry.exportTo(id, undefined)));
            await saveResults().catch(() => {});
        }
    };
}

/** Other environments have theirs, whatever this one's key ring lacks. */
function openOrReport(deps: Pick<Needs, 'seal' | 'log'>, row: CollectorRow, told: Map<string, number>): OtlpConfig | undefined {
    try {
        return configOf(deps, row);
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        if (told.get(row.environment_id) === row.revision) return undefined;
        told.set(row.environment_id, row.revision);
        deps.log.error('collector_unreadable: nothing is sent to this collector', { environment: row.environment_id, error });
        return undefined;
    }
}
