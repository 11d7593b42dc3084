import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench } from './measure.ts';
import { startProgram } from './program.ts';
import { formatBound, megabytes, printTable } from './table.ts';
import type { World } from './world.ts';

/**
 * Memory of the idle and of the loaded server, beside a process that only imports its libraries.
 * Separate: PostgreSQL, and what large responses leave (`benchProxy`), mostly freed blocks.
 */
export async function benchMemory(bench: Bench, world: World): Promise<void> {
    // What the start has left over is collected.
    await sleep(2000);
    const idle = residentBytes(world.server.pid);
    const bare = await startProgram('bare-imports.ts');
    const limit = residentBytes(bare.pid);
    await bare.stop();
    for (const requests of [world.reads, world.mints, world.lists])
        await bench.compare({ patchbay: { origin: world.server.url, requests } }, { concurrency: 64, rounds: 1, seconds: 1 });
    const worked = residentBytes(world.server.pid);
    printTable(
        'Memory',
        ['', 'resident', 'of its libraries', 'must be'],
        [
            ['imports the same libraries', megabytes(limit)],
            ['Patchbay, idle', megabytes(idle), formatBound(idle / limit, { atMost: 1.4 }), '≤ 1.40'],
            ['Patchbay, after the run', megabytes(worked), formatBound(worked / limit, { atMost: 2.2 }), '≤ 2.20'],
            ['PostgreSQL beside it', megabytes(postgresBytes())]
        ]
    );
}

interface Process {
    pid: number;
    parent: number;
    bytes: number;
}

function processes(): Process[] {
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map((line) => {
            const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
            return { pid, parent, bytes: kilobytes * 1024 };
        });
}

/** It is asked often while something is measured, and to list all processes takes a while. */
export function residentBytes(pid: number): number {
    try {
        const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return Number(kilobytes) * 1024;
    } catch {
        return processes().find((one) => one.pid === pid)?.bytes ?? NaN;
    }
}

/** The embedded PostgreSQL and its backends: grandchildren of this process. */
function postgresBytes(): number {
    const all = processes();
    const children = new Set(all.filter(({ parent }) => parent === process.pid).map(({ pid }) => pid));
    const backends = all.filter(({ parent }) => children.has(parent));
    const mains = new Set(backends.map(({ parent }) => parent));
    return [...mains, ...backends.map(({ pid }) => pid)].reduce((sum, pid) => sum + ownBytes(pid), 0);
}

/** Shared memory is divided among its processes where the system reports that, as Linux does. */
function ownBytes(pid: number): number {
    try {
        const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
        return Number(kilobytes) * 1024;
    } catch {
        return residentBytes(pid);
    }
}
