import {
    allows,
    dashboardEndpoints,
    type EndpointShape,
    endpoints,
    type MemberRole,
    memberRoles,
    roleCatalog,
    type Scope
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardBrowser, dashboardBrowser, join, outcome, setUp } from './members.fixtures.ts';

let app: TestApp;
let browsers: Record<MemberRole, DashboardBrowser>;
beforeAll(async () => {
    // Before the day on which the removed endpoints stop being served.
    app = await startTestApp({ now: '2025-12-01T12:00:00Z' });
    const owner = await setUp(app);
    browsers = {
        owner,
        admin: await join(app, owner, 'admin'),
        support: await join(app, owner, 'support'),
        read_only: await join(app, owner, 'read_only')
    };
});
afterAll(() => app[Symbol.asyncDispose]());

const ofEnvironment = endpoints.filter(({ auth, method, streams }) => auth.includes('secret_key') && method !== 'ANY' && !streams);
// Its response goes on until the client leaves.
const endless = ['tailLogs'];
const showsCredentials = ['environment:connections:read_credentials', 'environment:integrations:read_credentials'] as const;

function addressOf({ path, example }: EndpointShape): string {
    const filled = path.replaceAll(/[:*](\w+)/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? 'none'));
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(example?.query ?? {})) query.set(name, value);
    return query.size === 0 ? filled : `${filled}?${query}`;
}

function callSample(browser: DashboardBrowser, endpoint: EndpointShape, environment: string) {
    const { headers } = endpoint.example ?? {};
    return browser.send(endpoint.method, `/environments/${environment}${addressOf(endpoint)}`, endpoint.example?.body, headers);
}

/** What the example changes is for keys that see credentials. */
const alsoNeeded: Record<string, readonly Scope[]> = { updateFunctionSettings: ['environment:connections:read_credentials'] };

test.each(memberRoles)('%s may do exactly what the scopes of the role allow, in each environment', async (role) => {
    const expected = ofEnvironment.filter(({ id }) => !endless.includes(id));
    expect(expected.length).toBeGreaterThan(100);
    for (const endpoint of expected) {
        const response = await callSample(browsers[role], endpoint, 'dev');
        const isRefused = response.status === 403 && response.text.includes('Insufficient scope');
        const needed = [endpoint.scope ?? 'environment:*', ...(alsoNeeded[endpoint.id] ?? [])];
        expect([endpoint.id, isRefused]).toEqual([endpoint.id, !needed.every((scope) => allows(roleCatalog[role].scopes, scope))]);
        expect([endpoint.id, response.status]).not.toEqual([endpoint.id, 401]);
    }
});

test('support mutes and resolves issues and changes no alert channel, and readers do neither', async () => {
    const issue = '/environments/dev/issues/4b6f1c1e-1111-4111-8111-000000000001';
    const statusesOf = async (role: MemberRole) => {
        const responses = [
            await browsers[role].send('POST', `${issue}/mute`, { for: 3600 }),
            await browsers[role].send('POST', `${issue}/unmute`),
            await browsers[role].send('POST', `${issue}/resolve`),
            await browsers[role].send('POST', '/environments/dev/alert-channels', {
                kind: 'slack',
                name: 'n',
                url: 'https://example.com/x'
            })
        ];
        return responses.map(({ status }) => status);
    };
    expect(await statusesOf('admin')).toEqual([404, 404, 404, 201]);
    expect(await statusesOf('support')).toEqual([404, 404, 404, 403]);
    expect(await statusesOf('read_only')).toEqual([403, 403, 403, 403]);
});

test('no role has a scope that shows credentials', () => {
    for (const role of memberRoles)
        for (const scope of showsCredentials) expect([role, scope, allows(roleCatalog[role].scopes, scope)]).toEqual([role, scope, false]);
});

test('no value of an environment variable is sent to a browser', async () => {
    await browsers.owner.send('PUT', '/environments/dev/environment-variables/TOKEN', { value: 'canary-value' });
    const listed = await browsers.owner.send('GET', '/environments/dev/environment-variables');
    expect(listed.text).toContain('"TOKEN"');
    expect(listed.text).not.toContain('canary-value');
    expect((await app.raw('/environment-variables')).text).toContain('canary-value');
});

test('an environment that there is not is the same to each role, and to each endpoint', async () => {
    for (const endpoint of ofEnvironment.filter(({ id }) => !endless.includes(id))) {
        const responses = await Promise.all(memberRoles.map((role) => callSample(browsers[role], endpoint, 'nowhere')));
        expect([endpoint.id, ...responses.map(outcome)]).toEqual([endpoint.id, ...memberRoles.map(() => '404 unknown_environment')]);
    }
});

test('a visitor without a session may do nothing, neither in an environment nor with the instance', async () => {
    const visitor = dashboardBrowser(app);
    for (const endpoint of ofEnvironment)
        expect([endpoint.id, outcome(await callSample(visitor, endpoint, 'dev'))]).toEqual([endpoint.id, '401 sign_in_required']);
    for (const endpoint of dashboardEndpoints.filter(({ auth }) => auth.length > 0)) {
        const response = await visitor.send(endpoint.method, addressOf(endpoint), endpoint.example?.body);
        expect([endpoint.id, outcome(response)]).toEqual([endpoint.id, '401 sign_in_required']);
    }
});

test('a key does not open the dashboard, and a session opens nothing outside it', async () => {
    expect((await app.raw('/dashboard/api/session')).status).toBe(401);
    expect((await app.raw('/dashboard/api/environments/dev/connections')).status).toBe(401);
    const { status } = await app.raw('/connections', { token: null, headers: { cookie: browsers.owner.cookie ?? '' } });
    expect(status).toBe(401);
});
