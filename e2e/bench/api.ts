import { report, serve, type BenchServer } from './server.ts';

const concurrency = 16;
const secondsEach = 4;

interface Measured {
    perSecond: number;
    p95Ms: number;
}

/** How many requests a second the API answers, beside a handler of Node's own. */
export async function benchApi({ url, secretKey, patchbay }: BenchServer): Promise<void> {
    await patchbay.integrations.create({ provider: 'unauthenticated', unique_key: 'none' });
    await patchbay.connections.import({ provider_config_key: 'none', connection_id: 'one', credentials: { type: 'NONE' } });

    const bare = await serve((_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"ok"}')
    );
    const authorization = `Bearer ${secretKey}`;
    const floor = await measure(() => fetch(bare.url));
    report('bare node:http handler', `${floor.perSecond}/s, p95 ${floor.p95Ms} ms`);
    const health = await measure(() => fetch(`${url}/health`));
    report('GET /health', `${health.perSecond}/s, p95 ${health.p95Ms} ms, ${ratio(health, floor)} of the bare handler`);
    const read = await measure(() => fetch(`${url}/connections/one?provider_config_key=none`, { headers: { authorization } }));
    report('GET /connections/:id', `${read.perSecond}/s, p95 ${read.p95Ms} ms, ${ratio(read, floor)}`);
    const body = JSON.stringify({ end_user: { id: 'user_1' } });
    const mint = await measure(() =>
        fetch(`${url}/connect/sessions`, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body })
    );
    report('POST /connect/sessions', `${mint.perSecond}/s, p95 ${mint.p95Ms} ms, ${ratio(mint, floor)}`);
    await bare.stop();
}

async function measure(request: () => Promise<Response>): Promise<Measured> {
    const durations: number[] = [];
    const endsAt = performance.now() + secondsEach * 1000;
    const worker = async () => {
        while (performance.now() < endsAt) {
            const startedAt = performance.now();
            const response = await request();
            await response.arrayBuffer();
            if (!response.ok) throw new Error(`The server answered ${response.status}.`);
            durations.push(performance.now() - startedAt);
        }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    durations.sort((a, b) => a - b);
    return {
        perSecond: Math.round(durations.length / secondsEach),
        p95Ms: Number((durations[Math.floor(durations.length * 0.95)] ?? 0).toFixed(1))
    };
}

function ratio(measured: Measured, floor: Measured): string {
    return (measured.perSecond / floor.perSecond).toFixed(2);
}
