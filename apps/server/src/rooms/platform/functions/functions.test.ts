import { hash } from 'node:crypto';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functions } from './functions.room.ts';
import { saveFunction } from './functions.sql.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

const day = 24 * 60 * 60_000;
const pass = async (days: number) => {
    app.clock.advance(days * day);
    await functions.cleanUps.deleteUnusedCode(app.server.deps);
};
const bundles = async () =>
    (await app.db.selectFrom('function_code').select('bundle').orderBy('bundle').execute()).map(({ bundle }) => bundle);

test('code that no function has any more is deleted after a week', async () => {
    const { id: integrationId, environment_id: environmentId } = await app.db
        .selectFrom('integrations')
        .select(['id', 'environment_id'])
        .executeTakeFirstOrThrow();
    const deploy = (bundle: string) =>
        saveFunction(
            app.db,
            { environmentId, integrationId, id: crypto.randomUUID(), now: new Date() },
            {
                kind: 'action',
                name: 'act',
                version: null,
                models: [],
                declaredFrequency: null,
                autoStart: true,
                details: '{}',
                effects: null,
                code: { hash: hash('sha256', bundle), bundle, sourceMap: null, source: bundle, fileName: 'act.ts' }
            }
        );
    const first = await deploy('first');
    expect(await deploy('second')).toBe(first);
    await pass(6);
    expect(await bundles()).toEqual(['first', 'second']);
    await pass(2);
    expect(await bundles()).toEqual(['second']);
});
