import { type DashboardSession, type InvitationView, type MemberRole, type MemberSessionView, type MemberView } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { sql } from 'kysely';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { storedText, spellingsOf } from '../../../api.fixtures.ts';
import { ensureOwner } from '../dashboard/ensure-owner.ts';
import { type DashboardBrowser, dashboardBrowser, firstToken, join, outcome, password, setUp, tokenOf } from './members.fixtures.ts';

let app: TestApp;
beforeEach(async () => {
    app = await startTestApp();
});
afterEach(() => app[Symbol.asyncDispose]());

const dayMs = 24 * 60 * 60_000;
const signInAs = (browser: DashboardBrowser, email: string, given = password) =>
    browser.send('POST', '/sign-in', { email, password: given });
const session = async (browser: DashboardBrowser) => ((await browser.send('GET', '/session')).json as { data: DashboardSession }).data;
const membersOf = async (browser: DashboardBrowser) => ((await browser.send('GET', '/members')).json as { data: MemberView[] }).data;
const idOf = async (browser: DashboardBrowser, role: MemberRole) => (await membersOf(browser)).find((member) => member.role === role)?.id;

test('the link of a start without members makes the first owner, once, and none is given afterwards', async () => {
    const [first, second] = [await firstToken(app), await firstToken(app)];
    const read = await dashboardBrowser(app).send('POST', '/invitations/read', { token: first });
    expect(read.json).toEqual({ data: { email: null, role: 'owner', invited_by: null, is_first: true } });
    const given = { email: 'olive@acme.example', name: 'Olive', password };
    const [one, other] = [dashboardBrowser(app), dashboardBrowser(app)];
    const accepted = await Promise.all([
        one.send('POST', '/invitations/accept', { token: first, ...given }),
        other.send('POST', '/invitations/accept', { token: second, ...given, email: 'mallory@acme.example' })
    ]);
    expect(accepted.map(outcome).toSorted()).toEqual(['200', '404 unknown_invitation']);
    const winner = accepted[0].status === 200 ? one : other;
    expect(await session(winner)).toMatchObject({
        member: { name: 'Olive', role: 'owner' },
        environments: [
            { name: 'dev', is_production: false },
            { name: 'prod', is_production: true }
        ],
        urls: { api: app.url, connect: app.connectUrl }
    });
    let shown = false;
    await ensureOwner(app.server.deps, () => (shown = true));
    expect(shown).toBe(false);
});

test('a link of an owner ends after 24 hours, and an invitation after 7 days', async () => {
    const token = await firstToken(app);
    app.clock.advance(dayMs);
    expect(outcome(await dashboardBrowser(app).send('POST', '/invitations/read', { token }))).toBe('404 unknown_invitation');
    const owner = await setUp(app);
    const { data } = (await owner.send('POST', '/invitations', { email: 'cleo@acme.example', role: 'admin' })).json as {
        data: { link: string };
    };
    app.clock.advance(7 * dayMs);
    const given = { token: tokenOf(data.link), email: 'cleo@acme.example', name: 'Cleo', password };
    expect(outcome(await dashboardBrowser(app).send('POST', '/invitations/accept', given))).toBe('404 unknown_invitation');
});

test('a preset password makes the owner of a new instance, who signs in without a link', async () => {
    const deps = { ...app.server.deps, config: { ...app.server.config, dashboardPassword: password } };
    await Promise.all([ensureOwner(deps, undefined), ensureOwner(deps, undefined)]);
    const browser = dashboardBrowser(app);
    expect(outcome(await signInAs(browser, 'OWNER@patchbay.local'))).toBe('200');
    expect(await membersOf(browser)).toHaveLength(1);
});

test('who signs in with the password has a session; a wrong password and an unknown address get the same response', async () => {
    const owner = await setUp(app);
    const browser = dashboardBrowser(app);
    const wrong = await signInAs(browser, 'owner@acme.example', 'wrong password here');
    const unknown = await signInAs(browser, 'unknown@acme.example');
    expect([outcome(wrong), wrong.text]).toEqual(['401 sign_in_failed', unknown.text]);
    expect(outcome(await browser.send('GET', '/session'))).toBe('401 sign_in_required');
    const right = await signInAs(browser, 'Owner@ACME.example');
    expect(outcome(right)).toBe('200');
    expect(right.headers.get('set-cookie')).toMatch(/^pb_dashboard=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/);
    expect((await session(browser)).member.id).toBe((await session(owner)).member.id);
});

