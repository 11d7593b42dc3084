/** A program that has all attacks run, twice, and writes by how much it grew the second time. */
import { jsonResponse, MemoryHost } from '@patchbay/functions/testing';
import { attackLimits, attacks } from './attacks.fixtures.ts';
import { startRunner } from './index.ts';
import { actionOf, runOn } from './runner.fixtures.ts';

export interface Growth {
    attacks: number;
    grewBytes: number;
}

const AT_ONCE = 4;
const SAMPLE_MS = 20;

const runner = await startRunner({ log: () => undefined, limits: { action: attackLimits }, pool: { spares: 2 } });
// There is nothing.
const input = { canary: 'canary', listener: 'http://127.0.0.1:9/', file: '/witness' };

async function runAll(): Promise<void> {
    const left = attacks.values();
    const runOneByOne = async () => {
        for (const { name, body, before = '' } of left)
            await runOn(runner, actionOf(body, { before }), {
                environmentId: `attacker: ${name}`,
                input,
                host: new MemoryHost(() => jsonResponse({}))
            });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runOneByOne));
}

// What is made once.
await runAll();
const before = process.memoryUsage.rss();
let peak = before;
const timer = setInterval(() => void (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS);
await runAll();
clearInterval(timer);
await runner.close();
const growth: Growth = { attacks: attacks.length, grewBytes: peak - before };
process.stdout.write(JSON.stringify(growth));
