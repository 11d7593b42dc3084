/**
 * Kills the server repeatedly while customers import, type keys and sign in, then looks for losses.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@patchbay/sandbox';
import { type Experiment, Findings, type Run } from '../experiment.ts';
import { quantile } from '../quantile.ts';
import { randomFrom } from '../random.ts';
import { createIntegrations, runCustomers } from './customers.ts';
import { prepareServer, type KillableServer } from './killable-server.ts';
import { type Tally, compareWithFacts } from './compare-with-facts.ts';
import { openFactLog } from './fact-log.ts';

const sizes = { short: 8, normal: 200, full: 1000 };
/** How long a server lives at most, once it answers. */
const longestLifeMs = 600;
/** At least so many calls are begun in its life, also on a slow machine. */
const fewestCalls = 4;
const longestWaitMs = 10_000;
/** One in ten is killed while it starts. */
const killedWhileStarting = 0.1;

export const connecting: Experiment = async (run) => {
    const sandbox = await startSandbox();
    let server: KillableServer | undefined;
    try {
        server = await prepareServer(sandbox.url);
        // Slow enough to be interrupted: calls to a third party take their time in the world, too.
        await fetch(`${sandbox.controlUrl}/_ctl/faults`, {
            method: 'POST',
            body: JSON.stringify([{ match: { path_regex: '^/(oauth/(token|me)|bearer/)' }, action: { type: 'delay', ms: 15 } }])
        });
        const { restartsMs, tally } = await killAmongCustomers(run, server);
        return report(sizes[run.size], restartsMs, tally);
    } finally {
        await server?.remove();
        await sandbox.stop();
    }
};

async function killAmongCustomers(run: Run, under: KillableServer): Promise<{ restartsMs: number[]; tally: Tally }> {
    const factLog = openFactLog(join(under.folder, 'facts.jsonl'));
    const closing = new AbortController();
    let count = 0;
    const effects = { url: under.url, secretKey: under.secretKey, factLog, signal: closing.signal, next: () => (count += 1) };
    await under.start();
    await createIntegrations(effects);
    const customers = runCustomers(effects);
    let restartsMs: number[];
    try {
        const left = customers.then(() => Promise.reject(new Error('The customers left.')));
        restartsMs = await Promise.race([killAgainAndAgain(run, under, () => count), left]);
    } finally {
        closing.abort();
    }
    await customers;
    await under.kill();
    const tally = await compareWithFacts(under, factLog.read());
    factLog.close();
    return { restartsMs, tally };
}

/** The last one is left running, so that customers end on a server that answers. */
async function killAgainAndAgain({ size, seed, over }: Run, under: KillableServer, countCalls: () => number): Promise<number[]> {
    const random = randomFrom(seed);
    const restartsMs: number[] = [];
    while (restartsMs.length < sizes[size] && !over.aborted) {
        const enough = countCalls() + fewestCalls;
        await sleep(random() * longestLifeMs);
        for (let waitedMs = 0; countCalls() < enough && waitedMs < longestWaitMs; waitedMs += 50) await sleep(50);
        await under.kill();
        if (random() < killedWhileStarting) {
            const starting = under.start();
            await sleep(random() * 500);
            await under.kill();
            await starting;
        }
        restartsMs.push(await under.start());
    }
    return restartsMs;
}

function report(kills: number, restartsMs: number[], tally: Tally) {
    const findings = new Findings('connecting');
    findings.must('kills', restartsMs.length, String(kills), restartsMs.length === kills);
    // How many depends on the machine; without one, none could have been lost.
    findings.must('connections acknowledged', tally.acknowledged, '> 0', tally.acknowledged > 0);
    findings.none('acknowledged ones lost', tally.lost);
    findings.none('connections made twice', tally.doubled);
    findings.tell('calls without a response', tally.ambiguous);
    findings.must('attempts', tally.attempts, `> ${kills}`, tally.attempts > kills);
    findings.none('attempts without a way out', tally.stuck);
    findings.tell('restart time, median', `${Math.round(quantile(restartsMs, 0.5))} ms`);
    return findings.list;
}
