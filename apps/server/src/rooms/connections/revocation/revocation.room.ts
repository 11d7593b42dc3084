import { room } from '../../../room.ts';

export const revocation = room({ name: 'revocation' });
