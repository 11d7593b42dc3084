import { endpoints } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodOf, sendSample } from './api.fixtures.ts';
import { createApps } from './app.ts';
import { routes } from './rooms.ts';

let app: TestApp;
beforeAll(async () => {
    // Before the day on which the removed endpoints stop being served.
    app = await startTestApp({ now: '2025-12-01T12:00:00Z' });
});
afterAll(() => app[Symbol.asyncDispose]());

const builds = { widget: '/nowhere', sdk: '/nowhere' };
const health = routes.find(({ endpoint }) => endpoint.id === 'getHealth');

test('a contract without a handler stops the start, and is named', () => {
    const incomplete = routes.filter(({ endpoint }) => endpoint.id !== 'listConnections');
    expect(() => createApps(app.server.deps, builds, incomplete)).toThrow('listConnections has a contract and no handler');
});

test('a handler without a contract stops the start, and is named', () => {
    if (!health) throw new Error('There are no routes.');
    const stranger = { ...health, endpoint: { ...health.endpoint, id: 'getSecrets', path: '/secrets' } };
    expect(() => createApps(app.server.deps, builds, [...routes, stranger])).toThrow('getSecrets has a handler and no contract');
});

test('two handlers for one contract stop the start', () => {
    if (!health) throw new Error('There are no routes.');
    expect(() => createApps(app.server.deps, builds, [...routes, health])).toThrow('getHealth has two handlers');
});

test('every endpoint answers for itself: no path hides another, and /v1 answers like the bare path', async () => {
    const app404 = await app.raw('/nothing-here', { method: 'PATCH' });
    expect(app404.status).toBe(404);
    for (const endpoint of endpoints.filter(({ page, id }) => !page && id !== 'callCustomEndpoint')) {
        const paths = [endpoint.path, ...(endpoint.aliases ?? []).map(({ path }) => path)];
        for (const path of paths) {
            app.logLines.length = 0;
            const bare = await sendSample(app, endpoint, { path });
            const twin = await sendSample(app, endpoint, { path: `/v1${path}` });
            const served = () => app.logLines.map((line): unknown => JSON.parse(line)).filter((line) => Object(line).message === 'request');
            // A response without an end is logged when the server sees that its client has gone.
            await expect
                .poll(served, { message: `${endpoint.method} ${path}` })
                .toEqual([expect.objectContaining({ route: path, method: methodOf(endpoint) }), expect.objectContaining({ route: path })]);
            if (endpoint.method === 'GET') expect([twin.status, twin.text]).toEqual([bare.status, bare.text]);
        }
    }
});

test('OPTIONS is for browsers: elsewhere it finds nothing, and does not tell which paths there are', async () => {
    for (const path of ['/connections', '/v1/integrations/x', '/nothing-here']) {
        const response = await app.raw(path, { method: 'OPTIONS' });
        expect([path, response.status]).toEqual([path, 404]);
        expect(response.headers.get('x-request-id')).not.toBeNull();
    }
    expect((await app.raw('/connect/session', { method: 'OPTIONS' })).status).toBe(204);
});

test('a known path asked with another method gets 405 with the methods that it has, on both origins and under /v1', async () => {
    const patterns = endpoints.flatMap(({ path, aliases = [], method, page, onConnectOrigin, streams }) =>
        streams || method === 'ANY'
            ? []
            : [path, ...aliases.map((alias) => alias.path)].flatMap((each) =>
                  (page ? [''] : ['', '/v1']).map((prefix) => ({
                      at: onConnectOrigin ? (['api', 'connect'] as const) : (['api'] as const),
                      path: prefix + each.replaceAll(/:\w+/g, 'x'),
                      pattern: new RegExp(`^${prefix}${each.replaceAll(/:\w+/g, '[^/]+')}$`),
                      method
                  }))
              )
    );
    let tried = 0;
    for (const at of ['api', 'connect'] as const)
        for (const path of new Set(patterns.filter((each) => each.at.some((origin) => origin === at)).map((each) => each.path))) {
            const here = patterns.filter(({ pattern, at: origins }) => pattern.test(path) && origins.some((origin) => origin === at));
            const methods = new Set(here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
            for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !methods.has(each))) {
                const response = await app.raw(path, { method, at });
                tried += 1;
                expect([at, method, path, response.status, response.headers.get('allow')]).toEqual([
                    at,
                    method,
                    path,
                    405,
                    [...methods].toSorted().join(', ')
                ]);
            }
        }
    expect(tried).toBeGreaterThan(200);
});

test('a path that there is not is 404, and allows nothing', async () => {
    const response = await app.raw('/nothing-here', { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).toEqual([404, null]);
});
