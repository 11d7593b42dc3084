import { createHash } from 'node:crypto';
import { type HostRequest, type HostResponse, type RunFacts } from '@patchbay/functions';
import { MemoryHost, testFacts } from '@patchbay/functions/testing';
import { PROCESS_LINE } from './bundle-format.ts';
import type { Code, Runner, RunOutcome, RunRequest } from './index.ts';

/** Code as it is deployed, from plain JavaScript. */
export function codeOf(source: string): Code {
    return { hash: createHash('sha256').update(source).digest('hex'), source, fileName: 'function.js' };
}

/** The same with `engine: 'process'`. */
export const inProcess = ({ source }: Pick<Code, 'source'>): Code => codeOf(PROCESS_LINE + source);

/** An action that takes and gives anything. Its body has `context` and `input`. */
export function actionOf(body: string, { before = '' }: { before?: string } = {}): Code {
    return codeOf(`const any = { safeParse: (data) => ({ success: true, data }) };
${before}
exports.default = { type: 'action', description: 'Tries something', input: any, output: any, exec: async (context, input) => {
${body}
} };`);
}

export interface Call extends Partial<Omit<RunRequest, 'facts' | 'host'>> {
    facts?: Partial<RunFacts>;
    host?: MemoryHost;
    respond?: (request: HostRequest) => HostResponse | Promise<HostResponse>;
}

let lastRun = 0;

export async function runOn(runner: Runner, code: Code, call: Call = {}): Promise<RunOutcome & { host: MemoryHost }> {
    const { facts, host = new MemoryHost(call.respond), ...rest } = call;
    const outcome = await runner.run({
        environmentId: 'environment-1',
        kind: 'action',
        input: null,
        ...rest,
        code,
        host,
        facts: { ...testFacts, runId: `run-${++lastRun}`, ...facts }
    });
    return { ...outcome, host };
}

/** Of an action that has to succeed. */
export async function outputOf(runner: Runner, body: string, call: Call = {}): Promise<unknown> {
    const outcome = await runOn(runner, actionOf(body), call);
    if (outcome.status === 'failed') throw new Error(JSON.stringify(outcome.error));
    return outcome.output;
}

export function codeOfError(outcome: RunOutcome): string {
    if (outcome.status === 'succeeded') return `succeeded: ${JSON.stringify(outcome.output)}`;
    const { error } = outcome;
    return error.type === 'runner_error' ? error.code : error.type;
}
