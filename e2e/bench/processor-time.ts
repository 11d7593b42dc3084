import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processor time of a process so far, in milliseconds; NaN where only the system knows, as on
 * macOS.
 */
export function processorMs(pid: number): number {
    try {
        const spentNs = readdirSync(`/proc/${pid}/task`).map((thread) =>
            Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
        );
        return spentNs.reduce((sum, ns) => sum + ns, 0) / 1e6;
    } catch {
        return NaN;
    }
}

const TICK_MS = 10;

/** {@link processorMs}, with that of all processes below it, those that have ended too. */
export function processorMsOfAll(pid: number): number {
    try {
        // Behind the name, which may have spaces and brackets: what children had that have ended.
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        const ofEnded = (Number(fields[13]) + Number(fields[14])) * TICK_MS;
        const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
            readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
        );
        return children.reduce((sum, child) => sum + (processorMsOfAll(child) || 0), processorMs(pid) + ofEnded);
    } catch {
        return NaN;
    }
}