test('a session ends after a day without use, and 14 days after it was begun', async () => {
    const idle = await setUp(app);
    const used = dashboardBrowser(app);
    await signInAs(used, 'owner@acme.example');
    for (let day = 0; day < 14; day += 1) {
        expect(outcome(await used.send('GET', '/session'))).toBe('200');
        // The clock runs on: within a minute comes the next use, however busy the machine is.
        app.clock.advance(dayMs - 60_000);
    }
    app.clock.advance(15 * 60_000);
    expect(outcome(await used.send('GET', '/session'))).toBe('401 sign_in_required');
    expect(outcome(await idle.send('GET', '/session'))).toBe('401 sign_in_required');
});

test('signing out ends this session, or all of the member on every server', async () => {
    const one = await setUp(app);
    const [other, third] = [dashboardBrowser(app), dashboardBrowser(app)];
    await signInAs(other, 'owner@acme.example');
    await signInAs(third, 'owner@acme.example');
    const stolen = one.cookie;
    const listed = (await one.send('GET', '/sessions')).json as { data: MemberSessionView[] };
    expect(listed.data.filter((each) => each.is_this_one)).toHaveLength(1);
    expect(listed.data).toHaveLength(3);
    expect(outcome(await one.send('POST', '/sign-out', {}))).toBe('200');
    expect(one.cookie).toBeUndefined();
    one.cookie = stolen;
    expect(outcome(await one.send('GET', '/session'))).toBe('401 sign_in_required');
    expect(outcome(await other.send('GET', '/session'))).toBe('200');
    await other.send('POST', '/sign-out', { everywhere: true });
    expect(outcome(await third.send('GET', '/session'))).toBe('401 sign_in_required');
});

test('who changes the password needs the current one, and ends the other sessions', async () => {
    const one = await setUp(app);
    const other = dashboardBrowser(app);
    await signInAs(other, 'owner@acme.example');
    const change = (current: string, given: string) => one.send('POST', '/password', { current, password: given });
    expect(outcome(await change('wrong password here', 'another long password'))).toBe('403 sign_in_failed');
    expect(outcome(await change(password, 'short'))).toBe('400 invalid_body');
    expect(outcome(await change(password, 'another long password'))).toBe('200');
    expect(outcome(await one.send('GET', '/session'))).toBe('200');
    expect(outcome(await other.send('GET', '/session'))).toBe('401 sign_in_required');
    expect(outcome(await signInAs(other, 'owner@acme.example'))).toBe('401 sign_in_failed');
    expect(outcome(await signInAs(other, 'owner@acme.example', 'another long password'))).toBe('200');
});

test('what a page of one member sends is refused once another has signed in to the browser', async () => {
    const browser = await setUp(app);
    const ofPage = { 'patchbay-member': (await session(browser)).member.id };
    expect(outcome(await browser.send('GET', '/session', undefined, ofPage))).toBe('200');
    browser.cookie = (await join(app, browser, 'admin')).cookie;
    const sent = [
        await browser.send('GET', '/session', undefined, ofPage),
        await browser.send('POST', '/instance/environments', { name: 'mine', is_production: false }, ofPage),
        await browser.send('POST', '/environments/dev/alert-channels', { kind: 'slack', name: 'n', url: 'https://example.com' }, ofPage)
    ];
    expect(sent.map(outcome)).toEqual(sent.map(() => '409 signed_in_as_another'));
    expect((await browser.send('GET', '/session')).text).not.toContain('"mine"');
});

