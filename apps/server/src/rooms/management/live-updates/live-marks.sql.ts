import type { LiveTopic } from '@patchbay/contracts';
import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';

/** Of the log only its newest partition is read. */
const recentMs = 5 * 60_000;

/**
 * What the topics of an environment are at: each is another text once something has changed. Every
 * part reads a few of the newest rows by an index.
 */
export async function readMarks(
    { clock, db }: Pick<Deps, 'clock' | 'db'>,
    { id: environmentId, name: environmentName }: { id: string; name: string }
): Promise<Record<LiveTopic, string> | undefined> {
    const since = firstIdAt(new Date(clock.now().getTime() - recentMs));
    const { rows } = await sql<Record<LiveTopic, string>>`
        select
            coalesce((select id::text from request_log where environment_id = ${environmentId} and id >= ${since}
                order by id desc limit 1), '') as requests,
            concat_ws(' ', (select max(position) from events where environment_id = ${environmentId} and position is not null),
                (select max(created_at) from events where environment_id = ${environmentId} and position is null)) as events,
            coalesce((select string_agg(id || status, ',') from (
                select id, status from function_runs where environment_id = ${environmentId}
                order by created_at desc, id desc limit 50) as newest), '') as runs,
            coalesce((select string_agg(concat_ws(' ', id, count, muted_until, resolved_at), ',') from (
                select id, count, muted_until, resolved_at from issues where environment_id = ${environmentId}
                order by opened_at desc, id desc limit 50) as newest), '') as issues,
            coalesce((select string_agg(concat_ws(' ', id, attempts, status), ',') from (
                select id, attempts, status from webhook_deliveries where environment_id = ${environmentId}
                order by created_at desc, id desc limit 50) as newest), '') as deliveries,
            concat_ws(' ', (select concat_ws(' ', id, status) from audit_entries where environment_name = ${environmentName}
                order by id desc limit 1), (select deleted_at from environments where id = ${environmentId})) as settings`.execute(db);
    return rows[0];
}
