import { listEvents, listIssues, revokeSecretKeyById } from '@patchbay/contracts';
import { startTestApp } from '@patchbay/test-kit';
import { expect, test, vi } from 'vitest';
import { keyWith } from '../../../api.fixtures.ts';
import { watchRules } from '../../outbox/alerts/watch-rules.ts';
import { seedConnections } from '../../platform/environments/rotation.fixtures.ts';

test('T-96: a key that reads the credentials of a thousand connections within an hour is told in the log and by an alert, once', async () => {
    await using app = await startTestApp();
    await app.integrate('hubspot');
    await seedConnections(app, 'hubspot', 1001);
    const key = await keyWith(app, ['environment:connections:read', 'environment:connections:read_credentials']);
    const read = (at: number, token = key) => app.raw(`/connections/seeded_${at}?provider_config_key=hubspot`, { token });
    const alarms = () => app.logLines.filter((line) => line.includes('many_credentials_read'));
    // The same ones again, and another key's, do not add up.
    for (let at = 0; at < 999; at += 1) expect((await read(at)).status).toBe(200);
    await Promise.all([read(0), read(1), read(1000, app.keys.dev)]);
    expect(alarms()).toEqual([]);
    await read(999);
    expect(alarms()).toEqual([expect.stringContaining(`"secret_key_id":"${key.split('_')[3]}"`)]);
    await read(1000);
    expect(alarms()).toHaveLength(1);
    const id = key.split('_')[3];
    const recorded = await vi.waitFor(async () => {
        const { data } = await app.call(listEvents, { query: { limit: 1000 } });
        const alerts = data.filter(({ payload }) => payload['type'] === 'alert');
        expect(alerts).not.toEqual([]);
        return alerts;
    });
    expect(recorded.map(({ payload }) => payload)).toMatchObject([{ code: 'many_credentials_read', subject: { type: 'secret_key', id } }]);
    await watchRules(app.server.deps);
    const { data: issues } = await app.call(listIssues, {});
    expect(issues).toMatchObject([{ rule: 'many_credentials_read', repair: `DELETE /environment/api-keys/${id}` }]);
    await app.call(revokeSecretKeyById, { params: { key_id: id ?? '' } });
    await watchRules(app.server.deps);
    expect((await app.call(listIssues, { query: { status: 'open' } })).data).toEqual([]);
    expect((await app.call(listEvents, { query: { limit: 1000 } })).data.filter(({ payload }) => payload['type'] === 'alert')).toHaveLength(
        1
    );
});
