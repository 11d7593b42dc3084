import { room } from '../../../room.ts';
import { sealedAttempts } from './attempt-secrets.ts';
import { attemptRoutes } from './attempts.routes.ts';
import { endSessionRoutes } from './removal/end-sessions.routes.ts';
import { expireAttempts } from './removal/expire-attempts.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { removePersonalData } from './removal/remove-personal-data.ts';

declare module '../../../kernel/log/log.ts' {
    interface EnvironmentLogFields {
        attempt_id?: string;
        /** The reference shown to the end user, for support. */
        ref?: string;
    }
}

export const attempts = room({
    name: 'attempts',
    sealed: [sealedAttempts],
    routes: [...attemptRoutes, ...endSessionRoutes],
    cleanUps: {
        expireAttempts,
        removePersonalData,
        // They are kept for support.
        deleteExpiredAttempts: deleteOlder('attempts', 'expires_at', 30 * 24 * 60 * 60_000)
    }
});
