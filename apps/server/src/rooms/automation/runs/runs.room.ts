import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { room } from '../../../room.ts';

const day = 24 * 60 * 60_000;
/** Results of asynchronous actions, and what a repeated request gets, are in them. */
const runsKeptMs = 7 * day;

export const runs = room({
    name: 'runs',
    cleanUps: {
        deleteOldRuns: deleteOlder('function_runs', 'created_at', runsKeptMs),
        deleteOldLocks: deleteOlder('function_locks', 'held_until', day)
    }
});
