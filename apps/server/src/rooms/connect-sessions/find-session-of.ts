import type { AttemptRow, ConnectSessionRow, Db } from '@patchbay/db';
import { findSession } from './connect-sessions.sql.ts';

/** The session that an attempt was started in, also when it has expired; undefined when it was deleted. */
export function findSessionOf(db: Db, attempt: Pick<AttemptRow, 'environment_id' | 'session_id'>): Promise<ConnectSessionRow | undefined> {
    return findSession(db, attempt.environment_id, attempt.session_id);
}
