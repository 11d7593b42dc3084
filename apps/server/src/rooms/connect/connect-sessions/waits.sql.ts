import type { ConnectSessionRow, Db } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';

/** Sign-ins that wait for approval, also while they are continued; as in the partial indexes. */
const waits = sql<boolean>`attempts.approval_since is not null and attempts.status in ('awaiting_user', 'exchanging', 'verifying')`;

/** Whether a sign-in of the session waits for approval, for which the row is kept. */
export const isKept = sql<boolean>`exists (
    select from attempts
    where attempts.environment_id = connect_sessions.environment_id and attempts.session_id = connect_sessions.id and ${waits}
)`;

/** Ids of sessions that are kept. An array, so that each is looked up by its index. */
export function waitingIn(environmentId: string): RawBuilder<string> {
    return sql`any(array(select attempts.session_id from attempts where attempts.environment_id = ${environmentId} and ${waits}))`;
}

/** Whose account it becomes: what one of their sessions connects is what another waits for. */
export interface Subject {
    environmentId: string;
    endUserId: string;
    organizationId: string | null;
}

/** Undefined where nothing is said of the person; who opened a share link may be another one. */
export function subjectOf({ environment_id, end_user: endUser, link_id: linkId }: ConnectSessionRow): Subject | undefined {
    if (!endUser?.id || linkId !== null) return undefined;
    return { environmentId: environment_id, endUserId: endUser.id, organizationId: endUser.organization?.id ?? null };
}

/** Attempts of this subject that wait for approval. @param which of them */
export function waitsOf({ environmentId, endUserId, organizationId }: Subject, which: RawBuilder<boolean>): RawBuilder<boolean> {
    // The status is a literal, as in the partial index.
    return sql`attempts.environment_id = ${environmentId} and attempts.end_user_id = ${endUserId}
        and attempts.approval_since is not null and attempts.status = 'awaiting_user' and ${which}
        and exists (select from connect_sessions as own where own.environment_id = attempts.environment_id
            and own.id = attempts.session_id and own.link_id is null
            and own.end_user #>> '{organization,id}' is not distinct from ${organizationId}::text)`;
}

/** Ids of the integrations that wait for a new connection of this subject. */
export async function findAwaitingApproval(db: Db, subject: Subject, now: Date): Promise<Set<string>> {
    const rows = await db
        .selectFrom('attempts')
        .select('integration_id')
        .distinct()
        .where(waitsOf(subject, sql`not attempts.is_reconnect and attempts.expires_at > ${now}`))
        .execute();
    return new Set(rows.map(({ integration_id: id }) => id));
}
