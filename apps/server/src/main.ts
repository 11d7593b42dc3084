import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { checkout } from './checkout.ts';

// Buffers count as part of the heap. Otherwise the collector looks through the whole heap for every 64 MB of them, which is eight times a
// second while large answers pass through.
setFlagsFromString('--external-memory-accounted-in-global-limit');
// The heap grows to twice what is alive and not to four times: under load that saves a third of the memory.
setFlagsFromString('--heap-growing-percent=100');
// What Node compiles is kept for the next start, which then takes half the time, and 25 MB less memory. It is kept beside what was installed,
// not in the folder for temporary files, where anyone on the machine could put code for us to run; where that cannot be written, nothing is.
enableCompileCache(join(checkout, 'node_modules/.cache/patchbay'));
// Imported only now: what a file imports is compiled before its first line runs.
await import('./run.ts');
