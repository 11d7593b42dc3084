import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@patchbay/db';
import { startSandbox } from '@patchbay/sandbox';
import { APPLICATION_SECRET, KEYED_API_KEYS } from '@patchbay/sandbox/accounts';
import { generateKeyRing } from '@patchbay/server';
import { type BenchServer, makeSecretKey, startServer } from './server.ts';
import { formatBound, printTable } from './table.ts';

const integrationKey = 'ats';
const servers = 4;
const connections = 50;
/** Of the provider, per second and key, as in its definition. */
const limit = 20;
const seconds = 20;
const flood = 200;
const fairShareS = connections / limit;

interface Load {
    title: string;
    /** How many calls the first connection has under way; the others make one after the other. */
    atOnce: number;
    /** How long the provider works on each. */
    workMs: number;
    /** Share of the limit that has to be used. */
    atLeast: number;
}

/**
 * Several servers share one key of a provider: never more calls in any second than allowed, nearly
 * as many, and fairly by connection. Counted at the provider.
 */
export async function benchRateLimit(dataDir: string): Promise<void> {
    const sandbox = await startSandbox({ port: 0, controlPort: 0 });
    const database = await openDatabase({ dataDir });
    const secretKey = makeSecretKey();
    const variables = {
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
        PATCHBAY_SANDBOX_URL: sandbox.url,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(sandbox.url).host
    };
    const first = await startServer(secretKey, variables);
    const all = [first, ...(await Promise.all(Array.from({ length: servers - 1 }, () => startServer(secretKey, variables))))];
    try {
        await connect(first);
        const rows: string[][] = [];
        for (const load of [
            { title: 'one call at a time each', atOnce: 1, workMs: 0, atLeast: 0.95 },
            { title: `one of them ${flood} at once`, atOnce: flood, workMs: 0, atLeast: 0.95 },
            // The response comes long after the call was counted; when is known only to tens of
            // milliseconds.
            { title: 'a provider that takes 300 ms', atOnce: 1, workMs: 300, atLeast: 0.9 }
        ])
            rows.push(await measure(load, all, sandbox.controlUrl));
        printTable(
            `${servers} servers, ${connections} connections with one key, ${limit} calls per second allowed, ${seconds} s`,
            ['all of them busy', 'calls', 'most in 1 s', 'used', 'longest wait', '× fair share'],
            rows
        );
    } finally {
        await Promise.all(all.map((server) => server.stop()));
        await database.stop();
        await sandbox.stop();
    }
}

async function connect({ patchbay }: BenchServer): Promise<void> {
    await patchbay.integrations.create({ provider: 'sandbox-two-keys', unique_key: integrationKey });
    for (let n = 0; n < connections; n += 1)
        await patchbay.connections.import({
            provider_config_key: integrationKey,
            connection_id: nameOf(n),
            credentials: { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme },
            connection_config: { appSecret: APPLICATION_SECRET }
        });
}

async function measure({ title, atOnce, workMs, atLeast }: Load, all: BenchServer[], controlUrl: string): Promise<string[]> {
    await control(controlUrl, 'reset', {});
    // What was called before is forgotten by the budget as well.
    await sleep(1100);
    if (workMs > 0) await control(controlUrl, 'faults', [{ match: { path_regex: '^/keyed/' }, action: { type: 'delay', ms: workMs } }]);
    await control(controlUrl, 'limits', { section: 'keyed', windows: [{ requests: limit, per_ms: 1000 }] });
    const end = performance.now() + seconds * 1000;
    let longestMs = 0;
    const busy = Array.from({ length: connections }, async (_, n) => {
        const isFlood = n === 0 && atOnce > 1;
        const callAt = (turn: number) => call(all[turn % all.length] ?? fail('There is no server.'), n);
        // The waits of the one that floods are its own doing.
        if (isFlood) return void (await Promise.all(Array.from({ length: atOnce }, (_call, index) => callAt(index))));
        for (let turn = n; performance.now() < end; turn += 1) {
            const startedAt = performance.now();
            await callAt(turn);
            longestMs = Math.max(longestMs, performance.now() - startedAt);
        }
    });
    await Promise.all(busy);
    const { keys } = (await control(controlUrl, 'limits')) as { keys: Traffic[] };
    const [seen = fail('The provider saw nothing.')] = keys;
    return [
        title,
        String(seen.total),
        formatBound(seen.most_in_window[0] ?? Infinity, { atMost: limit }, 0),
        formatBound(await usedShare(controlUrl, seen.first_arrival_ms + seconds * 1000), { atLeast }),
        `${(longestMs / 1000).toFixed(2)} s`,
        formatBound(longestMs / 1000 / fairShareS, { atMost: 2 })
    ];
}

interface Traffic {
    total: number;
    most_in_window: number[];
    first_arrival_ms: number;
}

/** Share of the limit: how soon after one second each call is replaced by the next. */
async function usedShare(controlUrl: string, untilMs: number): Promise<number> {
    const { requests } = (await control(controlUrl, 'journal?path_regex=%5E%2Fkeyed%2F')) as { requests: { time: string }[] };
    const times = requests
        .map(({ time }) => Date.parse(time))
        .filter((timeMs) => timeMs < untilMs)
        .toSorted((a, b) => a - b);
    const cycles = times.slice(limit).map((timeMs, index) => timeMs - (times[index] ?? NaN));
    return 1000 / (cycles.reduce((sum, cycleMs) => sum + cycleMs, 0) / cycles.length);
}

async function call(server: BenchServer, connection: number): Promise<void> {
    const response = await fetch(`${server.url}/proxy/v0/users`, {
        headers: {
            authorization: `Bearer ${server.secretKey}`,
            'provider-config-key': integrationKey,
            'connection-id': nameOf(connection)
        }
    });
    await response.arrayBuffer();
    // Who would have to wait for more than a minute is told so.
    const isToldToWait = response.status === 429 && response.headers.has('retry-after');
    if (!response.ok && !isToldToWait) fail(`The proxy responded with ${response.status}.`);
}

async function control(controlUrl: string, verb: string, body?: unknown): Promise<unknown> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${controlUrl}/_ctl/${verb}`, body === undefined ? {} : init);
    if (!response.ok) fail(`The sandbox refused ${verb}: ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
}

function nameOf(connection: number): string {
    return `connection-${connection}`;
}

function fail(message: string): never {
    throw new Error(message);
}
