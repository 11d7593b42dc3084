import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle } from '@patchbay/runner/test-bundle';
import { createGemWorld, gemKey, type GemWorld } from './gem-world.ts';
import { median, startBench } from './measure.ts';
import { processorMsOfAll } from './processor-time.ts';
import { startProgram } from './program.ts';
import { formatBound, ms, printTable } from './table.ts';

const mostAddedMs = 5;
const waitingRuns = 100_000;
const startP50Ms = 200;
const startP99Ms = 500;
const singleRuns = 100;
const idleConnections = 500;
const idleSeconds = 60;
const mostIdleShare = 0.02;

const source = (name: string) => `
    import { createAction, createSync } from '@patchbay/functions';
    import { z } from 'zod';
    ${
        name === 'echo'
            ? `export default createAction({ description: 'Returns its input', input: z.object({ name: z.string() }), output: z.object({ name: z.string() }), exec: async (_context, input) => input });`
            : `export default createSync({ description: 'Reads nothing', frequency: 'every hour', models: { Thing: z.object({ id: z.string() }) }, exec: async () => {} });`
    }`;

/** Deployed functions: what an action costs, who waits for whom, and what idle syncs cost. */
export async function benchFunctions(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-functions-'));
    const world = await createGemWorld(folder);
    try {
        await deploy(world, ['echo']);
        await world.connect('one', []);
        await benchCall(world);
        await copyToProd(world);
        await benchFairness(world);
        await benchFairSyncs(world);
        await benchIdle(world);
    } finally {
        await world.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

async function deploy({ server }: GemWorld, names: readonly string[]): Promise<void> {
    const flowConfigs = await Promise.all(
        names.map(async (name) => {
            const { source: js } = await bundle(source(name));
            const isSync = name !== 'echo';
            return {
                type: isSync ? ('sync' as const) : ('action' as const),
                syncName: name,
                providerConfigKey: gemKey,
                models: isSync ? ['Thing'] : [],
                runs: isSync ? 'every hour' : null,
                fileBody: { js, ts: source(name) }
            };
        })
    );
    await server.patchbay.functions.deploy({ flowConfigs });
}

/** From the request to the response, beside a handler that sends back what it gets. */
async function benchCall({ server, databaseUrl, client }: GemWorld): Promise<void> {
    const { rows } = await client.query<{ id: string }>(`select id from environments where name = 'dev'`);
    const express = await startProgram('bare-express.ts', databaseUrl, rows[0]?.id ?? '');
    const bench = await startBench();
    try {
        const { port } = express.said as { port: number };
        const headers = { 'content-type': 'application/json' };
        const found: string[][] = [];
        for (const concurrency of [1, 8]) {
            const { seen, difference } = await bench.compare(
                {
                    express: {
                        origin: `http://localhost:${port}`,
                        requests: [{ method: 'POST', path: '/echo', headers, body: JSON.stringify({ name: 'Ada' }) }]
                    },
                    action: {
                        origin: server.url,
                        pid: server.pid,
                        requests: [
                            {
                                method: 'POST',
                                path: '/action/trigger',
                                headers: {
                                    ...headers,
                                    authorization: `Bearer ${server.secretKey}`,
                                    'provider-config-key': gemKey,
                                    'connection-id': 'one'
                                },
                                body: JSON.stringify({ action_name: 'echo', input: { name: 'Ada' } })
                            }
                        ]
                    }
                },
                { concurrency }
            );
            const added = difference('p50', 'action', 'express');
            found.push([
                String(concurrency),
                ms(seen.express.p50),
                ms(seen.action.p50),
                concurrency === 1 ? formatBound(added, { atMost: mostAddedMs }) : ms(added),
                concurrency === 1 ? `≤ ${mostAddedMs} ms` : '',
                `${Math.round(seen.action.perSecond * 60)}/min`
            ]);
        }
        printTable(
            'POST /action/trigger of a deployed action without calls, beside a bare Express handler',
            ['concurrency', 'Express p50', 'action p50', 'added', 'must be', 'actions'],
            found
        );
    } finally {
        await bench.stop();
        await express.stop();
    }
}

/** The other environment gets the same integration, connection and functions. */
async function copyToProd({ client }: GemWorld): Promise<void> {
    for (const table of ['integrations', 'connections', 'function_code', 'functions'])
        await client.query(`
            insert into ${table} overriding system value
            select (jsonb_populate_record(null::${table}, to_jsonb(${table}) || jsonb_build_object('environment_id', prod.id))).*
            from ${table}, environments dev, environments prod
            where ${table}.environment_id = dev.id and dev.name = 'dev' and prod.name = 'prod'`);
}

/** What one environment has waiting does not keep another from running. */
async function benchFairness({ client, server }: GemWorld): Promise<void> {
    await client.query(
        `insert into function_runs (environment_id, id, connection_row_id, kind, name, status, is_async, created_at, input)
        select prod.id, gen_random_uuid(), connections.id, 'action', 'echo', 'queued', true, now(), '{"name": "Ada"}'
        from environments prod join connections on connections.environment_id = prod.id, generate_series(1, $1)
        where prod.name = 'prod'`,
        [waitingRuns]
    );
    // The look for what waits without a job begins the other's queue.
    while ((await doneOf(client, 'action')) === 0) await sleep(500);
    const waited: number[] = [];
    for (let run = 0; run < singleRuns; run += 1) {
        const { id } = await server.patchbay.actions.triggerAsync(of('one'), 'echo', { name: 'Ada' });
        waited.push(await startOf(client, id));
    }
    printStarts('single actions', waited, await doneOf(client, 'action'));
    await client.query(`delete from function_runs where status = 'queued'`);
}

/** The same of syncs. They read nothing, as their connections ask for no model. */
async function benchFairSyncs({ client, server }: GemWorld): Promise<void> {
    await client.query(
        `insert into syncs (environment_id, connection_row_id, id, name, variant, models, due_at)
        select prod.id, connections.id, gen_random_uuid(), 'jobs', 'v' || n, '{Job}', now()
        from environments prod join connections on connections.environment_id = prod.id, generate_series(1, $1) n
        where prod.name = 'prod'`,
        [waitingRuns]
    );
    while ((await doneOf(client, 'sync')) === 0) await sleep(500);
    const waited: number[] = [];
    for (let run = 0; run < singleRuns; run += 1) {
        const before = await jobsRunsOf(client);
        const triggeredAt = performance.now();
        await server.patchbay.syncs.trigger(of('one'), ['jobs']);
        for (let isStarted = false; ;) {
            const runs = await jobsRunsOf(client);
            if (!isStarted && runs.begun > before.begun) {
                isStarted = true;
                waited.push(performance.now() - triggeredAt);
            }
            if (runs.ended > before.begun) break;
            await sleep(5);
        }
    }
    printStarts('single syncs', waited, await doneOf(client, 'sync'));
    await client.query(`delete from syncs using environments where environments.id = environment_id and environments.name = 'prod'`);
}

function printStarts(what: string, waited: number[], done: number): void {
    const sorted = waited.toSorted((a, b) => a - b);
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
    printTable(
        `From the call to the start of ${what}, while another environment has ${waitingRuns} waiting`,
        ['runs', 'p50', 'must be', 'p99', 'must be', "the other's, done meanwhile"],
        [
            [
                String(singleRuns),
                formatBound(median(waited), { atMost: startP50Ms }),
                `≤ ${startP50Ms} ms`,
                formatBound(p99, { atMost: startP99Ms }),
                `≤ ${startP99Ms} ms`,
                String(done)
            ]
        ]
    );
}

/** Of the other environment. */
async function doneOf(client: GemWorld['client'], kind: 'action' | 'sync'): Promise<number> {
    const { rows } = await client.query<{ done: string }>(
        `select count(*) as done from function_runs join environments on environments.id = environment_id
        where environments.name = 'prod' and kind = $1 and status = 'succeeded'`,
        [kind]
    );
    return Number(rows[0]?.done);
}

const of = (connectionId: string) => ({ provider_config_key: gemKey, connection_id: connectionId });

async function startOf(client: GemWorld['client'], id: string): Promise<number> {
    for (;;) {
        const { rows } = await client.query<{ waited: string }>(
            `select extract(epoch from started_at - created_at) * 1000 as waited from function_runs where id = $1 and started_at is not null`,
            [id]
        );
        if (rows[0]) return Number(rows[0].waited);
        await sleep(5);
    }
}

/** Of the one connection. */
async function jobsRunsOf(client: GemWorld['client']): Promise<{ begun: number; ended: number }> {
    const { rows } = await client.query<{ begun: number; ended: number }>(
        `select count(*)::int as begun, count(*) filter (where status <> 'running')::int as ended
        from environments
        join connections on connections.environment_id = environments.id
        join function_runs as runs on runs.environment_id = connections.environment_id and runs.connection_row_id = connections.id
        where environments.name = 'dev' and connections.connection_id = 'one' and runs.kind = 'sync' and runs.name = 'jobs'`
    );
    return rows[0] ?? { begun: 0, ended: 0 };
}

/** Processor time of a server, with its processes, whose syncs wait for their hour. */
async function benchIdle(world: GemWorld): Promise<void> {
    await deploy(world, ['echo', 'things']);
    for (let index = 0; index < idleConnections; index += 1) await world.connect(`idle-${index}`, []);
    const isDone = async () => {
        const { rows } = await world.client.query<{ left: string }>(
            `select count(*) as left from syncs where name = 'things' and succeeded_at is null`
        );
        return rows[0]?.left === '0';
    };
    while (!(await isDone())) await sleep(500);
    const before = processorMsOfAll(world.server.pid);
    await sleep(idleSeconds * 1000);
    const share = (processorMsOfAll(world.server.pid) - before) / (idleSeconds * 1000);
    printTable(
        `The server and its processes, while ${idleConnections} connections wait for their next hourly sync, ${idleSeconds} s`,
        ['of a core', 'must be'],
        [[`${formatBound(share * 100, { atMost: mostIdleShare * 100 })} %`, `≤ ${mostIdleShare * 100} %`]]
    );
}
