import { importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp, type TestAppOptions } from '@patchbay/test-kit';
import { expect, vi } from 'vitest';

export const gemKey = 'gemTeamKey000000000000000000000000000001';
/** Of no connection. */
export const unknownId = 'unknown';
/** The models of the emulator's account, with how many it has. */
export const sizes = { applications: 500, candidates: 250, 'job-posts': 12, 'job-stages': 60, jobs: 12, locations: 6, users: 24 };

/** A server that runs jobs, with an integration `gem` at the emulator of Gem. */
export async function startGemApp(options: TestAppOptions = {}): Promise<TestApp> {
    const app = await startTestApp({ runsJobs: true, ...options });
    if (options.replicaOf) return app;
    await app.integrate('sandbox-gem', { unique_key: 'gem' });
    await control(app, 'switches', { requests_per_second: 10_000, burst: 10_000 });
    return app;
}

/** A verb of the emulator's control plane. */
export const control = (app: TestApp, verb: string, body?: unknown, method?: string) => app.sandbox.control(`gem/${verb}`, body, method);

export interface JournalEntry {
    method: string;
    path: string;
    query: Record<string, string[]>;
    /** Null while it waits for its response. */
    status: number | null;
}

/** The requests that the emulator got. */
export async function journal(app: TestApp, path = '.'): Promise<JournalEntry[]> {
    const { requests } = (await control(app, `journal?path_regex=${encodeURIComponent(path)}`)) as { requests: JournalEntry[] };
    return requests;
}

export async function connectGem(app: TestApp, connectionId = 'c1', more: { apiKey?: string; token?: string } = {}): Promise<void> {
    await app.callAs(more.token ?? app.keys.dev)(importConnection, {
        body: {
            provider_config_key: 'gem',
            connection_id: connectionId,
            credentials: { type: 'API_KEY', apiKey: more.apiKey ?? gemKey },
            connection_config: { appSecret: 'gem-application-secret' }
        }
    });
}

/** How many requests each emulator got. */
export async function requestsToVendors({ sandbox }: TestApp): Promise<Record<string, number>> {
    const counted = ['gem', 'ashby', 'quickbooks', 'xero'].map(async (vendor) => {
        const { requests } = (await sandbox.control(`${vendor}/journal`)) as { requests: unknown[] };
        return [vendor, requests.length] as const;
    });
    return Object.fromEntries(await Promise.all(counted));
}

export const headers = { 'connection-id': 'c1', 'provider-config-key': 'gem' };

export interface Reply {
    status: number;
    body: unknown;
    headers: Headers;
}

/** A request with a JSON body. */
export async function send(
    app: TestApp,
    method: string,
    path: string,
    body?: unknown,
    more: { headers?: Record<string, string>; token?: string } = {}
): Promise<Reply> {
    const response = await app.raw(path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more.headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(more.token === undefined ? {} : { token: more.token })
    });
    return { status: response.status, body: response.json, headers: response.headers };
}

export interface SyncStatus {
    id: string;
    connection_id: string;
    name: string;
    variant: string;
    type: string;
    status: string;
    frequency: string;
    finishedAt?: string;
    nextScheduledSyncAt: string | null;
    latestResult?: Record<string, { added: number; updated: number; deleted: number }>;
    latestExecutionStatus?: string;
    recordCount: Record<string, number>;
    checkpoint: Record<string, unknown> | null;
    error: { code: string; message: string } | null;
    failures: number;
}

export async function statuses(app: TestApp, syncs = '*', connection = 'c1'): Promise<SyncStatus[]> {
    const query = new URLSearchParams({ syncs, provider_config_key: 'gem', connection_id: connection });
    const { status, body } = await send(app, 'GET', `/sync/status?${query}`);
    if (status !== 200) throw new TypeError(JSON.stringify(body));
    return (body as { syncs: SyncStatus[] }).syncs;
}

export async function statusOf(app: TestApp, name: string, connection = 'c1'): Promise<SyncStatus> {
    const [found] = await statuses(app, name, connection);
    if (!found) throw new TypeError(`There is no sync ${name}.`);
    return found;
}

/** Waits until every sync of a connection has succeeded. */
export async function untilSynced(app: TestApp, connection = 'c1'): Promise<void> {
    await vi.waitFor(
        async () => {
            const found = await statuses(app, '*', connection);
            expect(found.map(({ name, latestExecutionStatus }) => `${name} ${latestExecutionStatus}`)).toEqual(
                Object.keys(sizes).map((name) => `${name} SUCCESS`)
            );
        },
        { timeout: 20_000 }
    );
}

export const target = { provider_config_key: 'gem', connection_id: 'c1' };

/** Runs syncs and waits until they have ended. */
export async function runAgain(app: TestApp, name: string, opts?: Record<string, boolean>): Promise<SyncStatus> {
    // One that runs, or is due, would end first.
    await expect
        .poll(async () => {
            const { status, nextScheduledSyncAt: next } = await statusOf(app, name);
            return status !== 'RUNNING' && (next === null || new Date(next) > app.clock.now());
        })
        .toBe(true);
    const before = (await statusOf(app, name)).finishedAt;
    const { status, body } = await trigger(app, { syncs: [name], ...(opts && { opts }) });
    if (status !== 200) throw new TypeError(JSON.stringify(body));
    return untilEnded(app, name, before);
}

/** Waits until a fault strikes. @param place of its rule */
export async function untilStruck(app: TestApp, place = 0): Promise<void> {
    const applied = async () => {
        const { faults } = (await control(app, 'faults')) as { faults: { applied: number }[] };
        return faults[place]?.applied;
    };
    // What asks may be a server that has just begun to start.
    await expect.poll(applied, { timeout: 30_000 }).toBe(1);
}

/** Waits for the end of a run after another one. @param before when that one ended */
export async function untilEnded(app: TestApp, name: string, before: string | undefined, connection = 'c1'): Promise<SyncStatus> {
    await expect
        .poll(async () => {
            const { finishedAt, status } = await statusOf(app, name, connection);
            return status !== 'RUNNING' && finishedAt !== undefined && finishedAt !== before;
        })
        .toBe(true);
    return statusOf(app, name, connection);
}

/** Lets time pass, and has run what is due then. */
export function pass(app: TestApp, ms: number): void {
    app.clock.advance(ms);
    app.server.deps.waitingRuns.emit('syncs');
}

export const trigger = (app: TestApp, body: unknown) => send(app, 'POST', '/sync/trigger', { ...target, ...(body as object) });

/** Code of a response, and its status. */
export function outcome({ status, body }: Reply): string {
    const error = (body as { error?: { code?: string } } | undefined)?.error;
    return error ? `${status} ${error.code}` : String(status);
}

export interface Told {
    type: string;
    connectionId: string;
    [field: string]: unknown;
}

/** The events of an environment that are of this type, oldest first. */
export async function eventsOf(app: TestApp, type: string, connection = 'c1'): Promise<Told[]> {
    const found: Told[] = [];
    for (let cursor = ''; ;) {
        const { body } = await send(app, 'GET', `/events?limit=100${cursor && `&cursor=${cursor}`}`);
        const { data, next_cursor: next } = body as { data: { payload: Told }[]; next_cursor: string };
        found.push(...data.map(({ payload }) => payload));
        if (data.length < 100) return found.filter((told) => told.type === type && told.connectionId === connection);
        cursor = next;
    }
}
