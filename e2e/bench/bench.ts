/**
 * `npm run bench [start|api|proxy|memory|scale|rate-limit|overload|connect-ui]`: figures of this
 * machine, and ratios to a minimal program in the same run, which are comparable across machines.
 * `npm run bench [syncs|records] [share]`: of many rows, or a share.
 * `npm run bench actions`: what an action adds to the call that it makes.
 * `npm run bench functions`: calls of deployed actions, who waits for whom, and idle syncs.
 * `npm run bench runner`: runs behind the wall, and how soon one that is too long ends.
 * Without a name all of these run, on loopback only, with a tenth of the rows.
 * `npm run bench [rows|logs|status|rotate|dashboard] [share]`: of many rows, or a share.
 * `npm run bench telemetry`: what it costs a request: off, for Prometheus, and exporting all.
 * `npm run bench compare <checkout> [text]`: this server beside that of another, built checkout;
 * with a text, only at requests whose name contains it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchActions } from './actions.ts';
import { benchApi } from './api.ts';
import { benchCompare } from './compare.ts';
import { benchConnectUi } from './connect-ui.ts';
import { benchDashboard } from './dashboard.ts';
import { startBench } from './measure.ts';
import { benchFunctions } from './functions.ts';
import { benchLogs } from './logs.ts';
import { benchMemory } from './memory.ts';
import { benchOverload } from './overload.ts';
import { benchProxy } from './proxy.ts';
import { benchRateLimit } from './rate-limit.ts';
import { benchRecords } from './records.ts';
import { benchRotate } from './rotate.ts';
import { benchRows } from './rows.ts';
import { benchRunner } from './runner.ts';
import { benchScale } from './scale.ts';
import { benchStart } from './start.ts';
import { benchStatus } from './status.ts';
import { benchSyncs } from './syncs.ts';
import { benchTelemetry } from './telemetry.ts';
import { describeMachine } from './machine.ts';
import { createWorld } from './world.ts';

const [only, checkout, text] = process.argv.slice(2);
const wants = (name: string) => only === undefined || only === name;
process.stdout.write(`${describeMachine()}\n`);

// Needs nothing of what the others share, and takes minutes: only by its name.
if (only === 'rows') {
    await benchRows();
    process.exit();
}

if (only === 'records') {
    await benchRecords();
    process.exit();
}

if (only === 'syncs') {
    await benchSyncs();
    process.exit();
}

if (only === 'actions') {
    await benchActions();
    process.exit();
}

if (only === 'logs') {
    await benchLogs();
    process.exit();
}

if (only === 'dashboard') {
    await benchDashboard();
    process.exit();
}

if (only === 'status') {
    await benchStatus();
    process.exit();
}

if (only === 'rotate') {
    await benchRotate();
    process.exit();
}

if (only === 'functions') {
    await benchFunctions();
    process.exit();
}

if (only === 'runner') {
    await benchRunner();
    process.exit();
}

if (only === 'telemetry') {
    await benchTelemetry();
    process.exit();
}

if (only === 'compare') {
    await benchCompare(checkout, text);
    process.exit();
}

const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
const bench = await startBench();
try {
    // Also warms the compile cache for all that follow.
    await benchStart(join(folder, 'start'));
    const world = await createWorld(join(folder, 'world'));
    try {
        // First, so that it does not depend on what else is measured.
        if (wants('memory')) await benchMemory(bench, world);
        if (wants('api')) await benchApi(bench, world);
        if (wants('proxy')) await benchProxy(bench, world);
        if (wants('connect-ui')) await benchConnectUi(world.server);
    } finally {
        await world.stop();
    }
    if (wants('scale')) {
        const small = await createWorld(join(folder, 'small'));
        const large = await createWorld(join(folder, 'large'));
        await benchScale(bench, small, large);
        await Promise.all([small.stop(), large.stop()]);
    }
    if (wants('overload')) await benchOverload(bench, join(folder, 'overload'));
    if (wants('rate-limit')) await benchRateLimit(join(folder, 'rate-limit'));
} finally {
    await bench.stop();
    await rm(folder, { recursive: true, force: true });
}

if (only === undefined)
    for (const program of [['syncs', '0.1'], ['records', '0.1'], ['actions'], ['runner'], ['functions']]) {
        const { status } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, ...program], { stdio: 'inherit' });
        // Of one that a signal has ended there is none.
        if (status !== 0) process.exitCode = status ?? 1;
    }
