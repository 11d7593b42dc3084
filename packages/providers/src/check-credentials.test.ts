import { expect, test } from 'vitest';
import { checkCredentials } from './check-credentials.ts';
import { fakeVendor } from './fake-vendor.ts';
import { defineProvider, type Provider, type ProviderRequest } from './provider.ts';

const verified = defineProvider({
    id: 'verified',
    display_name: 'Verified',
    categories: ['other'],
    aliases: [],
    auth_mode: 'API_KEY',
    docs: 'https://vendor.example/docs',
    credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
    proxy: {
        base_url: 'https://api.vendor.example',
        headers: { 'x-api-key': '${apiKey}' },
        verification: { method: 'GET', endpoints: ['/first', '/second'] }
    }
});
const first = 'GET /first';
const second = 'GET /second';

function check(request: ProviderRequest) {
    return checkCredentials(verified, { credentials: { type: 'API_KEY', apiKey: 'k' }, connectionConfig: {}, values: {}, request });
}

test.each([
    ['the first success is enough', { [first]: { status: 200 } }, 'accepted'],
    ['a second endpoint may accept', { [first]: { status: 403 }, [second]: { status: 200 } }, 'accepted'],
    ['refused everywhere is refused', { [first]: { status: 403 }, [second]: { status: 401 } }, 'rejected'],
    ['one endpoint down leaves it open', { [first]: { status: 502 }, [second]: { status: 403 } }, 'unreachable'],
    ['too many requests tell nothing', { [first]: { status: 429 }, [second]: { status: 429 } }, 'unreachable'],
    ['an address that is not there tells nothing', { [first]: { status: 404 }, [second]: { status: 404 } }, 'unreachable'],
    ['a page of HTML tells nothing', { [first]: { text: '\n<!DOCTYPE html>' }, [second]: { text: '<html lang="en">' } }, 'unreachable'],
    ['a refusal may be a page of HTML', { [first]: { status: 401, text: '<html>' }, [second]: { status: 401 } }, 'rejected'],
    ['a redirect tells nothing', { [first]: { status: 302 }, [second]: { status: 302 } }, 'unreachable']
])('by verification: %s', async (_, responses, outcome) => {
    expect(await check(fakeVendor(responses))).toMatchObject({ outcome });
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
    expect((await check(fakeVendor({ [first]: response, [second]: response })))?.reason).toBe(reason);
});

test('a refusal for want of permission alone says that, and one of the credentials does not', async () => {
    expect(await check(fakeVendor({ [first]: { status: 403 }, [second]: { status: 403 } }))).toMatchObject({ isForbidden: true });
    expect(await check(fakeVendor({ [first]: { status: 403 }, [second]: { status: 401 } }))).toEqual({ outcome: 'rejected' });
});

test("a definition's own hook goes first", async () => {
    const hooked: Provider = { ...verified, checkCredentials: () => Promise.resolve({ outcome: 'accepted' }) };
    const request = fakeVendor({ [first]: { status: 401 }, [second]: { status: 401 } });
    const result = await checkCredentials(hooked, {
        credentials: { type: 'API_KEY', apiKey: 'k' },
        connectionConfig: {},
        values: {},
        request
    });
    expect(result).toEqual({ outcome: 'accepted' });
});

test('without a check there is no result', async () => {
    const withoutCheck: Provider = { ...verified, proxy: { base_url: 'https://api.vendor.example', headers: {} } };
    const result = await checkCredentials(withoutCheck, { credentials: {}, connectionConfig: {}, values: {}, request: fakeVendor({}) });
    expect(result).toBeUndefined();
});

test("a provider that can't be reached rejects with the cause", async () => {
    const cause = new Error('connection refused');
    await expect(check(() => Promise.reject(cause))).rejects.toBe(cause);
});
