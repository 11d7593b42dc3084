/**
 * The load generator, its own program: runs a plan's requests concurrently and returns the result.
 */
import { Client } from 'undici';
import type { LoadPlan, LoadResult } from './measure.ts';
import { sendToParent } from './program.ts';

async function run({ origin, requests, concurrency, seconds }: LoadPlan): Promise<Omit<LoadResult, 'processorMs'>> {
    const durations: number[] = [];
    let bytes = 0;
    const startedAt = performance.now();
    const endsAt = startedAt + seconds * 1000;
    let next = 0;
    const worker = async () => {
        const client = new Client(origin, { pipelining: 1, bodyTimeout: 60_000, headersTimeout: 60_000 });
        while (performance.now() < endsAt) {
            const request = requests[next++ % requests.length];
            if (!request) break;
            const sentAt = performance.now();
            const received = await send(client, request);
            // Not in one step, which would forget what came meanwhile.
            bytes += received;
            durations.push(performance.now() - sentAt);
        }
        await client.destroy();
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    const took = (performance.now() - startedAt) / 1000;
    durations.sort((a, b) => a - b);
    const at = (share: number) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? NaN;
    return { perSecond: durations.length / took, bytesPerSecond: bytes / took, p50: at(0.5), p99: at(0.99), requests: durations.length };
}

/** By undici's lowest door: what the generator spends is missing to what it measures. */
function send(client: Client, { method, path, headers, body }: LoadPlan['requests'][number]): Promise<number> {
    return new Promise((resolve, reject) => {
        let status = 0;
        let bytes = 0;
        client.dispatch(
            { method, path, headers, body: body ?? null },
            {
                onRequestStart() {},
                onResponseStart(_controller, code) {
                    status = code;
                },
                onResponseData(_controller, chunk) {
                    bytes += chunk.length;
                },
                onResponseEnd() {
                    if (status < 300) resolve(bytes);
                    else reject(new Error(`${method} ${path} responded with ${status}.`));
                },
                onResponseError(_controller, error) {
                    reject(error);
                }
            }
        );
    });
}

process.on('message', (plan: LoadPlan) => {
    run(plan).then(
        (seen) => process.send?.(seen),
        (error: unknown) => process.send?.({ error: String(error) })
    );
});
sendToParent('ready');
