import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileLimits } from '@patchbay/compiler/apart';
import { functionLimitBounds, type FunctionLimitName } from '@patchbay/contracts';
import { MAX_CODE_BYTES } from '@patchbay/runner/bundle-format';
import type { RunnerErrorCode } from '@patchbay/runner/errors';
import { keptLogBytes, poolLimits, type RunLimits, runLimits } from '@patchbay/runner/limits';
import { rootFolder } from './docs.ts';
import { tableOf } from './generate-reference.ts';

const document = join(rootFolder, 'docs/functions-security.md');
const place = (name: string) =>
    new RegExp(`(<!-- generated: packages/tooling/src/generate-function-limits\\.ts, ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const count = (value: number) => value.toLocaleString('en');
const megabytes = (bytes: number) => `${count(bytes / 1024 ** 2)} MB`;
const time = (milliseconds: number) => (milliseconds >= HOUR ? `${milliseconds / HOUR} h` : `${milliseconds / SECOND} s`);

const { action, sync, describe } = runLimits;

/** A limit of all kinds of runs. @param codes with which a run ends that reaches it */
const ofRuns = (what: string, format: (limits: RunLimits) => string, ...codes: RunnerErrorCode[]): string[] => [
    what,
    ...[action, sync, describe].map(format),
    codes.map((code) => `\`${code}\``).join(', ')
];

const runRows = [
    ofRuns('Time', ({ wallMs }) => time(wallMs), 'function_runtime_timed_out'),
    ofRuns('Processor, in all', ({ cpuMs }) => time(cpuMs), 'function_cpu_limit'),
    ofRuns('Processor, from one call of the context to the next', ({ cpuSliceMs }) => time(cpuSliceMs), 'function_cpu_slice_limit'),
    ofRuns('Objects', ({ heapMb }) => `${heapMb} MB`, 'function_heap_limit', 'function_runtime_out_of_memory'),
    ofRuns('All that its process holds', ({ rssMb }) => `${rssMb} MB`, 'function_runtime_out_of_memory'),
    ofRuns('Input, as JSON', ({ inputBytes }) => megabytes(inputBytes), 'function_input_too_large'),
    ofRuns('Output, as JSON', ({ outputBytes }) => megabytes(outputBytes), 'script_output_too_large'),
    ofRuns('Bundle', () => megabytes(MAX_CODE_BYTES), 'function_code_too_large'),
    ofRuns('Calls of the context, at once', ({ callsInFlight }) => count(callsInFlight)),
    ofRuns('Calls of the context, waiting', ({ callsQueued }) => count(callsQueued), 'function_too_many_calls'),
    ofRuns('Log lines', ({ logLines }) => count(logLines)),
    ofRuns('Log', ({ logBytes }) => megabytes(logBytes)),
    ofRuns('Log that is kept with the run', () => `${keptLogBytes / 1024} KiB`),
    ofRuns('From its cancellation to its end', ({ graceMs }) => time(graceMs), 'script_aborted')
];

const settableOf = (name: FunctionLimitName, default_: (limits: RunLimits) => number) => {
    const { actions, syncs } = functionLimitBounds;
    const bounds = ({ least, usual, most }: (typeof actions | typeof syncs)[FunctionLimitName]) => [least, usual, most].map(count);
    return [`\`${name}\``, count(default_(action)), ...bounds(actions[name]), count(default_(sync)), ...bounds(syncs[name])];
};

const settableRows = [
    settableOf('time_s', ({ wallMs }) => wallMs / SECOND),
    settableOf('cpu_s', ({ cpuMs }) => cpuMs / SECOND),
    settableOf('cpu_slice_s', ({ cpuSliceMs }) => cpuSliceMs / SECOND),
    settableOf('heap_mb', ({ heapMb }) => heapMb),
    settableOf('process_mb', ({ rssMb }) => rssMb)
];

const compileRows = [
    ['Source', megabytes(compileLimits.sourceBytes), '`source_too_large`'],
    ['Time', time(compileLimits.wallMs), '`compile_timed_out`'],
    ['Memory', `${compileLimits.rssMb} MB`, '`compile_out_of_memory`'],
    ['Bundle', megabytes(MAX_CODE_BYTES), '`bundle_too_large`']
];

const processRows = [
    ['Processes that run something', count(poolLimits.processes)],
    ['of which with a run of a sync, one each', count(poolLimits.syncProcesses)],
    ['While as many of them run syncs, another only for environments that have none', count(poolLimits.syncProcessesForAll)],
    ['Processes of one environment for actions and handlers', count(poolLimits.processesPerEnvironment)],
    ['Runs in each of these at once', count(poolLimits.actionsPerProcess)],
    ['Processes that wait for an environment', count(poolLimits.spares)],
    ['A process that nothing runs in ends after', time(poolLimits.idleMs)],
    ["Besides, processes of functions with `engine: 'process'`", count(poolLimits.engineProcesses)],
    ['of which with a run of a sync', count(poolLimits.engineSyncProcesses)],
    ['of which of one environment: one for actions and handlers, and one for syncs', '2'],
    ['While as many of them run, only for environments that have none', count(poolLimits.engineProcessesForAll)],
    ['Besides, such processes that read what a bundle declares', count(poolLimits.engineDescribers)]
];

/** Fills the tables of limits in `docs/functions-security.md`. */
export function withFunctionLimits(text: string): string {
    const tables: Record<string, string> = {
        runs: tableOf(['', 'Actions, handlers of events', 'Syncs', 'Reading what a bundle declares', 'Ends with'], runRows),
        settable: tableOf(
            ['', '`actions`', 'At least', 'At most', 'If allowed', '`syncs`', 'At least', 'At most', 'If allowed'],
            settableRows
        ),
        compiler: tableOf(['', 'At most', 'Refused with'], compileRows),
        processes: tableOf(['', 'At most, for each server'], processRows)
    };
    return Object.entries(tables).reduce(
        (filled, [name, table]) => filled.replace(place(name), (_, begin: string, end: string) => `${begin}${table}\n${end}`),
        text
    );
}

export function generateFunctionLimits(): void {
    writeFileSync(document, withFunctionLimits(readFileSync(document, 'utf8')));
}
