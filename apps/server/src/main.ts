#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { checkout } from './checkout.ts';

// Counts buffers as heap: otherwise V8 collects the whole heap for every 64 MB of them, eight
// times a second while large responses pass through.
setFlagsFromString('--external-memory-accounted-in-global-limit');
// The heap grows to 1.5 times the live size instead of four times: with 100 % it holds 40 of
// 205 MB more after load (`npm run bench memory`). A list of 100 connections takes 8 % less
// processor time with 100 % at concurrency 16 and 64, other requests the same.
setFlagsFromString('--heap-growing-percent=50');
// The compile cache halves the start time and saves 25 MB. Beside the installation, not in the
// temporary directory, where any local user could place code.
enableCompileCache(join(checkout, 'node_modules/.cache/patchbay'));
// Static imports would be compiled before the lines above.
const [command = 'serve', ...args] = process.argv.slice(2);
if (command === 'serve') await import('./run.ts');
else await (await import('./commands/program.ts')).runCommand(command, args);
