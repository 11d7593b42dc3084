import { expect, test } from 'vitest';
import leverBasicSandbox from '../lever-basic-sandbox/provider.ts';
import leverBasic from '../lever-basic/provider.ts';
import { urlTemplates } from '../destination-fields.ts';
import lever from '../lever/provider.ts';
import leverSandbox from './provider.ts';

const hosts = (definition: Parameters<typeof urlTemplates>[0]) => [...new Set(urlTemplates(definition).map((url) => new URL(url).host))];

test("the sandbox's definitions share no host with production", () => {
    expect(hosts(lever)).toEqual(['api.lever.co', 'auth.lever.co']);
    expect(hosts(leverSandbox)).toEqual(['api.sandbox.lever.co', 'sandbox-lever.auth0.com']);
    expect(hosts(leverBasic)).toEqual(['api.lever.co']);
    expect(hosts(leverBasicSandbox)).toEqual(['api.sandbox.lever.co']);
});

test('a sign-in asks for a token of the API that it is used at', () => {
    for (const { authorization_params: params, proxy } of [lever, leverSandbox]) expect(params?.audience).toBe(`${proxy?.base_url}/v1/`);
});
