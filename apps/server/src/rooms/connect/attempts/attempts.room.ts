import { room } from '../../../room.ts';
import { attemptRoutes } from './attempts.routes.ts';
import { expireAttempts } from './expire-attempts.ts';
import { deleteExpiredAttempts } from './delete-expired-attempts.ts';

declare module '../../../kernel/runtime/log.ts' {
    interface LogFields {
        attempt_id?: string;
        /** The reference shown to the end user, for support. */
        ref?: string;
    }
}

export const attempts = room({
    name: 'attempts',
    routes: attemptRoutes,
    cleanUps: { expireAttempts, deleteExpiredAttempts }
});
