import { room } from '../../../room.ts';
import { forgetUnconfirmed } from './forget-unconfirmed.ts';

export const connectionRemoval = room({
    name: 'connection-removal',
    cleanUps: { forgetUnconfirmed }
});
