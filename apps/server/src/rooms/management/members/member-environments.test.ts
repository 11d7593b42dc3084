import { importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardBrowser, join, outcome, setUp } from './members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startTestApp();
    owner = await setUp(app);
});
afterAll(() => app[Symbol.asyncDispose]());

const path = '/instance/environments';
interface Listed {
    data: { name: string; is_production: boolean; deleted_at: string | null }[];
}
const list = async (browser = owner) => ((await browser.send('GET', path)).json as Listed).data; // as its contract has it
const make = (name: string, by = owner) => by.send('POST', path, { name, is_production: false });
const remove = (name: string, confirm = name, by = owner) => by.send('DELETE', `${path}/${name}?confirm=${confirm}`);

test('an owner or an admin makes an environment, which the dashboard has at once, and the audit log says who', async () => {
    const admin = await join(app, owner, 'admin');
    expect(outcome(await make('staging', admin))).toBe('201');
    expect(await list()).toContainEqual(expect.objectContaining({ name: 'staging', is_production: false, deleted_at: null }));
    expect((await owner.send('GET', '/environments/staging/connections')).json).toEqual({ connections: [] });
    expect((await owner.send('GET', '/session')).text).toContain('"staging"');
    const { text } = await owner.send('GET', '/audit?action=createInstanceEnvironment');
    expect(text).toContain('name=staging is_production=false');
    expect(text).toContain('"Member admin"');
    expect(outcome(await make('staging'))).toBe('409 conflict');
    expect(outcome(await make('No name'))).toBe('400 invalid_body');
});

test('support and readers see environments, and neither make nor delete one', async () => {
    for (const role of ['support', 'read_only'] as const) {
        const browser = await join(app, owner, role);
        expect((await list(browser)).map(({ name }) => name)).toContain('dev');
        expect(outcome(await make('more', browser))).toBe('403 forbidden');
        expect(outcome(await remove('prod', 'prod', browser))).toBe('403 forbidden');
    }
    expect((await list()).map(({ name }) => name)).not.toContain('more');
});

test('an environment is deleted with its connections when its name is given again, one for production too', async () => {
    await app.integrate('unauthenticated', { unique_key: 'plain' });
    const body = { provider_config_key: 'plain', connection_id: 'c1', credentials: { type: 'NONE' } } as const;
    await app.call(importConnection, { body });
    expect(outcome(await remove('dev', 'prod'))).toBe('400 invalid_query_params');
    expect(outcome(await owner.send('DELETE', `${path}/dev`))).toBe('400 invalid_query_params');
    expect((await app.raw('/connections')).status).toBe(200);
    expect(outcome(await remove('dev'))).toBe('200');
    expect(outcome(await remove('dev'))).toBe('404 not_found');
    expect((await app.raw('/connections')).status).toBe(401);
    expect(outcome(await owner.send('GET', '/environments/dev/connections'))).toBe('404 unknown_environment');
    expect(outcome(await remove('prod'))).toBe('200');
    const { text } = await owner.send('GET', '/audit?action=deleteInstanceEnvironment');
    expect(text).toContain('name=dev');
});

test('a member who was removed meanwhile deletes nothing', async () => {
    expect(outcome(await make('kept'))).toBe('201');
    const leaving = await join(app, owner, 'admin', 'leaving@acme.example');
    const members = (await owner.send('GET', '/members')).json as { data: { id: string; email: string }[] }; // as its contract has it
    const id = members.data.find(({ email }) => email === 'leaving@acme.example')?.id;
    const [, deleted] = await Promise.all([owner.send('DELETE', `/members/${id}`), remove('kept', 'kept', leaving)]);
    // Whichever is first; afterwards nothing works.
    expect(['200', '401 sign_in_required']).toContain(outcome(deleted));
    expect(outcome(await make('after', leaving))).toBe('401 sign_in_required');
});
