/** How a sync of a connection is, one at a time. */
export const syncStates = ['running', 'off', 'paused', 'failing', 'new', 'working'] as const;
export type SyncState = (typeof syncStates)[number];
