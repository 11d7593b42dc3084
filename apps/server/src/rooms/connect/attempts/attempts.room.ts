import { room } from '../../../room.ts';
import { attemptRoutes } from './attempts.routes.ts';
import { expireAttempts } from './expire-attempts.ts';
import { forgetOldAttempts } from './forget-old-attempts.ts';

export const attempts = room({
    name: 'attempts',
    routes: attemptRoutes,
    cleanUps: { expireAttempts, forgetOldAttempts }
});
