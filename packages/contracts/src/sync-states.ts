/** How a sync of a connection is, one at a time. */
export const syncStates = ['running', 'off', 'paused', 'failing', 'new', 'working'] as const;
export type SyncState = (typeof syncStates)[number];

/** Those that syncs are listed by and counted in: each is found by an index. */
export const countedSyncStates = ['running', 'failing', 'paused'] as const satisfies readonly SyncState[];
export type CountedSyncState = (typeof countedSyncStates)[number];
