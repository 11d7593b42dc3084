import { randomUUID } from 'node:crypto';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectGem, gemKey, headers, send, startGemApp } from './syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp({ runsJobs: false });
    await connectGem(app, headers['connection-id'], { apiKey: gemKey });
});
afterAll(() => app[Symbol.asyncDispose]());

const variant = (name: string) =>
    send(app, 'POST', `/sync/jobs/variant/${name}`, { provider_config_key: 'gem', connection_id: headers['connection-id'] });

test('a sync of a connection has at most 100 variants', async () => {
    const { environment_id, id } = await app.db.selectFrom('connections').select(['environment_id', 'id']).executeTakeFirstOrThrow();
    const rows = ['base', ...Array.from({ length: 99 }, (_, index) => `v${index}`)].map((name) => ({
        environment_id,
        id: randomUUID(),
        connection_row_id: id,
        name: 'jobs',
        variant: name,
        models: ['Job'],
        due_at: null
    }));
    await app.db.insertInto('syncs').values(rows).execute();
    const made = await Promise.all(['last', 'too', 'many', 'at', 'once'].map(variant));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await variant('further')).toMatchObject({ status: 400, body: { error: { code: 'resource_capped' } } });
});
