import { room } from '../../../room.ts';
import { deleteUnconfirmed } from './delete-unconfirmed.ts';

export const connectionRemoval = room({
    name: 'connection-removal',
    cleanUps: { deleteUnconfirmed }
});
