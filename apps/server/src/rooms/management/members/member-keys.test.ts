import { createSecretKey, listSecretKeys, revokeSecretKeyById, type SuccessOut } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardBrowser, type DashboardResponse, join, outcome, setUp } from './members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
let admin: DashboardBrowser;
beforeAll(async () => {
    app = await startTestApp();
    owner = await setUp(app);
    admin = await join(app, owner, 'admin');
});
afterAll(() => app[Symbol.asyncDispose]());

const keys = '/environments/dev/environment/api-keys';
const make = (browser: DashboardBrowser, scopes?: string[]) =>
    browser.send('POST', keys, { display_name: 'Key', ...(scopes && { scopes }) });
const rotate = (browser: DashboardBrowser, id: string) => browser.send('POST', `${keys}/${id}/rotate`, { old_key_valid_for: 60 });
const idOf = ({ json }: DashboardResponse) => (json as SuccessOut<typeof createSecretKey>).data.id;
const listed = async (id: string) => (await app.call(listSecretKeys, {})).data.find((key) => key.id === id);

test('an admin makes keys that can do no more than an admin: none that reads credentials or can do everything', async () => {
    expect(outcome(await make(admin))).toBe('200');
    expect(outcome(await make(admin, ['environment:integrations:write', 'environment:api_keys:write']))).toBe('200');
    for (const scope of ['environment:*', 'environment:connections:read_credentials', 'environment:integrations:read_credentials']) {
        const refused = await make(admin, ['environment:proxy', scope]);
        expect([outcome(refused), refused.text]).toEqual([
            '403 forbidden',
            expect.stringContaining(
                `Your role, Admin, can only make keys that can do no more than itself; it lacks ${scope}. Ask an owner.`
            )
        ]);
    }
});

test('an owner makes keys that can do everything', async () => {
    expect(outcome(await make(owner, ['environment:*']))).toBe('200');
    expect(outcome(await make(owner, ['environment:connections:read_credentials']))).toBe('200');
});

test('an admin rotates no key that can do more than an admin, since the new one is shown, but may revoke each', async () => {
    const mighty = idOf(await make(owner, ['environment:*']));
    const usual = idOf(await make(owner));
    expect(outcome(await rotate(admin, usual))).toBe('200');
    const refused = await rotate(admin, mighty);
    expect([outcome(refused), refused.text]).toEqual(['403 forbidden', expect.stringContaining('can only rotate keys')]);
    expect(outcome(await admin.send('DELETE', `${keys}/${mighty}`))).toBe('200');
    expect(await listed(mighty)).toBeUndefined();
});

test('a key says who has made it, and that they are gone; it works on', async () => {
    const cleo = await join(app, owner, 'admin', 'cleo@acme.example');
    const made = await make(cleo);
    const { id, secret } = (made.json as SuccessOut<typeof createSecretKey>).data;
    const { data: members } = (await owner.send('GET', '/members')).json as { data: { id: string; email: string }[] };
    const member = members.find(({ email }) => email === 'cleo@acme.example')?.id ?? '';
    expect((await listed(id))?.made_by).toEqual({ kind: 'member', id: member, name: 'Member admin', is_gone: false });
    await owner.send('DELETE', `/members/${member}`);
    expect((await listed(id))?.made_by).toMatchObject({ id: member, name: 'Member admin', is_gone: true });
    expect((await app.raw('/integrations', { token: secret })).status).toBe(200);
});

test('a key that another key has made says which; the first one of an environment was made by none', async () => {
    const { data: first } = await app.call(createSecretKey, { body: { display_name: 'Parent', scopes: ['environment:*'] } });
    const { data: second } = await app.callAs(first.secret)(createSecretKey, { body: { display_name: 'Child' } });
    expect(second.made_by).toEqual({ kind: 'secret_key', id: first.id, name: 'Parent', is_gone: false });
    await app.call(revokeSecretKeyById, { params: { key_id: first.id } });
    expect((await listed(second.id))?.made_by).toMatchObject({ name: 'Parent', is_gone: true });
    expect((await listed(app.keys.dev.split('_')[3] ?? ''))?.made_by).toBeNull();
});
