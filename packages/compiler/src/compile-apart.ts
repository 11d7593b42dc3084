import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import type { Compiled } from './bundle.ts';
import { CompileError, type CompileProblem } from './compile-error.ts';

export interface CompileLimits {
    sourceBytes: number;
    wallMs: number;
    rssMb: number;
}

export const compileLimits: CompileLimits = { sourceBytes: 1024 ** 2, wallMs: 10_000, rssMb: 512 };

const OUT_OF_MEMORY = 3;

/**
 * Makes a bundle of what a customer sent as text, in a process of its own without environment.
 * @param fileName such as `create-contact.ts`
 * @throws {CompileError} also where a limit is hit
 */
export async function compileApart(
    { source, fileName }: { source: string; fileName: string },
    given: Partial<CompileLimits> & { signal?: AbortSignal } = {}
): Promise<Compiled> {
    const { signal, ...limits } = { ...compileLimits, ...given };
    const bytes = Buffer.byteLength(source);
    if (bytes > limits.sourceBytes)
        throw failure(fileName, 'source_too_large', `The code has ${count(bytes)} bytes; ${count(limits.sourceBytes)} are allowed.`);
    const child = spawn(process.execPath, [createRequire(import.meta.url).resolve('@patchbay/compiler/child')], {
        env: {},
        stdio: ['pipe', 'pipe', 'ignore'],
        ...(signal && { signal })
    });
    let isLate = false;
    const timer = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
    }, limits.wallMs);
    try {
        // It may end before it has read.
        child.stdin.on('error', () => undefined).end(JSON.stringify({ source, fileName, rssMb: limits.rssMb }));
        const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
        const { exitCode } = child;
        if (isLate) throw failure(fileName, 'compile_timed_out', `The code took longer than ${limits.wallMs / 1000} s to compile.`);
        if (exitCode === OUT_OF_MEMORY)
            throw failure(fileName, 'compile_out_of_memory', `The code took more than ${limits.rssMb} MB of memory to compile.`);
        if (exitCode !== 0)
            throw failure(fileName, 'compiler_failed', 'The compiler broke off. Code that is nested very deeply does that.');
        return compiledFrom(output);
    } finally {
        clearTimeout(timer);
    }
}

function compiledFrom(output: string): Compiled {
    // Our own program wrote it, which runs nothing of what it compiles.
    const response = JSON.parse(output) as { compiled: Compiled } | { problems: CompileProblem[] };
    if ('problems' in response) throw new CompileError(response.problems);
    return response.compiled;
}

const failure = (file: string, code: string, message: string) => new CompileError([{ file, line: null, column: null, message, code }]);
const count = (value: number) => value.toLocaleString('en');
