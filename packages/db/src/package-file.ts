import { createRequire } from 'node:module';

/** Our package.json: where this code runs as part of a bundle, what lies beside it is not beside the bundle. */
export const packageFile: string = createRequire(import.meta.url).resolve('@patchbay/db/package.json');
