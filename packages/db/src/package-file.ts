import { createRequire } from 'node:module';

/** Our package.json: from a bundle, relative paths do not lead here. */
export const packageFile: string = createRequire(import.meta.url).resolve('@patchbay/db/package.json');
