import { z } from 'zod';
import {
    AppError,
    getLog,
    getRequestLogSettings,
    listLogs as listLogsEndpoint,
    tailLogs,
    updateRequestLogSettings
} from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { sendEvents } from '../../../kernel/http/event-stream.ts';
import { route, stream } from '../../../kernel/http/mount.ts';
import { describeDetail, describeEntry } from './describe-entry.ts';
import { findEntry } from './list-entries.sql.ts';
import { saveBodiesKept } from './request-log.sql.ts';
import { newEntries } from './tail-logs.ts';
import { listLogs } from './list-logs.ts';

export const requestLogRoutes = [
    route(listLogsEndpoint, async (deps, { auth, query }) => {
        const { rows, nextCursor } = await listLogs(deps, auth.environmentId, query);
        return { data: rows.flatMap((row) => describeEntry(row) ?? []), next_cursor: nextCursor };
    }),
    stream(tailLogs, async (deps, { auth, query }, request, response) => {
        const release = deps.tailLimiter.acquire(auth.environmentId, auth.keyId);
        if (!release) throw new AppError('overloaded', { retryAfterS: 5 });
        const { 'last-event-id': given } = request.headers;
        const lastEventId = z.uuid().safeParse(given).data;
        try {
            await sendEvents(deps, request, response, newEntries(deps, { environmentId: auth.environmentId, filter: query, lastEventId }));
        } finally {
            release();
        }
    }),
    route(getLog, async ({ db }, { auth, params }) => {
        const row = await findEntry(db, auth.environmentId, params.log_id);
        const detail = row && describeDetail(row);
        if (!detail) throw new AppError('not_found', { message: 'There is no log entry with this id, or its retention is over.' });
        return { data: detail };
    }),
    route(getRequestLogSettings, (deps, { auth }) => describeSettings(deps, auth.environmentId)),
    /** @race two changes at once: one statement each, the later one counts */
    route(updateRequestLogSettings, async (deps, { auth, body }) => {
        if (body.bodies !== undefined) await saveBodiesKept(deps.db, auth.environmentId, body.bodies, deps.clock.now());
        deps.bodySettings.changed(auth.environmentId);
        return describeSettings(deps, auth.environmentId);
    })
];

async function describeSettings({ bodySettings, config, requestLog }: Pick<Deps, 'bodySettings' | 'config' | 'requestLog'>, id: string) {
    const bodies = await bodySettings.get(id);
    return { data: { bodies, kept_days: config.logRetentionDays, dropped_entries: requestLog.dropped } };
}
