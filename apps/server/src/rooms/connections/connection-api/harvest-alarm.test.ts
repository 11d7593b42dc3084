import { startTestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';
import { keyWith } from '../../../api.fixtures.ts';
import { seedConnections } from '../../platform/environments/rotation.fixtures.ts';

test('T-96: a key that reads the credentials of a thousand connections within an hour is told in the log, once', async () => {
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
});
