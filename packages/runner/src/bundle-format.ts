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

/** Whose realm a bundle runs in: an isolate of its own, or Node's in a process of its own. */
export const engines = ['isolate', 'process'] as const;
export type EngineName = (typeof engines)[number];

/** The first line of a bundle that is for a process. The hash of the bundle has it too. */
export const PROCESS_LINE = '// patchbay:engine process\n';

export const engineOf = (source: string): EngineName => (source.startsWith(PROCESS_LINE) ? 'process' : 'isolate');
