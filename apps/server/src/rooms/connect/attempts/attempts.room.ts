import { room } from '../../../room.ts';
import { attemptRoutes } from './attempts.routes.ts';
import { expireAttempts } from './expire-attempts.ts';
import { deleteExpiredAttempts } from './delete-expired-attempts.ts';

export const attempts = room({
    name: 'attempts',
    routes: attemptRoutes,
    cleanUps: { expireAttempts, deleteExpiredAttempts }
});
