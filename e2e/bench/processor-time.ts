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
