import { timelineKinds, type TimelineKind } from '@patchbay/contracts/dashboard';
import { given, textParam } from '../../parts/search-params.ts';

export const kindWords = {
    sign_ins: 'Sign-ins',
    credentials: 'Credentials',
    requests: 'Requests',
    runs: 'Syncs and actions',
    webhooks: 'Webhooks',
    changes: 'Changes',
    issues: 'Issues'
} as const satisfies Record<TimelineKind, string>;

/** Filters of the timeline, in the address. */
export interface TimelineSearch {
    kind?: TimelineKind;
}

export function timelineSearch({ kind }: Record<string, unknown>): TimelineSearch {
    return given({ kind: timelineKinds.find((each) => each === kind) });
}

/** Filters of the records, in the address. */
export interface RecordsSearch {
    model?: string;
    search?: string;
}

export function recordsSearch({ model, search }: { [Name in keyof RecordsSearch]?: unknown }): RecordsSearch {
    return given({ model: textParam(model), search: textParam(search) });
}