test('T-31: behind https the session is in a cookie that one host sets, reads and sends by https alone', async () => {
    await setUp(app);
    const [port = 0] = await freePorts(1);
    const publicUrl = 'https://patchbay.example.com';
    await using other = await startTestApp({ replicaOf: app, config: { publicUrl, port } });
    const browser = dashboardBrowser({ ...other, url: `http://127.0.0.1:${port}` });
    const ofPage = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };
    const signedIn = await browser.send('POST', '/sign-in', { email: 'owner@acme.example', password }, ofPage);
    expect(outcome(signedIn)).toBe('200');
    expect(signedIn.headers.get('set-cookie')).toMatch(
        /^__Host-pb_dashboard=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=1209600$/
    );
    expect(outcome(await browser.send('GET', '/session'))).toBe('200');
    // One that a page of another host, or without https, could have set.
    browser.cookie = browser.cookie?.replace('__Host-', '');
    expect(outcome(await browser.send('GET', '/session'))).toBe('401 sign_in_required');
});

test('T-31: after a change of the password the session has another cookie, and the one before opens nothing', async () => {
    const one = await setUp(app);
    const before = one.cookie;
    expect(outcome(await one.send('POST', '/password', { current: password, password: 'another long password' }))).toBe('200');
    expect(one.cookie).not.toBe(before);
    expect(outcome(await one.send('GET', '/session'))).toBe('200');
    const thief = dashboardBrowser(app);
    thief.cookie = before;
    expect(outcome(await thief.send('GET', '/session'))).toBe('401 sign_in_required');
    const { data } = (await one.send('GET', '/sessions')).json as { data: { is_this_one: boolean }[] };
    expect(data.map(({ is_this_one: isThis }) => isThis)).toEqual([true]);
});

test('who signs in with the old password while it is changed gets no session', async () => {
    const one = await setUp(app);
    const other = dashboardBrowser(app);
    const waiting = (count: number) =>
        vi.waitFor(async () => {
            const { rows } =
                await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
            expect(rows).toHaveLength(count);
        });
    // Both have looked at the old password, and wait for the member's row: the change first.
    const both = await app.db.transaction().execute(async (trx) => {
        await trx.selectFrom('members').select('id').forUpdate().execute();
        const changed = one.send('POST', '/password', { current: password, password: 'another long password' });
        await waiting(1);
        const signedIn = signInAs(other, 'owner@acme.example');
        await waiting(2);
        return [changed, signedIn] as const;
    });
    expect((await Promise.all(both)).map(outcome)).toEqual(['200', '401 sign_in_failed']);
    expect(outcome(await one.send('GET', '/session'))).toBe('200');
});

test('after ten wrong passwords from one address a member waits, also with the right one; others and later sign-ins do not', async () => {
    const owner = await setUp(app);
    await join(app, owner, 'admin');
    const browser = dashboardBrowser(app);
    const tries = await Promise.all(Array.from({ length: 12 }, () => signInAs(browser, 'owner@acme.example', 'wrong password here')));
    expect(tries.map(outcome).filter((each) => each === '401 sign_in_failed')).toHaveLength(10);
    const refused = await signInAs(browser, 'owner@acme.example');
    expect(outcome(refused)).toBe('429 too_many_request');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(outcome(await signInAs(browser, 'admin@acme.example'))).toBe('200');
    app.clock.advance(15 * 60_000);
    expect(outcome(await signInAs(browser, 'owner@acme.example'))).toBe('200');
});

test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of this host', { origin: 'http://localhost:1' }],
    ['an origin that hides', { origin: 'null' }]
])('a page of %s can neither sign in, sign out, nor change anything', async (_who, headers) => {
    const owner = await setUp(app);
    const body = { email: 'owner@acme.example', password };
    expect(outcome(await dashboardBrowser(app).send('POST', '/sign-in', body, headers))).toBe('403 forbidden');
    expect(outcome(await owner.send('POST', '/sign-out', {}, headers))).toBe('403 forbidden');
    const pause = await owner.send('POST', '/environments/dev/environment/api-keys', { display_name: 'Mine' }, headers);
    expect(outcome(pause)).toBe('403 forbidden');
});

test('a page of another site reads nothing', async () => {
    const owner = await setUp(app);
    const read = await owner.send('GET', '/environments/dev/connections', undefined, { 'sec-fetch-site': 'cross-site' });
    expect(outcome(read)).toBe('403 forbidden');
});

