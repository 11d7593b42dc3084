import type { Deps } from './deps.ts';
import { inRequest } from './kernel/log/request-context.ts';
import { rooms } from './rooms.ts';

const intervalMs = 60_000;

export const cleanUpTasks: Readonly<Record<string, (deps: Deps) => Promise<void>>> = Object.fromEntries(
    rooms.flatMap(({ cleanUps }) => Object.entries(cleanUps ?? {}))
);

/**
 * Runs every minute on every server: each statement takes a batch of what is due.
 * A task that still runs is not started again; one that fails does not stop the others.
 */
export function startCleanUp(deps: Deps): { stop(): void } {
    const timer = setInterval(() => deps.background.run(cleanUp(deps)), intervalMs);
    timer.unref();
    return { stop: () => clearInterval(timer) };
}

/** All tasks once. Never fails; what does is logged. */
export async function cleanUp(deps: Deps): Promise<void> {
    // Those of one room act on the same rows, so they run one after another.
    await Promise.all(
        rooms.map(async ({ cleanUps = {} }) => {
            for (const [name, task] of Object.entries(cleanUps))
                await deps.flights
                    .run(`clean-up/${name}`, () => inRequest(deps.ids.uuid(), () => task(deps)))
                    .catch((error: unknown) => deps.log.warn('clean_up_failed: Patchbay will retry in a minute', { code: name, error }));
        })
    );
}
