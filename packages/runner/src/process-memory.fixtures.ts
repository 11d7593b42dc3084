import { readdirSync, readFileSync } from 'node:fs';
import { residentBytes } from './process-usage.ts';

const LOOK_MS = 5;

/** Processes that this one has started, and those that they have started. */
function descendantsOf(pid: number): number[] {
    try {
        const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
            readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
        );
        return children.flatMap((child) => [child, ...descendantsOf(child)]);
    } catch {
        // It has ended meanwhile.
        return [];
    }
}

/** Looks for when a process below this one holds more than so much. */
export function firstAbove(bytes: number): { end(): number } {
    let at = NaN;
    const timer = setInterval(() => {
        if (Number.isNaN(at) && descendantsOf(process.pid).some((pid) => (residentBytes(pid) ?? 0) > bytes)) at = performance.now();
    }, LOOK_MS);
    return {
        /** @returns when that was; NaN: it was not seen */
        end() {
            clearInterval(timer);
            return at;
        }
    };
}
