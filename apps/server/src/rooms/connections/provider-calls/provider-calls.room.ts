import { room } from '../../../room.ts';

export const providerCalls = room({ name: 'provider-calls' });
