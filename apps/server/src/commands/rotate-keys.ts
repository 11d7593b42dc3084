import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomIds } from '../kernel/crypto/ids.ts';
import { loadKeyRing } from '../rooms/platform/environments/key-files.ts';
import {
    announceDataKeys,
    countSealedValues,
    graceMs,
    type Progress,
    resealOnce,
    retireDataKeys,
    type Rotation,
    rotationsOf
} from '../rooms/platform/environments/rotate-data-keys.ts';
import { sealedTables } from '../rooms.ts';
import { type Command, type CommandDeps, onDatabase, tell, UsageError } from './command.ts';

const progressEveryMs = 5000;
/** A batch that waited for a busy machine needs no longer pause. */
const longestPauseMs = 50;
/** Between passes that had to leave rows which others held. */
const passPauseMs = 500;

/** Replaces the data keys of all environments, while servers run. */
export const rotateKeys: Command = {
    usage: 'rotate-keys [--status | --dry-run]',
    about: 'replaces the keys that seal stored secrets, while servers run; goes on with a run that was interrupted',
    async run(args) {
        const { status, dryRun } = readArguments(args);
        await onDatabase({ besideServer: true }, (deps) => (status || dryRun ? show(deps, { dryRun }) : rotate(deps)));
    }
};

async function rotate({ config, database: { db }, clock }: CommandDeps): Promise<void> {
    const startedAt = performance.now();
    const ring = await loadKeyRing(config, db);
    const { rotations, keys } = await announceDataKeys({ db, clock, ids: randomIds }, ring);
    const usableAt = Math.max(...rotations.map(({ sealsFrom }) => sealsFrom.getTime()));
    tell(`Each of the ${rotations.length} environments has a new data key. Waiting until every server knows it.`);
    await sleep(Math.max(0, usableAt - clock.now().getTime()));
    const pass = () => resealOnce({ db, clock }, { rotations, keys, tables: sealedTables }, { afterBatch: throttled() });
    let count = 0;
    const passUntilDone = async () => {
        for (;;) {
            const progress = await pass();
            count += progress.resealed;
            if (progress.resealed + progress.skipped === 0) return progress;
            if (progress.skipped > 0) await sleep(passPauseMs);
        }
    };
    await passUntilDone();
    tell(`${count} rows are sealed anew. Waiting for requests that have read one before.`);
    await sleep(graceMs);
    const { unreadable } = await passUntilDone();
    await retireDataKeys({ db, clock }, rotations);
    for (const { table, column, row } of unreadable) tell(`${table}.${column} of row ${row} could not be opened, before as now.`);
    process.stdout.write(
        `${count} rows sealed anew, ${unreadable.length} values unreadable, in ${Math.round((performance.now() - startedAt) / 1000)} s. Servers refuse the older keys from now on.\n`
    );
}

/** Leaves up to a third of the time to others, and says how far it is. */
function throttled(): (progress: Progress, tookMs: number) => Promise<void> {
    let toldAt = performance.now();
    return async ({ resealed }, tookMs) => {
        if (performance.now() - toldAt > progressEveryMs) {
            tell(`${resealed} rows are sealed anew.`);
            toldAt = performance.now();
        }
        await sleep(Math.min(tookMs / 2, longestPauseMs));
    };
}

async function show({ database: { db } }: CommandDeps, { dryRun }: { dryRun: boolean }): Promise<void> {
    const rotations = await rotationsOf(db);
    const counts = await countSealedValues(db, rotations, sealedTables);
    for (const rotation of rotations)
        for (const { id, state } of generationsOf(rotation)) {
            const count = counts.find((one) => one.id === id)?.count ?? 0;
            process.stdout.write(`${rotation.environmentName}\t${id}\t${state}\t${count} values\n`);
        }
    if (!dryRun) return;
    const open = rotations.some(({ from }) => from.length > 0);
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    tell(
        open
            ? 'A rotation was interrupted. rotate-keys goes on with it, and makes no further key.'
            : `rotate-keys would make ${rotations.length} data keys and seal ${total} values anew.`
    );
}

function generationsOf({ to, from, retired }: Rotation): { id: string; state: string }[] {
    return [
        ...retired.map(({ id }) => ({ id, state: 'retired' })),
        ...from.map((id) => ({ id, state: 'being replaced' })),
        { id: to, state: 'current' }
    ];
}

function readArguments(args: string[]): { status: boolean; dryRun: boolean } {
    try {
        const options = { status: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false } } as const;
        const { values } = parseArgs({ args, options });
        return { status: values.status, dryRun: values['dry-run'] };
    } catch {
        throw new UsageError(rotateKeys);
    }
}
