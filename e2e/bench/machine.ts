import { availableParallelism, loadavg } from 'node:os';

const additions = 100_000_000;

/** How fast the machine is just now: times of two runs can only be compared where this is equal. */
export function describeMachine(): string {
    add();
    const startedAt = performance.now();
    add();
    const tookMs = performance.now() - startedAt;
    return `${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}; ${additions} additions take ${tookMs.toFixed(0)} ms.`;
}

function add(): number {
    let sum = 0;
    for (let index = 0; index < additions; index += 1) sum = (sum * 31 + index) | 0;
    return sum;
}
