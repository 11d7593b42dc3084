/** Puts the sources of the built-in functions beside the CLI that is built in this folder. */
import { writeFileSync } from 'node:fs';
import { readBuiltInSources } from './built-in-sources.ts';

writeFileSync('dist/built-in.json', JSON.stringify(await readBuiltInSources()));
