import { type HealthCause, healthCauses, type HealthStatus } from '@patchbay/contracts';
import type { ConnectionFilter } from '../connection-store/connection-list.sql.ts';

interface HealthQuery {
    status?: HealthStatus | undefined;
    cause?: HealthCause | undefined;
    since?: string | undefined;
    until?: string | undefined;
    unconfirmed?: boolean | undefined;
}

/** Why filters contradict each other, and so would find nothing; undefined: they do not. */
export function problemOfFilter({ status, cause, since, until, unconfirmed }: HealthQuery): string | undefined {
    const isByTime = since !== undefined || until !== undefined;
    if (unconfirmed && (status ?? cause ?? since ?? until) !== undefined)
        return 'Unconfirmed connections are not in use, so they have no health. Leave out unconfirmed, or status, cause, since and until.';
    if (cause && status && healthCauses[cause].status !== status)
        return `The cause ${cause} is one of status ${healthCauses[cause].status}, so none of status ${status} has it. Leave one of them out.`;
    const selected = cause ? healthCauses[cause].status : status;
    if (isByTime && selected && ['healthy', 'unverified', 'paused'].includes(selected))
        return `since and until are of failures, and a connection of status ${selected} has none. Leave them out.`;
    if (since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until))
        return 'since is later than until. Exchange them, or leave one out.';
    return undefined;
}

export function toHealthFilter({
    status,
    cause,
    since,
    until
}: HealthQuery): Pick<ConnectionFilter, 'status' | 'cause' | 'since' | 'until'> {
    return {
        // With it the statement uses the index of its status.
        status: cause ? healthCauses[cause].status : status,
        cause,
        since: since && new Date(since).toISOString(),
        until: until && new Date(until).toISOString()
    };
}
