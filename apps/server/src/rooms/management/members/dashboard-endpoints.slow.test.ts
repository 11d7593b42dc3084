import { dashboardEndpoints, type EndpointShape, type MemberRole, memberRoles } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardBrowser, dashboardBrowser, join, outcome, setUp } from './members.fixtures.ts';

/** A way to one endpoint that changes nothing that the others need. */
interface Sample {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
}

interface Expected extends Sample {
    /** Who may; others get `forbidden`. */
    by: readonly MemberRole[];
    /** Where it names an environment. */
    namesEnvironment?: 'query' | 'body';
    /** Without a session. */
    isOpen?: true;
}

const managers: readonly MemberRole[] = ['owner', 'admin'];
const unknownId = '0b0a5c6e-6f5b-4a5c-9a34-6a3e6e4b7d1f';

/** A connection that there is not. */
const none = { environment: 'dev', integration_id: 'none', connection_id: 'none' };

/** Each endpoint of the dashboard alone: a new one has to be listed. */
const matrix: Record<string, Expected> = {
    readDashboardSession: { by: memberRoles },
    signIn: { by: memberRoles, isOpen: true, body: { email: 'unknown@acme.example', password: 'a wrong password' } },
    changePassword: { by: memberRoles, body: { current: 'a wrong password', password: 'another long password' } },
    listMemberSessions: { by: memberRoles },
    listMembers: { by: memberRoles },
    // Each member may change the own name: `members.test.ts`.
    updateMember: { by: managers, params: { member_id: 'another' }, body: { name: 'Renamed' } },
    removeMember: { by: managers, params: { member_id: 'another' } },
    listInvitations: { by: managers },
    createInvitation: { by: managers, body: { email: 'someone@acme.example', role: 'read_only' } },
    revokeInvitation: { by: managers, params: { invitation_id: unknownId } },
    readInvitation: { by: memberRoles, isOpen: true, body: { token: 'unknown' } },
    acceptInvitation: {
        by: memberRoles,
        isOpen: true,
        body: { token: 'unknown', email: 'a@acme.example', name: 'A', password: 'a long password' }
    },
    listAuditEntries: { by: managers },
    exportAuditEntries: { by: managers },
    sendExplorerRequest: {
        by: managers,
        namesEnvironment: 'body',
        body: { environment: 'dev', integration_id: 'none', connection_id: 'none', method: 'GET', path: '/' }
    },
    // In `live-updates.test.ts` one that goes on is read.
    watchEnvironment: { by: memberRoles, namesEnvironment: 'query', query: { environment: 'nowhere' } },
    readTraffic: { by: memberRoles, namesEnvironment: 'query', query: { environment: 'dev', range: '24h' } },
    readRateBudgets: { by: memberRoles, namesEnvironment: 'query', query: { ...none } },
    readConnectionTraffic: { by: memberRoles, namesEnvironment: 'query', query: { ...none, range: '24h' } },
    readConnectionCounts: { by: memberRoles, namesEnvironment: 'query', query: { environment: 'dev', range: '24h' } },
    listSyncs: { by: memberRoles, namesEnvironment: 'query', query: { environment: 'dev' } },
    countSyncs: { by: memberRoles, namesEnvironment: 'query', query: { environment: 'dev' } },
    listConnectionTimeline: { by: memberRoles, namesEnvironment: 'query', query: { ...none } },
    searchRecords: { by: memberRoles, namesEnvironment: 'query', query: { ...none, model: 'Candidate' } },
    readHealthHistory: { by: memberRoles, namesEnvironment: 'query', query: { ...none } },
    editConnection: { by: managers, namesEnvironment: 'body', body: { ...none, tags: { before: {}, after: {} } } },
    // It shows where links have gone.
    listLinkActivity: { by: ['owner', 'admin', 'support'], namesEnvironment: 'query', query: { environment: 'dev' } },
    sendReconnectLinks: { by: ['owner', 'admin', 'support'], namesEnvironment: 'body', body: { environment: 'dev' } },
    readStatusPage: { by: memberRoles, namesEnvironment: 'query', query: { environment: 'dev' } },
    updateStatusPage: {
        by: managers,
        namesEnvironment: 'body',
        body: { environment: 'dev', enabled: false, title: 'Acme', slug: null }
    },
    getPublicStatus: { by: memberRoles, isOpen: true },
    getPublicStatusBadge: { by: memberRoles, isOpen: true },
    getPublicStatusFeed: { by: memberRoles, isOpen: true },
    listInstanceEnvironments: { by: memberRoles },
    createInstanceEnvironment: { by: managers, body: { name: 'dev', is_production: false } },
    deleteInstanceEnvironment: { by: managers, params: { name: 'dev' }, query: { confirm: 'prod' } },
    // Last: it ends the session.
    signOut: { by: memberRoles, body: {} }
};

