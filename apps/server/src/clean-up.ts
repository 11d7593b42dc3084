import type { Deps } from './deps.ts';
import { inRequest } from './kernel/request-context.ts';
import { expireAttempts } from './rooms/attempts/expire-attempts.ts';
import { forgetOldAttempts } from './rooms/attempts/forget-old-attempts.ts';
import { forgetOldLinks } from './rooms/connect-links/forget-old-links.ts';
import { forgetOldPopups } from './rooms/compat/forget-old-popups.ts';
import { forgetOldSessions } from './rooms/connect-sessions/forget-old-sessions.ts';
import { forgetUnconfirmed } from './rooms/connections/forget-unconfirmed.ts';
import { forgetRevokedKeys } from './rooms/environments/forget-revoked-keys.ts';
import { removeDeletedIntegrations } from './rooms/integration-removal/remove-integration.ts';
import { forgetFinishedBudgets } from './rooms/rate-budgets/forget-finished-budgets.ts';
import { forgetOldEvents } from './rooms/webhooks/forget-old-events.ts';

const everyMs = 60_000;

/** Each loops until fewer rows are due than one batch holds. */
export const cleanUpTasks: Record<string, (deps: Deps) => Promise<void>> = {
    expireAttempts,
    forgetOldAttempts,
    forgetOldSessions,
    forgetOldLinks,
    forgetUnconfirmed,
    forgetOldPopups,
    forgetFinishedBudgets,
    forgetOldEvents,
    forgetRevokedKeys,
    removeDeletedIntegrations
};

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
                .catch((error: unknown) => deps.log.warn('clean_up_failed: it is tried again in a minute', { code: name, error }))
        )
    );
}
