import { type TestApp, startTestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../../api.fixtures.ts';

const tooOld = [
    ['nango-node-client/0.66.2 (linux/6.1; node.js/22.1.0)', 'npm install @nangohq/node@latest'],
    ['nango-cli/0.66.99', 'npm install nango@latest'],
    ['nango-cli/0.9.0-zero (darwin)', 'npm install nango@latest']
] as const;
const served = ['nango-node-client/0.67.0 (linux)', 'nango-cli/0.71.10', 'nango-cli/1.0.0', 'nango-cli/next', 'other/0.1.0', 'node', ''];

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ now: '2026-01-20T00:00:00Z' });
});
afterAll(() => app[Symbol.asyncDispose]());

const listAs = (userAgent: string, by: TestApp, path = '/integrations') => by.raw(path, { headers: { 'user-agent': userAgent } });
const deployBy = (sdkVersion: string, by: TestApp) =>
    by.raw('/sync/deploy', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ flowConfigs: [], sdkVersion })
    });

test('clients below 0.67.0 are served until 20 January 2026, and from then on told what to install', async () => {
    await using dated = await startTestApp({ now: '2026-01-19T23:59:00Z' });
    for (const [userAgent] of tooOld) expect((await listAs(userAgent, dated)).status).toBe(200);
    expect((await deployBy('0.66.2-zero', dated)).status).toBe(200);
    dated.clock.advance(60_000);
    for (const [userAgent, command] of tooOld) {
        for (const path of ['/integrations', '/v1/connections', '/proxy/any']) {
            const response = await listAs(userAgent, dated, path);
            expect(outcomeOf(response)).toBe('400 invalid_cli_version');
            expect(errorOf(response)).toMatchObject({
                message: expect.stringContaining(`0.67.0 or later is needed. Run ${command}.`),
                payload: { oldest: '0.67.0' }
            });
        }
    }
    expect(outcomeOf(await deployBy('0.66.2-zero', dated))).toBe('400 invalid_cli_version');
    for (const userAgent of served) expect((await listAs(userAgent, dated)).status).toBe(200);
    for (const version of ['0.67.0', '0.71.10-zero', 'next']) expect((await deployBy(version, dated)).status).toBe(200);
});

test('a team that still migrates can keep them', async () => {
    await using lenient = await startTestApp({ replicaOf: app, config: { keepRemovedEndpoints: true } });
    for (const [userAgent] of tooOld) expect((await listAs(userAgent, lenient)).status).toBe(200);
    expect((await deployBy('0.66.2-zero', lenient)).status).toBe(200);
});

test('an old client without a valid key is told that first, and what needs no key is served', async () => {
    const [userAgent] = tooOld[0];
    expect(outcomeOf(await app.raw('/integrations', { headers: { 'user-agent': userAgent }, token: 'garbage' }))).toBe(
        '401 invalid_secret_key_format'
    );
    const { text } = await app.raw('/changes', { headers: { 'user-agent': userAgent }, token: null });
    expect(text).toContain('version 0.67.0 or later of the CLI and the SDKs');
});
