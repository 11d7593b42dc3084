import { expect, test } from 'vitest';
import { checkCredentials } from './check-credentials.ts';
import { fakeVendor } from './fake-vendor.ts';
import gem from './gem/provider.ts';
import openai from './openai/provider.ts';
import type { ProviderRequest } from './provider.ts';
import unauthenticated from './unauthenticated/provider.ts';

const crm = 'GET /v0/users?page_size=1';
const ats = 'GET /ats/v0/users/?per_page=1';

function checkGem(request: ProviderRequest) {
    return checkCredentials(gem, { credentials: { type: 'API_KEY', apiKey: 'k' }, connectionConfig: {}, values: {}, request });
}

test.each([
    ['the first success is enough', { [crm]: { status: 200 } }, 'accepted'],
    ['a second endpoint may accept', { [crm]: { status: 403 }, [ats]: { status: 200 } }, 'accepted'],
    ['refused everywhere is refused', { [crm]: { status: 403 }, [ats]: { status: 401 } }, 'rejected'],
    ['one endpoint down leaves it open', { [crm]: { status: 502 }, [ats]: { status: 403 } }, 'unreachable'],
    ['too many requests tell nothing', { [crm]: { status: 429 }, [ats]: { status: 429 } }, 'unreachable'],
    ['an address that is not there tells nothing', { [crm]: { status: 404 }, [ats]: { status: 404 } }, 'unreachable'],
    ['a redirect tells nothing', { [crm]: { status: 302 }, [ats]: { status: 302 } }, 'unreachable']
])('by verification: %s', async (_, responses, outcome) => {
    expect(await checkGem(fakeVendor(responses))).toMatchObject({ outcome });
});

test.each([
    [{ error: { message: 'Key is disabled.' } }, 'Key is disabled.'],
    [{ error: 'invalid_key', error_description: 'No such key.' }, 'No such key.'],
    [{ errors: [{ detail: 'Wrong plan.' }] }, 'Wrong plan.'],
    [{ errors: ['Not here.'] }, 'Not here.'],
    [{ status: 1 }, undefined],
    [undefined, undefined]
])('a refusal carries the words of the vendor: %j', async (json, reason) => {
    const response = { status: 401, ...(json === undefined ? { text: '<html>no</html>' } : { text: JSON.stringify(json), json }) };
    expect((await checkGem(fakeVendor({ [crm]: response, [ats]: response })))?.reason).toBe(reason);
});

test('a refusal for want of permission alone says that, and one of the credentials does not', async () => {
    expect(await checkGem(fakeVendor({ [crm]: { status: 403 }, [ats]: { status: 403 } }))).toMatchObject({ isForbidden: true });
    expect(await checkGem(fakeVendor({ [crm]: { status: 403 }, [ats]: { status: 401 } }))).toEqual({ outcome: 'rejected' });
});

test("a definition's own hook goes first", async () => {
    const request = fakeVendor({ 'GET /v1/models': { status: 403, text: 'Missing scopes: api.model.read' } });
    const result = await checkCredentials(openai, {
        credentials: { type: 'API_KEY', apiKey: 'k' },
        connectionConfig: {},
        values: {},
        request
    });
    expect(result).toEqual({ outcome: 'accepted' });
});

test('without a check there is no result', async () => {
    const result = await checkCredentials(unauthenticated, { credentials: {}, connectionConfig: {}, values: {}, request: fakeVendor({}) });
    expect(result).toBeUndefined();
});

test("a provider that can't be reached rejects with the cause", async () => {
    const cause = new Error('connection refused');
    await expect(checkGem(() => Promise.reject(cause))).rejects.toBe(cause);
});
