import { room } from '../../../room.ts';
import { deleteExpiredEvents } from './delete-expired-events.ts';

export const events = room({
    name: 'events',
    cleanUps: { deleteExpiredEvents }
});
