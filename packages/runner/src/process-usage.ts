import { readFileSync, writeFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** @returns what a process holds in memory; undefined where the system does not tell */
export function residentBytes(pid: number): number | undefined {
    try {
        return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
    } catch {
        return undefined;
    }
}

/** What the kernel tells in, whatever its own. */
const TICK_MS = 10;

/**
 * @returns for how long all threads of a process had a processor; undefined where the system does
 * not tell
 */
export function processorMs(pid: number): number | undefined {
    try {
        const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
        // Behind the name, which may have spaces and brackets.
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
        return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    } catch {
        return undefined;
    }
}

/**
 * The process itself, below the programs that built the wall around it: they wait for it, and use
 * no memory.
 */
export function innermostProcess(pid: number): number {
    try {
        const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
        return child ? innermostProcess(Number(child)) : pid;
    } catch {
        return pid;
    }
}

/** Where memory runs out, the kernel ends it before what started it. */
export function endFirstWithoutMemory(pid: number): void {
    try {
        writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
    } catch {
        // Only Linux has it, and some containers keep it to themselves.
    }
}