let app: TestApp;
let browsers: Record<MemberRole, DashboardBrowser>;
let another: string;
beforeAll(async () => {
    app = await startTestApp();
    const owner = await setUp(app);
    browsers = {
        owner,
        admin: await join(app, owner, 'admin'),
        support: await join(app, owner, 'support'),
        read_only: await join(app, owner, 'read_only')
    };
    await join(app, owner, 'owner', 'another@acme.example');
    const { json } = await owner.send('GET', '/members');
    // As its contract has it.
    another = (json as { data: { id: string; email: string }[] }).data.find(({ email }) => email === 'another@acme.example')?.id ?? '';
});
afterAll(() => app[Symbol.asyncDispose]());

const byId = new Map<string, EndpointShape>(dashboardEndpoints.map((endpoint) => [endpoint.id, endpoint]));
const listed = Object.entries(matrix).flatMap(([id, expected]) => {
    const endpoint = byId.get(id);
    return endpoint ? [{ endpoint, expected }] : [];
});

function call(browser: DashboardBrowser, { method, path }: EndpointShape, { params = {}, query, body }: Sample) {
    const id = (name: string) => (params[name] === 'another' ? another : (params[name] ?? 'none'));
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(id(name)));
    return browser.send(method, query ? `${filled}?${new URLSearchParams(query)}` : filled, body);
}

test('each endpoint of the dashboard is in this list, and nothing else', () => {
    expect(Object.keys(matrix).toSorted()).toEqual(dashboardEndpoints.map(({ id }) => id).toSorted());
});

test('in an environment that there is not, each role gets the same as in one of others', async () => {
    for (const { endpoint, expected } of listed.filter(({ expected: each }) => each.namesEnvironment !== undefined))
        for (const role of memberRoles) {
            const { namesEnvironment: where, query, body } = expected;
            const foreign =
                where === 'query'
                    ? { ...expected, query: { ...query, environment: 'nowhere' } }
                    : { ...expected, body: { ...Object(body), environment: 'nowhere' } };
            const wanted = expected.by.includes(role) ? '404 unknown_environment' : '403 forbidden';
            expect([endpoint.id, role, outcome(await call(browsers[role], endpoint, foreign))]).toEqual([endpoint.id, role, wanted]);
        }
});

test.each(['support', 'read_only', 'admin', 'owner'] as const)('%s may do exactly what this list says', async (role) => {
    for (const { endpoint, expected } of listed) {
        const isRefused = outcome(await call(browsers[role], endpoint, expected)) === '403 forbidden';
        // An owner is changed by owners alone.
        const mayNot = role === 'admin' && ['updateMember', 'removeMember'].includes(endpoint.id);
        expect([endpoint.id, isRefused]).toEqual([endpoint.id, mayNot || !expected.by.includes(role)]);
    }
});

test('without a session only signing in and joining are open', async () => {
    for (const { endpoint, expected } of listed) {
        const response = outcome(await call(dashboardBrowser(app), endpoint, expected));
        expect([endpoint.id, response === '401 sign_in_required']).toEqual([endpoint.id, expected.isOpen !== true]);
    }
});

test('a page of another origin can do nothing with the session of an owner', async () => {
    const owner = await join(app, await signedIn(), 'owner', 'third@acme.example');
    for (const { endpoint, expected } of listed.filter((each) => !each.endpoint.path.startsWith('/public-status/'))) {
        const headers: Record<string, string> =
            endpoint.method === 'GET' ? { 'sec-fetch-site': 'cross-site' } : { origin: 'https://evil.example' };
        const { params, query, body } = expected;
        const filled = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params?.[name] ?? 'none');
        const response = await owner.send(endpoint.method, query ? `${filled}?${new URLSearchParams(query)}` : filled, body, headers);
        expect([endpoint.id, outcome(response)]).toEqual([endpoint.id, '403 forbidden']);
    }
});

async function signedIn(): Promise<DashboardBrowser> {
    const browser = dashboardBrowser(app);
    await browser.send('POST', '/sign-in', { email: 'owner@acme.example', password: 'correct horse battery staple' });
    return browser;
}
