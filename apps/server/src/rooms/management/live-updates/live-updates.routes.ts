import { AppError, liveTopics, watchEnvironment } from '@patchbay/contracts';
import { sendEvents } from '../../../kernel/http/event-stream.ts';
import { stream } from '../../../kernel/http/mount.ts';
import { requireEnvironment } from '../members/require-environment.ts';
import { readMarks } from './live-marks.sql.ts';

export const liveUpdatesRoutes = [
    stream(watchEnvironment, async (deps, { auth, query }, request, response) => {
        const environmentId = await requireEnvironment(deps, auth, query.environment, 'environment:connections:read');
        const release = deps.liveLimiter.acquire(environmentId, auth.rateLimitKey);
        if (!release) throw new AppError('overloaded', { retryAfterS: 5 });
        const look = () => deps.liveMarks.get(environmentId, () => readMarks(deps, { id: environmentId, name: query.environment }));
        let seen = await look();
        try {
            await sendEvents(deps, request, response, async () => {
                const now = await look();
                const changed = liveTopics.filter((topic) => now?.[topic] !== seen?.[topic]);
                seen = now;
                return changed.length === 0 ? '' : `event: changed\ndata: ${JSON.stringify(changed)}\n\n`;
            });
        } finally {
            release();
        }
    })
];
