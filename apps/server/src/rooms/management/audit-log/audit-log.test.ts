import { type AuditEntryView, createSecretKey } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DashboardBrowser, dashboardBrowser, join, outcome, password, setUp } from '../members/members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startTestApp();
    owner = await setUp(app);
    await app.integrate('unauthenticated');
});
afterAll(() => app[Symbol.asyncDispose]());

/** Once they are complete: how a change ended is added when its response is on its way. */
const entries = (query = '') =>
    vi.waitFor(async () => {
        const { data } = (await owner.send('GET', `/audit${query}`)).json as { data: AuditEntryView[] };
        expect(data.filter(({ status }) => status === null)).toEqual([]);
        return data.map(({ id: _, at: __, request_id, ...entry }) => ({ ...entry, hasRequest: request_id !== null }));
    });

test('what a member changes in an environment is in the audit log, with the names of the fields and without their values', async () => {
    const body = { provider_config_key: 'unauthenticated', connection_id: 'acme', credentials: { type: 'NONE' } };
    expect(outcome(await owner.send('POST', '/environments/dev/connections', body))).toBe('201');
    expect(outcome(await owner.send('DELETE', '/environments/dev/connections/acme?provider_config_key=unauthenticated'))).toBe('200');
    const member = { kind: 'member', id: expect.any(String), name: 'Olive' };
    const common = { environment: 'dev', actor: member, error_code: null, client_address: expect.any(String), hasRequest: true };
    expect(await entries('?limit=2')).toEqual([
        { ...common, action: 'deleteConnection', target: 'connection_id=acme', fields: [], status: 200 },
        {
            ...common,
            action: 'importConnection',
            target: 'provider_config_key=unauthenticated connection_id=acme',
            fields: ['provider_config_key', 'connection_id', 'credentials'],
            status: 201
        }
    ]);
});

test('what was refused is there with its code, and what is only read is not', async () => {
    expect(outcome(await owner.send('DELETE', '/environments/dev/connections/none?provider_config_key=unauthenticated'))).toMatch(/^40/);
    await owner.send('GET', '/environments/dev/connections');
    expect(await entries('?limit=1')).toEqual([
        expect.objectContaining({ action: 'deleteConnection', target: 'connection_id=none', error_code: expect.any(String) })
    ]);
});

test('a key is there where it changes settings, and not with the traffic of a product', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Backend' } });
    await app.session();
    expect(await entries('?limit=1')).toEqual([
        expect.objectContaining({
            action: 'createSecretKey',
            environment: 'dev',
            actor: { kind: 'secret_key', id: app.keys.dev.split('_')[3], name: 'First key' }
        })
    ]);
    expect(data.id).toBeDefined();
});

test('who signs in, or fails to, and who joins with which role is there, and no password', async () => {
    await dashboardBrowser(app).send('POST', '/sign-in', { email: 'owner@acme.example', password: 'wrong password here' });
    await join(app, owner, 'read_only', 'reader@acme.example');
    const visitor = { kind: 'system', id: null, name: 'Not signed in' };
    // What visitors do is written after their responses.
    await vi.waitFor(async () =>
        expect(await entries('?limit=3')).toEqual([
            expect.objectContaining({
                actor: visitor,
                action: 'acceptInvitation',
                target: 'email=reader@acme.example name=Member read_only',
                status: 200
            }),
            expect.objectContaining({ action: 'createInvitation', target: 'email=reader@acme.example role=read_only' }),
            expect.objectContaining({ actor: visitor, action: 'signIn', target: 'email=owner@acme.example', error_code: 'sign_in_failed' })
        ])
    );
});

