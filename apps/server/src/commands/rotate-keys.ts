import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomIds } from '../kernel/crypto/ids.ts';
import type { Clock } from '../kernel/runtime/clock.ts';
import { loadKeyRing } from '../rooms/platform/environments/key-files.ts';
import {
    countSealedValues,
    type Rotation,
    type RotationHooks,
    rotateDataKeys,
    rotationsOf
} from '../rooms/platform/environments/rotate-data-keys.ts';
import { sealedTables } from '../rooms.ts';
import { type Command, type CommandDeps, onDatabase, tell, UsageError } from './command.ts';

const progressEveryMs = 5000;
/** A batch that waited for a busy machine needs no longer pause. */
const longestPauseMs = 50;

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
    const { rows, unreadable } = await rotateDataKeys({ db, clock, ids: randomIds }, { ring, tables: sealedTables }, hooksFor(clock));
    for (const { table, column, row } of unreadable) tell(`${table}.${column} of row ${row} could not be opened, before as now.`);
    process.stdout.write(
        `${rows} rows sealed anew, ${unreadable.length} values unreadable, in ${Math.round((performance.now() - startedAt) / 1000)} s. Servers refuse the older keys from now on.\n`
    );
}

/** Leaves up to a third of the time to others, and says how far it is. */
function hooksFor(clock: Clock): RotationHooks {
    let toldAt = performance.now();
    return {
        announced: (count) => tell(`Each of the ${count} environments has a new data key. Waiting until every server knows it.`),
        resealed: (rows) => tell(`${rows} rows are sealed anew. Waiting for requests that have read or sealed one before.`),
        async afterBatch(rows, tookMs) {
            if (performance.now() - toldAt > progressEveryMs) {
                tell(`${rows} rows are sealed anew.`);
                toldAt = performance.now();
            }
            await sleep(Math.min(tookMs / 2, longestPauseMs));
        },
        waitUntil: (time) => sleep(Math.max(0, time.getTime() - clock.now().getTime()))
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
