import type { Deps } from './deps.ts';
import { expireAttempts } from './rooms/attempts/expire-attempts.ts';
import { forgetOldAttempts } from './rooms/attempts/forget-old-attempts.ts';
import { forgetOldLinks } from './rooms/connect-links/forget-old-links.ts';
import { forgetOldPopups } from './rooms/compat/forget-old-popups.ts';
import { forgetOldSessions } from './rooms/connect-sessions/forget-old-sessions.ts';
import { forgetUnconfirmed } from './rooms/connections/forget-unconfirmed.ts';
import { forgetFinishedBudgets } from './rooms/rate-budgets/forget-finished-budgets.ts';

const everyMs = 60_000;

/** Once a minute, on every replica: each statement takes what is due and leaves the rest, so replicas do not get into each other's way. */
export function startCleanUp(deps: Deps): { stop(): void } {
    const timer = setInterval(() => {
        deps.background.run(
            Promise.all([
                expireAttempts(deps),
                forgetOldAttempts(deps),
                forgetOldSessions(deps),
                forgetOldLinks(deps),
                forgetUnconfirmed(deps),
                forgetOldPopups(deps),
                forgetFinishedBudgets(deps)
            ]).then(
                () => {},
                (error: unknown) => deps.log.warn('the clean-up failed and will be tried again', { error })
            )
        );
    }, everyMs);
    timer.unref();
    return { stop: () => clearInterval(timer) };
}
