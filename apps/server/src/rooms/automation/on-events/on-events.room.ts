import { AppError } from '@patchbay/contracts';
import { z } from 'zod';
import { room } from '../../../room.ts';
import type { ConnectionHandlers } from '../../connections/connection-store/connection-handlers.ts';
import { connectionCreatedJob } from '../../connections/connection-store/connection-saved.ts';
import { createRunSlots, type RunSlots } from '../runs/run-slots.ts';
import { startLooks } from '../runs/start-looks.ts';
import { beginAfterCreation, runBeforeDeletion, validateConnection } from './connection-events.ts';
import { endAbandonedHandlers } from './recover-handlers.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Bounds what runs after connections were made, of this server. */
        handlerSlots: RunSlots;
    }
}

const runsAtOnce = 16;
const jobData = z.object({ environmentId: z.uuid(), connectionRowId: z.coerce.number(), name: z.string(), runId: z.uuid() });

export const onEvents = room({
    name: 'on-events',
    open: (_base, _options, allDeps) => ({
        state: {
            handlerSlots: createRunSlots(runsAtOnce),
            connectionHandlers: {
                validate: (connection) => validateConnection(allDeps(), connection),
                beforeDeletion: (target, endUser) => runBeforeDeletion(allDeps(), target, endUser)
            } satisfies ConnectionHandlers
        }
    }),
    jobs: {
        [connectionCreatedJob]: {
            batchSize: 8,
            async work(deps, batch) {
                for (const data of batch) {
                    const created = jobData.parse(data);
                    const release = await deps.handlerSlots.acquire(deps.draining);
                    // The job comes again, to another server.
                    if (!release) throw new AppError('runner_closed');
                    const begun = await beginAfterCreation(deps, created).catch((error: unknown) => {
                        release();
                        throw error;
                    });
                    if (!begun) {
                        release();
                        continue;
                    }
                    const { environmentId, name } = created;
                    deps.background.run(
                        begun.ended
                            .then(
                                () => undefined,
                                (error: unknown) => deps.log.error('on_event_run_failed', { environment: environmentId, code: name, error })
                            )
                            .finally(release)
                    );
                }
            }
        }
    },
    async work(deps, { runsJobs = true }) {
        return runsJobs ? startLooks(deps, 'on-events', endAbandonedHandlers) : undefined;
    }
});
