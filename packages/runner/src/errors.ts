import type { RunLimits } from './limits.ts';

/**
 * How a run ends that its function did not end: one table, with the names that clients of the
 * reference know where they have one.
 */
export const runnerErrorCodes = {
    function_runtime_timed_out: ({ limits }) => `The function ran longer than ${seconds(limits.wallMs)}.`,
    function_cpu_limit: ({ limits }) => `The function used the processor for more than ${seconds(limits.cpuMs)} in all.`,
    function_cpu_slice_limit: ({ limits }) =>
        `The function used the processor for more than ${seconds(limits.cpuSliceMs)} without waiting for a call of its context.`,
    function_heap_limit: ({ limits }) => `The objects of the function took more than ${limits.heapMb} MB.`,
    // V8 may end a process before it says whose objects were too many.
    function_runtime_out_of_memory: ({ limits }) =>
        `The process of the function ran out of memory: it may hold ${limits.rssMb} MB in all, and ${limits.heapMb} MB of objects of each run.`,
    function_too_many_calls: ({ limits }) =>
        `The function made more calls without waiting for them than it may: ${limits.callsInFlight} at once and ${limits.callsQueued} waiting.`,
    script_output_too_large: ({ limits, seen }) => `The output${sizeOf(seen)} is larger than ${bytes(limits.outputBytes)} of JSON.`,
    function_input_too_large: ({ limits, seen }) => `The input${sizeOf(seen)} is larger than ${bytes(limits.inputBytes)} of JSON.`,
    function_code_too_large: ({ seen, codeBytes }) => `The code${sizeOf(seen)} is larger than ${bytes(codeBytes)}.`,
    function_code_invalid: ({ detail }) => `The code can't be run: ${detail ?? 'it has no function'}`,
    script_aborted: ({ limits }) => `The run was cancelled, and did not end within ${seconds(limits.graceMs)}.`,
    function_runtime_other: ({ detail }) => `The process that ran the function ended${detail ? `: ${detail}` : '.'}`,
    function_engine_unavailable: ({ detail }) =>
        `The function has engine: 'process', which runs at the wall level 'full' only. ${detail ?? ''} Allow it, as docs/functions-security.md says under "What to allow for full", or take engine: 'isolate'.`,
    runner_unavailable: ({ detail }) => detail ?? 'Functions cannot be run on this machine.',
    runner_closed: () => 'The server is shutting down.'
} satisfies Record<string, (facts: ErrorFacts) => string>;

export type RunnerErrorCode = keyof typeof runnerErrorCodes;

interface ErrorFacts {
    limits: RunLimits;
    codeBytes: number;
    /** What was measured, in bytes. */
    seen?: number | null;
    detail?: string;
}

export interface RunnerError {
    type: 'runner_error';
    code: RunnerErrorCode;
    message: string;
    stack: string | null;
}

export function runnerError(code: RunnerErrorCode, facts: ErrorFacts, stack: string | null = null): RunnerError {
    return { type: 'runner_error', code, message: runnerErrorCodes[code](facts), stack };
}

const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;
const sizeOf = (seen: number | null | undefined) => (seen ? ` of ${bytes(seen)}` : '');
const bytes = (count: number) => `${count.toLocaleString('en')} bytes`;
