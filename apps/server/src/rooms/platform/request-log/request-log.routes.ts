import { AppError, getLog, listLogs as listLogsEndpoint } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { describeDetail, describeEntry } from './describe-entry.ts';
import { findEntry } from './list-entries.sql.ts';
import { listLogs } from './list-logs.ts';

export const requestLogRoutes = [
    route(listLogsEndpoint, async (deps, { auth, query }) => {
        const { rows, nextCursor } = await listLogs(deps, auth.environmentId, query);
        return { data: rows.flatMap((row) => describeEntry(row) ?? []), next_cursor: nextCursor };
    }),
    route(getLog, async ({ db }, { auth, params }) => {
        const row = await findEntry(db, auth.environmentId, params.log_id);
        const detail = row && describeDetail(row);
        if (!detail) throw new AppError('not_found', { message: 'There is no log entry with this id, or its retention is over.' });
        return { data: detail };
    })
];
