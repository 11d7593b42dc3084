import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookEndpoint, importConnection, listWebhookDeliveries } from '@patchbay/contracts';
import type { CallInput } from '@patchbay/contracts';
import { startTestApp, type TestApp, type TestAppOptions } from '@patchbay/test-kit';
import { expect } from 'vitest';
import { createEgress } from '../../../kernel/egress/egress.ts';

export interface Received {
    path: string;
    headers: IncomingHttpHeaders;
    body: string;
    json: Record<string, unknown>;
}

/** A customer's backend. */
export interface Receiver extends AsyncDisposable {
    host: string;
    received: Received[];
    /** What it responds from now on; by default 200. */
    respond(how: (response: ServerResponse, request: Received) => void): void;
    /** Of this path, in their order. */
    at(path: string): Received[];
    url(path: string): string;
}

async function startReceiver(): Promise<Receiver> {
    const received: Received[] = [];
    let how: (response: ServerResponse, request: Received) => void = (response) => response.end('ok');
    const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
            const body = Buffer.concat(chunks).toString();
            const one = { path: request.url ?? '', headers: request.headers, body, json: parse(body) };
            received.push(one);
            how(response, one);
        });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    // Listening on a port of TCP, it has an address with one.
    const { port } = server.address() as AddressInfo;
    const host = `127.0.0.1:${port}`;
    return {
        host,
        received,
        respond: (next) => {
            how = next;
        },
        at: (path) => received.filter((one) => one.path === path),
        url: (path) => `http://${host}${path}`,
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((closed) => server.close(closed));
        }
    };
}

function parse(body: string): Record<string, unknown> {
    try {
        return Object(JSON.parse(body));
    } catch {
        return {};
    }
}

export interface WebhookApp extends TestApp {
    receiver: Receiver;
    /** Makes an endpoint at a path of the receiver. */
    endpoint(path: string, more?: Partial<CallInput<typeof createWebhookEndpoint>['body']>): Promise<{ id: string; signing_key: string }>;
    /** Records an event, by an import. */
    connect(connectionId: string, more?: { webhook_url_override?: string }): Promise<void>;
}

/**
 * A Patchbay that delivers in the background, and a receiver that it may reach.
 * @param options.otherHosts that it may reach too
 */
export async function startWebhookApp({
    otherHosts = [],
    ...options
}: TestAppOptions & { otherHosts?: readonly string[] } = {}): Promise<WebhookApp> {
    const receiver = await startReceiver();
    const app = await startTestApp({
        runsJobs: true,
        createEgress: (hosts) =>
            createEgress({
                allowPrivateHosts: [...hosts, receiver.host, receiver.host.replace('127.0.0.1', 'localhost'), ...otherHosts]
            }),
        ...options
    });
    if (!options.replicaOf) await app.integrate('unauthenticated');
    return {
        ...app,
        receiver,
        async endpoint(path, more = {}) {
            const { data } = await app.call(createWebhookEndpoint, { body: { url: receiver.url(path), ...more } });
            return data;
        },
        async connect(connectionId, more = {}) {
            await app.call(importConnection, {
                body: { connection_id: connectionId, provider_config_key: 'unauthenticated', credentials: { type: 'NONE' }, ...more }
            });
        },
        async [Symbol.asyncDispose]() {
            await app[Symbol.asyncDispose]();
            await receiver[Symbol.asyncDispose]();
        }
    };
}

/** The newest delivery to an endpoint, once so many attempts have a result. */
export async function triedTimes(app: TestApp, endpointId: string, attempts: number, patience = { timeout: 20_000 }) {
    const newest = async () => (await app.call(listWebhookDeliveries, { query: { endpoint_id: endpointId } })).data[0];
    // Until it has one it is due.
    const isUnderWay = (dueAt: string | null | undefined) => Boolean(dueAt) && new Date(dueAt ?? 0) <= app.clock.now();
    await expect
        .poll(async () => {
            const delivery = await newest();
            return [delivery?.attempts, isUnderWay(delivery?.next_attempt_at)];
        }, patience)
        .toEqual([attempts, false]);
    return newest();
}
