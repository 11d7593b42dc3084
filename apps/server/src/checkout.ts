import { join } from 'node:path';

/** The folder of the whole project. The build, `dist/`, lies as deep in it as this file does. */
export const checkout = join(import.meta.dirname, '../../..');
