import { endpoints, scopes } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendSample } from '../../api.fixtures.ts';

const narrow = scopes.filter((scope) => scope !== 'environment:*');
const scoped = endpoints.filter(({ auth }) => auth.includes('secret_key'));
let app: TestApp;
beforeAll(async () => {
    // Before the day on which the removed endpoints stop being served.
    app = await startTestApp({ now: '2025-12-01T12:00:00Z' });
});
afterAll(() => app[Symbol.asyncDispose]());

test.each(narrow)('T-35: a key with %s alone opens the endpoints of that scope, and a key with all others does not', async (scope) => {
    const only = await keyWith(app, [scope]);
    const others = await keyWith(
        app,
        narrow.filter((each) => each !== scope)
    );
    const wrong: string[] = [];
    for (const endpoint of scoped) {
        const isOpen = endpoint.scope === scope;
        for (const [token, shouldPass] of [
            [only, isOpen],
            [others, !isOpen]
        ] as const) {
            const response = await sendSample(app, endpoint, { token });
            const isForbidden =
                outcomeOf(response) === '403 forbidden' && errorOf(response).message === `Insufficient scope. Required: ${endpoint.scope}`;
            const isRight = shouldPass ? !isForbidden && response.status !== 401 : isForbidden;
            if (!isRight)
                wrong.push(
                    `${endpoint.id} with ${token === only ? 'only' : 'all but'} ${scope}: ${outcomeOf(response)} ${errorOf(response).message}`
                );
        }
    }
    expect(wrong).toEqual([]);
});

test('T-35: a key with all scopes for reading cannot call an endpoint that changes something', async () => {
    const reader = await keyWith(
        app,
        narrow.filter((scope) => /:read(_credentials)?$/.test(scope))
    );
    const changing = scoped.filter(({ method }) => method !== 'GET');
    const outcomes = await Promise.all(
        changing.map(async (endpoint) => [endpoint.id, outcomeOf(await sendSample(app, endpoint, { token: reader }))])
    );
    expect(outcomes).toEqual(changing.map(({ id }) => [id, '403 forbidden']));
});

test('scopes that guard a part of a response are not needed for the rest of it', () => {
    const guarding = narrow.filter((scope) => !scoped.some((endpoint) => endpoint.scope === scope));
    expect(guarding).toEqual(['environment:connections:read_credentials', 'environment:integrations:read_credentials']);
});
