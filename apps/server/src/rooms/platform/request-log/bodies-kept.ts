import type { keptBodies } from '@patchbay/contracts';

/** Which bodies the log keeps: none, those of failed responses, or all. */
export type BodiesKept = (typeof keptBodies)[number];

/** What an environment has that never set it. */
export const defaultBodiesKept: BodiesKept = 'errors';
