import type { AttemptRow, Db } from '@patchbay/db';
import { type ConnectionWithIntegration, findConnection } from './connections.sql.ts';

/** The connection that an attempt renews. */
export function findConnectionOf(
    db: Db,
    attempt: Pick<AttemptRow, 'environment_id' | 'integration_id' | 'connection_id'>
): Promise<ConnectionWithIntegration | undefined> {
    return findConnection(db, attempt.environment_id, attempt.integration_id, attempt.connection_id);
}
