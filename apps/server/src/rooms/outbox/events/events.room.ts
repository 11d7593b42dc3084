import { room } from '../../../room.ts';
import { forgetOldEvents } from './forget-old-events.ts';

export const events = room({
    name: 'events',
    cleanUps: { forgetOldEvents }
});
