import { issueExample } from '@patchbay/contracts';
import type { AlertChannelRow, IssueRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';

/** The issue of the contracts' example, as if it were noticed now. */
export function exampleIssue(
    { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
    { environment_id: environmentId }: Pick<AlertChannelRow, 'environment_id'>
): IssueRow {
    const now = clock.now();
    return {
        environment_id: environmentId,
        id: ids.uuid(),
        rule: issueExample.rule,
        subject_id: issueExample.subject.id,
        integration_key: issueExample.integration_id,
        count: issueExample.count,
        affected: issueExample.connection_ids,
        affected_count: issueExample.affected_connections,
        since: now,
        newest_at: now,
        opened_at: now,
        last_seen_at: now,
        muted_until: null,
        resolved_at: null,
        resolved_by: null
    };
}
