/**
 * `npm run chaos -- [--only <names>] [--seed n] [--short | --full] [--per-second n]`: injects
 * faults and checks the server's guarantees; docs/internals/faults.md lists the names. One table at
 * the end; exit code 1 on a violation.
 */
import { parseArgs } from 'node:util';
import { clocks } from './clocks.ts';
import { disk } from './disk.ts';
import { connecting } from './connecting/connecting.ts';
import type { Experiment, Finding, Size } from './experiment.ts';
import { failures } from './failures.ts';
import { kills } from './kills.ts';
import { outage } from './outage.ts';
import { reads } from './reads.ts';
import { restarts } from './restarts.ts';
import { stopped } from './stopped.ts';
import { syncs } from './syncs/syncs.ts';
import { types } from './types/types.ts';
import { fairness } from './webhooks/fairness.ts';
import { webhooks } from './webhooks/webhooks.ts';
import { workersKilled } from './webhooks/workers-killed.ts';

const longestRunMs = { short: 5 * 60_000, normal: 60 * 60_000, full: 3 * 60 * 60_000 };

const experiments: Readonly<Record<string, Experiment>> = {
    reads,
    stopped,
    kills,
    types,
    failures,
    connecting,
    outage,
    restarts,
    webhooks,
    workers: workersKilled,
    fairness,
    syncs
};
/** Those that need root, or a package of the system: by their name. */
const privileged: Readonly<Record<string, Experiment>> = { clocks, disk };

const { values } = parseArgs({
    options: {
        only: { type: 'string' },
        seed: { type: 'string' },
        /** What `npm test` has time for. */
        short: { type: 'boolean' },
        full: { type: 'boolean' },
        'per-second': { type: 'string' },
        /** The table as JSON, for tests. */
        json: { type: 'boolean' }
    }
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(seed)) throw new RangeError('--seed is a whole number.');
const perSecond = values['per-second'] === undefined ? undefined : Number(values['per-second']);
if (perSecond !== undefined && !(perSecond > 0)) throw new RangeError('--per-second is a number above 0.');
const size: Size = values.short ? 'short' : values.full ? 'full' : 'normal';
const names = values.only?.split(',') ?? Object.keys(experiments);
const over = AbortSignal.any([AbortSignal.timeout(longestRunMs[size]), onSignals()]);

const findings: Finding[] = [];
for (const name of names) {
    const experiment = experiments[name] ?? privileged[name];
    if (!experiment)
        throw new RangeError(
            `There is no experiment "${name}". There are: ${[...Object.keys(experiments), ...Object.keys(privileged)].join(', ')}.`
        );
    const startedAt = performance.now();
    const say = (text: string) => console.error(`${name}: ${text}`);
    findings.push(...(await experiment({ size, seed, perSecond, over, say })));
    say(`done in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}
console.log(values.json ? JSON.stringify(findings) : table(findings));
console.error(`seed: ${seed}`);
const broken = findings.filter(({ isViolation }) => isViolation);
for (const { experiment, what, seen, mustBe } of broken) console.error(`VIOLATION ${experiment}: ${what}: ${seen}, but must be ${mustBe}`);
process.exitCode = broken.length > 0 || over.aborted ? 1 : 0;

function table(list: readonly Finding[]): string {
    const rows = [
        ['experiment', 'figure', 'seen', 'must be', ''],
        ...list.map(({ experiment, what, seen, mustBe, isViolation }) => [
            experiment,
            what,
            seen,
            mustBe,
            isViolation ? 'VIOLATION' : mustBe && 'kept'
        ])
    ];
    const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    return rows
        .map((row) =>
            row
                .map((cell, column) => cell.padEnd(widths[column] ?? 0))
                .join('  ')
                .trimEnd()
        )
        .join('\n');
}

/** Aborts when the run is asked to end, so that nothing is left behind. */
function onSignals(): AbortSignal {
    const asked = new AbortController();
    process.once('SIGINT', () => asked.abort()).once('SIGTERM', () => asked.abort());
    return asked.signal;
}
