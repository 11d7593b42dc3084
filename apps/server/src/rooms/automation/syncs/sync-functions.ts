import { intervalOf } from '@patchbay/functions';
import type { SyncFunction } from '../../platform/functions/functions-of.ts';

const fallback = 'every hour';

interface FrequencySources {
    /** Set for this sync of this connection. */
    frequency: string | null;
    /** Of the connection. */
    metadata: Record<string, unknown> | null;
    /** Undefined: it is gone. */
    sync: Pick<SyncFunction, 'frequency'> | undefined;
}

/**
 * What was set for the sync; else the connection's settings; else that of the integration, or what
 * the function declares.
 */
export function frequencyOf({ frequency, metadata, sync }: FrequencySources): string {
    return frequency ?? settingOf(metadata) ?? sync?.frequency ?? fallback;
}

export function intervalMsOf(sources: FrequencySources): number {
    return intervalOf(frequencyOf(sources)) ?? intervalOf(fallback) ?? 0;
}

function settingOf(metadata: Record<string, unknown> | null): string | undefined {
    const settings = metadata?.['sync'];
    if (typeof settings !== 'object' || settings === null || !('frequency' in settings)) return undefined;
    const { frequency } = settings;
    return typeof frequency === 'string' && intervalOf(frequency) !== undefined ? frequency : undefined;
}
