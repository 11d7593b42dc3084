import { room } from '../../room.ts';
import { forgetOldEvents } from './forget-old-events.ts';

export const webhooks = room({
    name: 'webhooks',
    cleanUps: { forgetOldEvents }
});
