import { readFileSync } from 'node:fs';
import { defineEndpoint } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { browserRoutesFile, browserRoutesSource } from './generate-browser-routes.ts';

test('the routes for browsers are what the contracts say; `npm run gen` brings them up to date', () => {
    expect(readFileSync(browserRoutesFile, 'utf8')).toBe(browserRoutesSource());
});

test('what a session opens on the origin of the Connect UI is a route for browsers, and nothing else', () => {
    const endpoint = { method: 'POST', path: '/boxes', summary: 'Make a box.', success: { status: 204 } } as const;
    const source = browserRoutesSource([
        defineEndpoint({ ...endpoint, id: 'makeBox', auth: ['connect_session'], onConnectOrigin: true }),
        defineEndpoint({ ...endpoint, id: 'tradeCode', auth: [], onConnectOrigin: true }),
        defineEndpoint({ ...endpoint, id: 'health', method: 'GET', auth: [], onConnectOrigin: true }),
        defineEndpoint({ ...endpoint, id: 'listBoxes', auth: ['secret_key', 'connect_session'], onConnectOrigin: true }),
        defineEndpoint({ ...endpoint, id: 'elsewhere', auth: ['connect_session'] })
    ]);
    expect(source.match(/^export const .+$/gm)).toEqual([
        "export const makeBox: RouteOf<typeof contracts.makeBox> = { method: 'POST', path: '/boxes' };",
        "export const tradeCode: RouteOf<typeof contracts.tradeCode> = { method: 'POST', path: '/boxes' };"
    ]);
});
