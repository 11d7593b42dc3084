/** What a bundle may import without having it inside, which the isolate gives it. */

/** Of ours: the second is what projects that were written for the reference service call it. */
export const functionModules = ['@patchbay/functions', 'nango'] as const;

/** Of Node's, without `node:`. */
export const nodeModules = ['assert', 'buffer', 'crypto', 'events', 'path', 'querystring', 'url', 'util'] as const;
