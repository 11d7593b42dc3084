/** Which bodies the log keeps: none, those of failed responses, or all. */
export type BodiesKept = 'none' | 'errors' | 'all';

/** What an environment has that never set it. */
export const defaultBodiesKept: BodiesKept = 'errors';
