import { version } from '../../../version.ts';

/** The response of a running process, whatever the state of its database. */
export const liveness = { result: 'ok' as const, version };
