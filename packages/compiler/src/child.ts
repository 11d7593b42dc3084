/**
 * The program that compiles what customers send as text: a parser that runs out of stack ends its
 * process. It reads one request from its input, and writes one response.
 */
import { text } from 'node:stream/consumers';
import { CompileError } from './compile-error.ts';
import { compileFunction } from './compile-function.ts';

const WATCH_MS = 20;
/** The exit code that `compileApart` knows. */
const OUT_OF_MEMORY = 3;

// `compileApart` made it.
const { source, fileName, rssMb } = JSON.parse(await text(process.stdin)) as { source: string; fileName: string; rssMb: number };
const watch = setInterval(() => process.memoryUsage.rss() > rssMb * 1024 ** 2 && process.exit(OUT_OF_MEMORY), WATCH_MS);
let response: unknown;
try {
    response = { compiled: await compileFunction({ source, fileName }) };
} catch (error) {
    if (!(error instanceof CompileError)) throw error;
    response = { problems: error.problems };
}
clearInterval(watch);
process.stdout.write(JSON.stringify(response));
