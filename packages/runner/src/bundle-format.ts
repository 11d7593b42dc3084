/**
 * A bundle is one file of CommonJS, with all that it imports inside but for these modules, which
 * the isolate gives it. Its default export is a definition.
 */

/** Of ours: the second is what projects that were written for the reference service call it. */
export const functionModules = ['@patchbay/functions', 'nango'] as const;

/** The reference service's CLI leaves it out of its bundles; ours has a project's own inside. */
export const providedLibrary = 'zod';

/** Of Node's, without `node:`. */
export const nodeModules = ['assert', 'buffer', 'crypto', 'events', 'path', 'querystring', 'url', 'util'] as const;

export const MAX_CODE_BYTES = 5 * 1024 ** 2;
