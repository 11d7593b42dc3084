import { createSecretKey, getHealthDetail } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import { version } from '../../../version.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('a secret key reads which wall functions have, why it is not the strictest, and whether code can be compiled', async () => {
    const { functions, ...rest } = await app.call(getHealthDetail, {});
    expect(rest).toEqual({ result: 'ok', version, database: 'ok' });
    const { wall, wall_reason: reason, ...compiler } = functions;
    expect(compiler).toEqual({ compiler: 'available', compiler_reason: null });
    // Which it is depends on the machine; the tests of the runner hold each to what it says.
    expect(['full', 'permission', 'isolate-only']).toContain(wall);
    expect(reason === null).toBe(wall === 'full');
});

test('the detail is for keys that may read settings, and for no session or stranger', async () => {
    expect(outcomeOf(await app.raw('/health/detail', { token: null }))).toBe('401 missing_auth_header');
    const { data } = await app.call(createSecretKey, { body: { display_name: 'records', scopes: ['environment:records:read'] } });
    expect(outcomeOf(await app.raw('/health/detail', { token: data.secret }))).toBe('403 forbidden');
});