test('members see each other; only owners and admins invite, change and remove, and only owners have power over owners', async () => {
    const owner = await setUp(app);
    const [admin, support, reader] = [
        await join(app, owner, 'admin'),
        await join(app, owner, 'support'),
        await join(app, owner, 'read_only')
    ];
    expect((await membersOf(reader)).map(({ role }) => role)).toEqual(['owner', 'admin', 'support', 'read_only']);
    const [ownerId, supportId] = [await idOf(owner, 'owner'), await idOf(owner, 'support')];
    for (const browser of [support, reader]) {
        expect(outcome(await browser.send('POST', '/invitations', { email: 'x@acme.example', role: 'read_only' }))).toBe('403 forbidden');
        expect(outcome(await browser.send('GET', '/invitations'))).toBe('403 forbidden');
        expect(outcome(await browser.send('PATCH', `/members/${supportId}`, { role: 'owner' }))).toBe('403 forbidden');
        expect(outcome(await browser.send('DELETE', `/members/${ownerId}`))).toBe('403 forbidden');
    }
    expect(outcome(await admin.send('POST', '/invitations', { email: 'x@acme.example', role: 'owner' }))).toBe('403 forbidden');
    expect(outcome(await admin.send('PATCH', `/members/${supportId}`, { role: 'owner' }))).toBe('403 forbidden');
    expect(outcome(await admin.send('DELETE', `/members/${ownerId}`))).toBe('403 forbidden');
    expect(outcome(await admin.send('PATCH', `/members/${supportId}`, { role: 'read_only' }))).toBe('200');
    expect(outcome(await support.send('POST', '/environments/dev/sync/pause', { provider_config_key: 'gem', syncs: [] }))).toBe(
        '403 forbidden'
    );
    expect(outcome(await admin.send('DELETE', `/members/${supportId}`))).toBe('200');
    expect(outcome(await support.send('GET', '/session'))).toBe('401 sign_in_required');
    expect(outcome(await support.send('PATCH', `/members/${supportId}`, { name: 'Back' }))).toBe('401 sign_in_required');
});

test('T-31: who is given a role that may do more signs in again; one that may do less counts at once', async () => {
    const owner = await setUp(app);
    const member = await join(app, owner, 'support');
    const { id, email } = (await session(member)).member;
    const give = (role: string) => owner.send('PATCH', `/members/${id}`, { role });
    expect(outcome(await give('read_only'))).toBe('200');
    expect((await session(member)).member.role).toBe('read_only');
    expect(outcome(await give('admin'))).toBe('200');
    expect(outcome(await member.send('GET', '/session'))).toBe('401 sign_in_required');
    const before = member.cookie;
    expect(outcome(await signInAs(member, email))).toBe('200');
    expect([(await session(member)).member.role, member.cookie === before]).toEqual(['admin', false]);
});

test('of two who change the role of a member, the second is told what it is by now', async () => {
    const owner = await setUp(app);
    const admin = await join(app, owner, 'admin');
    const { id } = (await session(await join(app, owner, 'support'))).member;
    const change = (browser: DashboardBrowser, role: string) => browser.send('PATCH', `/members/${id}`, { role, expected_role: 'support' });
    expect(outcome(await change(owner, 'read_only'))).toBe('200');
    const late = await change(admin, 'admin');
    expect([outcome(late), late.text]).toEqual([
        '409 conflict',
        expect.stringContaining('Someone else has made Member support Read-only meanwhile.')
    ]);
    const { data } = (await owner.send('GET', '/members')).json as { data: { id: string; role: string }[] };
    expect(data.find((member) => member.id === id)?.role).toBe('read_only');
    await owner.send('PATCH', `/members/${id}`, { role: 'support' });
    const both = await Promise.all([change(owner, 'read_only'), change(admin, 'admin')]);
    expect(both.map(outcome).toSorted()).toEqual(['200', '409 conflict']);
});

