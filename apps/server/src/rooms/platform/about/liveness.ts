import { version } from '../../../version.ts';

/** What a process that runs answers, whatever state its database is in. */
export const liveness = { result: 'ok' as const, version };
