import type { Deps } from './deps.ts';
import { inRequest } from './kernel/runtime/request-context.ts';
import { rooms } from './rooms.ts';

const everyMs = 60_000;

export const cleanUpTasks: Readonly<Record<string, (deps: Deps) => Promise<void>>> = Object.assign(
    {},
    ...rooms.map(({ cleanUps }) => cleanUps)
);

/**
 * Once a minute, on every replica: each statement takes what is due and leaves the rest, so replicas do not get into each other's way.
 * A task that is still at work is not begun again, and one that fails holds up no other.
 */
export function startCleanUp(deps: Deps): { stop(): void } {
    const timer = setInterval(() => deps.background.run(cleanUp(deps)), everyMs);
    timer.unref();
    return { stop: () => clearInterval(timer) };
}

/** All tasks once. Never fails; what does is logged. */
export async function cleanUp(deps: Deps): Promise<void> {
    await Promise.all(
        Object.entries(cleanUpTasks).map(([name, task]) =>
            deps.flights
                .run(`clean-up/${name}`, () => inRequest(deps.ids.uuid(), () => task(deps)))
                .catch((error: unknown) => deps.log.warn('clean_up_failed: Patchbay will retry in a minute', { code: name, error }))
        )
    );
}