test('the last owner can neither leave nor take another role, not even two at once', async () => {
    const owner = await setUp(app);
    const ownerId = (await session(owner)).member.id;
    expect(outcome(await owner.send('DELETE', `/members/${ownerId}`))).toBe('409 conflict');
    expect(outcome(await owner.send('PATCH', `/members/${ownerId}`, { role: 'admin' }))).toBe('409 conflict');
    const second = await join(app, owner, 'owner', 'second@acme.example');
    const secondId = (await session(second)).member.id;
    const both = await Promise.all([owner.send('DELETE', `/members/${ownerId}`), second.send('DELETE', `/members/${secondId}`)]);
    expect(both.map(outcome).toSorted()).toEqual(['200', '409 conflict']);
});

test('an invitation is for its address, works once, and not once it was revoked or who made it was removed', async () => {
    const owner = await setUp(app);
    const admin = await join(app, owner, 'admin');
    const invite = async (browser: DashboardBrowser, email: string) =>
        ((await browser.send('POST', '/invitations', { email, role: 'support' })).json as { data: InvitationView & { link: string } }).data;
    const accept = (link: string, email: string) =>
        dashboardBrowser(app).send('POST', '/invitations/accept', { token: tokenOf(link), email, name: 'New', password });
    const [one, revoked, orphan] = [
        await invite(owner, 'one@acme.example'),
        await invite(owner, 'two@acme.example'),
        await invite(admin, 'three@acme.example')
    ];
    expect(outcome(await accept(one.link, 'other@acme.example'))).toBe('404 unknown_invitation');
    const twice = await Promise.all([accept(one.link, 'One@acme.example'), accept(one.link, 'one@acme.example')]);
    expect(twice.map(outcome).toSorted()).toEqual(['200', '404 unknown_invitation']);
    expect(outcome(await owner.send('DELETE', `/invitations/${revoked.id}`))).toBe('200');
    expect(outcome(await owner.send('DELETE', `/invitations/${revoked.id}`))).toBe('404 not_found');
    expect(outcome(await accept(revoked.link, 'two@acme.example'))).toBe('404 unknown_invitation');
    await owner.send('DELETE', `/members/${await idOf(owner, 'admin')}`);
    expect(outcome(await accept(orphan.link, 'three@acme.example'))).toBe('404 unknown_invitation');
    expect(outcome(await owner.send('POST', '/invitations', { email: 'ONE@acme.example', role: 'support' }))).toBe('409 conflict');
    expect((await owner.send('GET', '/invitations')).json).toEqual({ data: [] });
});

test('who loses a role cannot come back by an invitation of before, and who lost the right to invite does not invite', async () => {
    const owner = await setUp(app);
    const second = await join(app, owner, 'owner', 'second@acme.example');
    const { data } = (await second.send('POST', '/invitations', { email: 'again@acme.example', role: 'owner' })).json as {
        data: { link: string };
    };
    const secondId = (await session(second)).member.id;
    expect(outcome(await owner.send('PATCH', `/members/${secondId}`, { role: 'support' }))).toBe('200');
    const given = { token: tokenOf(data.link), email: 'again@acme.example', name: 'Again', password };
    expect(outcome(await dashboardBrowser(app).send('POST', '/invitations/accept', given))).toBe('404 unknown_invitation');
    expect(outcome(await second.send('POST', '/invitations', { email: 'x@acme.example', role: 'read_only' }))).toBe('403 forbidden');
    expect(outcome(await second.send('PATCH', `/members/${secondId}`, { role: 'admin' }))).toBe('403 forbidden');
    expect(outcome(await second.send('PATCH', `/members/${secondId}`, { name: 'Sue' }))).toBe('200');
    expect(outcome(await second.send('DELETE', `/members/${secondId}`))).toBe('200');
});

test('T-86: the database holds no password, no cookie and no link, in no spelling', async () => {
    const owner = await setUp(app);
    const { data } = (await owner.send('POST', '/invitations', { email: 'cleo@acme.example', role: 'admin' })).json as {
        data: { link: string };
    };
    const stored = await storedText(app.db);
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    for (const secret of [password, owner.cookie?.split('=')[1] ?? '', tokenOf(data.link)]) {
        expect(secret.length).toBeGreaterThan(20);
        for (const spelling of spellingsOf(secret)) expect(stored).not.toContain(spelling);
    }
});