test('what a member may not do is there too, also where it was only to be read; what a key tries is not', async () => {
    const reader = await join(app, owner, 'read_only', 'curious@acme.example');
    expect(outcome(await reader.send('GET', '/audit'))).toBe('403 forbidden');
    expect(outcome(await reader.send('DELETE', '/environments/dev/environment/api-keys/mine'))).toBe('403 forbidden');
    const key = await app.call(createSecretKey, { body: { display_name: 'Narrow', scopes: ['environment:providers:read'] } });
    expect((await app.raw('/environment/api-keys', { token: key.data.secret })).status).toBe(403);
    const refused = { actor: expect.objectContaining({ kind: 'member', name: 'Member read_only' }), status: 403, error_code: 'forbidden' };
    await vi.waitFor(async () =>
        expect(await entries('?limit=3')).toEqual([
            expect.objectContaining({ action: 'createSecretKey' }),
            expect.objectContaining({ ...refused, action: 'revokeSecretKeyById', target: 'key_id=mine', environment: 'dev' }),
            expect.objectContaining({ ...refused, action: 'listAuditEntries' })
        ])
    );
});

test('an attacker fills the log with ten entries in ten minutes, not more, and hides no sign-in that succeeds', async () => {
    const attacker = dashboardBrowser(app);
    const body = { email: 'unknown@acme.example', password: 'wrong password here' };
    const count = async () =>
        (await entries('?action=signIn&limit=1000')).filter(({ target }) => target === 'email=unknown@acme.example').length;
    for (let tried = 0; tried < 40; tried += 1) await attacker.send('POST', '/sign-in', body);
    // Ten that failed, and ten that were too many: each is told as often.
    expect(await count()).toBe(20);
    expect(outcome(await attacker.send('POST', '/sign-in', { email: 'owner@acme.example', password }))).toBe('200');
    await vi.waitFor(async () =>
        expect((await entries('?action=signIn&limit=1'))[0]).toMatchObject({ target: 'email=owner@acme.example', status: 200 })
    );
    app.clock.advance(11 * 60_000);
    await attacker.send('POST', '/sign-in', body);
    await vi.waitFor(async () => expect(await count()).toBe(21));
});

test('it is listed by environment, actor and operation, page by page', async () => {
    await owner.send('PATCH', '/environments/prod/connect-settings', {});
    await app.callAs(app.keys.prod)(createSecretKey, { body: { display_name: 'Other' } });
    expect((await entries('?environment=prod')).map(({ action }) => action)[0]).toBe('createSecretKey');
    expect((await entries('?action=createSecretKey')).every(({ action }) => action === 'createSecretKey')).toBe(true);
    const all = ((await owner.send('GET', '/audit')).json as { data: AuditEntryView[] }).data;
    const paged: string[] = [];
    for (let before = ''; ;) {
        const { data } = (await owner.send('GET', `/audit?limit=2${before && `&before=${before}`}`)).json as { data: AuditEntryView[] };
        paged.push(...data.map(({ id }) => id));
        if (data.length < 2) break;
        before = data.at(-1)?.id ?? '';
    }
    expect(paged).toEqual(all.map(({ id }) => id));
});

test('it is exported as CSV, in which no cell is a formula', async () => {
    await owner.send('DELETE', `/environments/dev/connections/${encodeURIComponent('=cmd,"x"')}?provider_config_key=unauthenticated`);
    const response = await owner.send('GET', '/audit.csv?environment=dev');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head = '', first = ''] = response.text.split('\r\n');
    expect(head).toBe(
        'at,environment_name,actor_kind,actor_id,actor_name,action,target,fields,status,error_code,request_id,client_address'
    );
    expect(first).toContain(',member,');
    expect(first).toContain('"connection_id==cmd,""x"""');
});

test('only owners and admins read it', async () => {
    const support = await join(app, owner, 'support');
    expect(outcome(await support.send('GET', '/audit'))).toBe('403 forbidden');
    expect(outcome(await support.send('GET', '/audit.csv'))).toBe('403 forbidden');
    expect(outcome(await (await join(app, owner, 'admin')).send('GET', '/audit'))).toBe('200');
});
