/**
 * Kills the server again and again while customers import, type keys and sign in, and then looks for what it had promised:
 * `npm run chaos -- [--kills 200] [--seed n]`. Ends with 1 when an acknowledged connection is lost, or an attempt has no way out.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSandbox } from '@patchbay/sandbox';
import { integrate, keepCustomersBusy } from './customers.ts';
import { prepareServer, type ServerUnderFire } from './server-under-fire.ts';
import { takeStock } from './take-stock.ts';
import { openWitness } from './witness.ts';

const longestRunMs = 20 * 60_000;
/** How long a server lives at most, once it answers. */
const longestLifeMs = 600;
/** One in ten is killed while it starts. */
const killedWhileStarting = 0.1;

const { values } = parseArgs({ options: { kills: { type: 'string', default: '200' }, seed: { type: 'string' } } });
const kills = Number(values.kills);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) throw new RangeError('--kills and --seed are whole numbers.');

const over = AbortSignal.any([AbortSignal.timeout(longestRunMs), onSignals()]);
const sandbox = await startSandbox();
let server: ServerUnderFire | undefined;
try {
    server = await prepareServer(sandbox.url);
    process.exitCode = await run(server);
} finally {
    await server?.remove();
    await sandbox.stop();
}

async function run(under: ServerUnderFire): Promise<number> {
    // Slow enough to be interrupted: calls to a third party take their time in the world, too.
    await fetch(`${sandbox.controlUrl}/_ctl/faults`, {
        method: 'POST',
        body: JSON.stringify([{ match: { path_regex: '^/(oauth/(token|me)|bearer/)' }, action: { type: 'delay', ms: 15 } }])
    });
    const witness = openWitness(join(under.folder, 'witness.jsonl'));
    const closing = new AbortController();
    let count = 0;
    const effects = { url: under.url, secretKey: under.secretKey, witness, signal: closing.signal, next: () => (count += 1) };
    await under.start();
    await integrate(effects);
    const customers = keepCustomersBusy(effects);
    let report: { done: number; restartsMs: number[] };
    try {
        report = await Promise.race([killAgainAndAgain(under), customers.then(() => Promise.reject(new Error('The customers left.')))]);
    } finally {
        closing.abort();
    }
    await customers;
    await under.kill();
    const stock = await takeStock(under, witness.read());
    witness.close();

    const { done, restartsMs } = report;
    const median = restartsMs.toSorted((a, b) => a - b)[Math.floor(restartsMs.length / 2)] ?? 0;
    const lines = {
        kills: done === kills ? done : `${done} of ${kills}, then time was up`,
        acknowledged: stock.acknowledged,
        lost: stock.lost.length,
        ambiguous: stock.ambiguous,
        doubled: stock.doubled.length,
        attempts: stock.attempts,
        stuck: stock.stuck.length,
        seed,
        'restart time, median': `${Math.round(median)} ms`
    };
    for (const [name, value] of Object.entries(lines)) console.log(`${name}: ${value}`);
    for (const [what, names] of [
        ['lost', stock.lost],
        ['doubled', stock.doubled],
        ['stuck', stock.stuck]
    ] as const) {
        if (names.length > 0) console.error(`${what}: ${names.slice(0, 20).join(', ')}`);
    }
    return stock.lost.length + stock.doubled.length + stock.stuck.length > 0 ? 1 : 0;
}

/** The last one is left running, so that customers end on a server that answers. */
async function killAgainAndAgain(under: ServerUnderFire): Promise<{ done: number; restartsMs: number[] }> {
    const random = randomFrom(seed);
    const restartsMs: number[] = [];
    let done = 0;
    for (; done < kills && !over.aborted; done++) {
        await sleep(random() * longestLifeMs);
        await under.kill();
        if (random() < killedWhileStarting) {
            const starting = under.start();
            await sleep(random() * 500);
            await under.kill();
            await starting;
        }
        restartsMs.push(await under.start());
    }
    return { done, restartsMs };
}

/** Aborts when the run is asked to end, so that nothing is left behind. */
function onSignals(): AbortSignal {
    const asked = new AbortController();
    process.once('SIGINT', () => asked.abort()).once('SIGTERM', () => asked.abort());
    return asked.signal;
}

/** Mulberry32: the same seed gives the same moments. */
function randomFrom(start: number): () => number {
    let state = start;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}
