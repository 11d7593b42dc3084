import { type AnySync, intervalOf } from '@patchbay/functions';
import { integrationOf } from '@patchbay/integrations';

/** The syncs of a provider's connections, by name. */
export function syncsOf(provider: string): Readonly<Record<string, AnySync>> {
    return integrationOf(provider)?.syncs ?? {};
}

export function syncOf(provider: string, name: string): AnySync | undefined {
    const syncs = syncsOf(provider);
    return Object.hasOwn(syncs, name) ? syncs[name] : undefined;
}

const fallback = 'every hour';

interface FrequencySources {
    /** Set for this sync of this connection. */
    frequency: string | null;
    /** Of the connection. */
    metadata: Record<string, unknown> | null;
    definition: AnySync | undefined;
}

/** What was set for the sync; else the connection's settings; else what the function declares. */
export function frequencyOf({ frequency, metadata, definition }: FrequencySources): string {
    return frequency ?? settingOf(metadata) ?? definition?.frequency ?? fallback;
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
