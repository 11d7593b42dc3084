import { importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp, type TestAppOptions } from '@patchbay/test-kit';
import { expect, vi } from 'vitest';
import { read, startSignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { headersOf } from '../records/records.fixtures.ts';
import { type JournalEntry, type Reply, send } from '../syncs/syncs.fixtures.ts';

export const realm = '9341453474484455001';
export const ashbyKey = 'ashbyApiKey0000000000000000000000000000000000000000000000000001';

export interface Books {
    app: TestApp;
    headers: Record<string, string>;
    /** A verb of the emulator's control plane. */
    control(verb: string, body?: unknown): Promise<unknown>;
    /** The writes that the emulator got, as their paths with the operation. */
    writes(): Promise<string[]>;
    /** A change as a user makes it. @returns the object */
    mutate(change: object): Promise<Record<string, unknown>>;
    send(method: string, path: string, body?: unknown, more?: Record<string, string>): Promise<Reply>;
}

/**
 * A server that runs jobs, with a connection to a company of the emulator of QuickBooks.
 * @param prepare of the emulator, before the connection is made
 */
export async function startBooks(
    prepare: (control: Books['control']) => Promise<unknown> = (control) => control('settings', { throttle: false }),
    options: TestAppOptions = {}
): Promise<Books> {
    const app = await startTestApp({ runsJobs: true, ...options });
    const control = (verb: string, body?: unknown) => app.sandbox.control(`quickbooks/${verb}`, body);
    const { apps } = Object(await control('apps'));
    await prepare(control);
    const credentials = { type: 'OAUTH2' as const, client_id: String(apps[0].id), client_secret: String(apps[0].secret) };
    await app.integrate('sandbox-quickbooks', { unique_key: 'books', credentials });
    const headers = headersOf(await signIn(app, 'books', `realm=${realm}`), 'books');
    return {
        app,
        headers,
        control,
        async writes() {
            const { requests } = (await control(`journal?path_regex=${encodeURIComponent('/v3/company/')}`)) as {
                requests: JournalEntry[];
            };
            const isWrite = ({ method, path }: JournalEntry) => method !== 'GET' && !path.endsWith('/query');
            return requests
                .filter(isWrite)
                .map(({ path, query }) => path.replace(/^.*\/company\/\d+/, '') + (query['operation']?.[0] ?? ''));
        },
        mutate: async (change) => Object(await control('mutate', { realm, ...change })),
        send: (method, path, body, more) => send(app, method, path, body, { headers: { ...headers, ...more } })
    };
}

/** @param choice what the user chooses at the emulator, as a parameter of its page */
async function signIn(app: TestApp, integration: string, choice: string): Promise<string> {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, integration);
    const browser = app.browser();
    const { authorizationUrl = '' } = await browser.launch(attempt.launch_url);
    const response = await fetch(`${authorizationUrl}&_auto=approve&${choice}`, { redirect: 'manual' });
    await browser.get(new URL(response.headers.get('location') ?? ''));
    const { connection_id: connectionId } = await read(endUser, attempt.attempt_id);
    return connectionId ?? '';
}

export interface Xero extends Pick<Books, 'app' | 'headers' | 'control' | 'send'> {
    /** A change as a user makes it. */
    save(entity: string, id: string, body: object): Promise<unknown>;
}

/** A server that runs jobs, with a connection to an organisation of the emulator of Xero. */
export const startXero = async (): Promise<Xero> => connectXero(await startTestApp({ runsJobs: true }));

export async function connectXero(app: TestApp): Promise<Xero> {
    const control = (verb: string, body?: unknown) => app.sandbox.control(`xero/${verb}`, body);
    const { apps } = Object(await control('apps'));
    const { tenants } = Object(await control('tenants'));
    await control('settings', { throttle: false });
    const credentials = { type: 'OAUTH2' as const, client_id: String(apps[0].id), client_secret: String(apps[0].secret) };
    await app.integrate('sandbox-xero', { unique_key: 'xero', credentials });
    const headers = headersOf(await signIn(app, 'xero', `tenant=${tenants[0].tenant}`), 'xero');
    return {
        app,
        headers,
        control,
        save: (entity, id, body) => control('mutate', { tenant: tenants[0].tenant, entity, operation: 'save', id, body }),
        send: (method, path, body, more) => send(app, method, path, body, { headers: { ...headers, ...more } })
    };
}

/** A connection at the emulator of Ashby. */
export async function connectAshby(app: TestApp): Promise<Record<string, string>> {
    await app.integrate('sandbox-ashby', { unique_key: 'ashby' });
    await app.call(importConnection, {
        body: { provider_config_key: 'ashby', connection_id: 'a1', credentials: { type: 'BASIC', username: ashbyKey, password: '' } }
    });
    return headersOf('a1', 'ashby');
}

interface SyncEnd {
    name: string;
    status: string;
    finishedAt?: string;
    latestExecutionStatus?: string;
    latestResult?: Record<string, object>;
    recordCount: Record<string, number>;
    error: { code: string; message: string } | null;
}

export async function syncOf({ app, headers }: Pick<Books, 'app' | 'headers'>, name: string): Promise<SyncEnd> {
    const query = new URLSearchParams({
        syncs: name,
        provider_config_key: headers['provider-config-key'] ?? '',
        connection_id: headers['connection-id'] ?? ''
    });
    const { body } = await send(app, 'GET', `/sync/status?${query}`);
    return Object(body).syncs[0];
}

/** Waits until the first run of a sync has ended. */
export async function untilSyncedOnce(books: Pick<Books, 'app' | 'headers'>, name: string): Promise<void> {
    await vi.waitFor(async () => expect((await syncOf(books, name)).latestExecutionStatus).toBe('SUCCESS'), { timeout: 20_000 });
}

/** Runs a sync, and waits for its end. @returns what it changed */
export async function syncAgain(books: Pick<Books, 'app' | 'headers'>, name: string): Promise<SyncEnd['latestResult']> {
    const { app, headers } = books;
    const before = (await syncOf(books, name)).finishedAt;
    const target = { provider_config_key: headers['provider-config-key'], connection_id: headers['connection-id'] };
    const { status, body } = await send(app, 'POST', '/sync/trigger', { ...target, syncs: [name] });
    expect([status, body]).toEqual([200, { success: true }]);
    await vi.waitFor(
        async () => {
            const { finishedAt, latestExecutionStatus } = await syncOf(books, name);
            expect([finishedAt !== before, latestExecutionStatus]).toEqual([true, 'SUCCESS']);
        },
        { timeout: 20_000 }
    );
    return (await syncOf(books, name)).latestResult;
}

/** The code and payload of an error. */
export function errorOf({ status, body }: Reply): Record<string, unknown> {
    return { status, ...Object(body).error };
}
