import { getWebhookEndpoint, listEvents } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { findEndpoint, updateEndpoint } from './endpoints.sql.ts';
import { startWebhookApp } from './receiver.fixtures.ts';
import { recordHealth } from './record-health.ts';

const hourMs = 3_600_000;

test('two servers that have both read an endpoint warn of it once, and of the next threshold again', async () => {
    await using app = await startWebhookApp({ runsJobs: false });
    const { id } = await app.endpoint('/failing');
    const { data } = await app.call(getWebhookEndpoint, { params: { endpoint_id: id } });
    const { environment_id } = await app.db.selectFrom('webhook_endpoints').select('environment_id').executeTakeFirstOrThrow();
    const stored = async () => (await findEndpoint(app.db, environment_id, data.id)) ?? expect.fail('It is gone.');
    await updateEndpoint(app.db, await stored(), { failing_since: app.clock.now(), warnings: 0 });
    for (const [hours, told] of [
        [25, 1],
        [72, 2]
    ] as const) {
        app.clock.advance(hours * hourMs);
        const read = await stored();
        const turns = await Promise.all([1, 2].map(() => recordHealth(app.server.deps, read, ['failed'])));
        expect(turns).toEqual([true, true]);
        const { data: events } = await app.call(listEvents, { query: {} });
        expect(events.filter(({ payload }) => payload['code'] === 'webhook_endpoint_failing')).toHaveLength(told);
        expect(await stored()).toMatchObject({ warnings: told });
    }
    // One that was read before it worked again is not told of.
    await updateEndpoint(app.db, await stored(), { failing_since: app.clock.now(), warnings: 0 });
    app.clock.advance(25 * hourMs);
    const read = await stored();
    await recordHealth(app.server.deps, read, ['delivered']);
    await recordHealth(app.server.deps, read, ['failed']);
    expect(await stored()).toMatchObject({ failing_since: null, warnings: 0, disabled_at: null });
});
