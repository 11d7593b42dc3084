import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { room } from '../../../room.ts';
import { deleteSets } from './delete-sets.ts';
import { pruneOldRecords } from './prune-records.ts';
import { recordRoutes } from './records.routes.ts';
import { payloadsKeptMs } from './retention.ts';

export const records = room({
    name: 'records',
    routes: recordRoutes,
    cleanUps: {
        deleteSets,
        pruneOldRecords,
        setAsideRecords: deleteOlder('set_aside_records', 'seen_at', payloadsKeptMs)
    }
});
