import { providers } from '@patchbay/providers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReservedHeader } from '../../../kernel/egress/egress.ts';
import { acme, apiKey, send, startProxyWorld } from './proxy.fixtures.ts';
import { responseHeaders } from './send-response.ts';
import { credentialNames, upstreamHeaders } from './upstream-headers.ts';

/** A name with any of its hyphens as underscores, in any case. */
const spellingOf = (name: string) =>
    fc
        .array(fc.record({ underscore: fc.boolean(), upper: fc.boolean() }), { minLength: name.length, maxLength: name.length })
        .map((choices) =>
            [...name]
                .map((letter, index) => {
                    const { underscore, upper } = choices[index] ?? {};
                    return letter === '-' && underscore ? '_' : upper ? letter.toUpperCase() : letter;
                })
                .join('')
        );

test('T-59: no spelling of a credential’s header is the caller’s, for any provider', () => {
    const protectedNames = [...providers.values()].flatMap((provider) =>
        [...credentialNames(provider).headers].map((name) => ({ provider, name }))
    );
    expect(protectedNames.length).toBeGreaterThan(providers.size);
    const given = fc
        .constantFrom(...protectedNames)
        .chain(({ provider, name }) => fc.record({ provider: fc.constant(provider), name: spellingOf(name) }));
    fc.assert(
        fc.property(given, ({ provider, name }) => {
            expect(upstreamHeaders(provider, {}, { [name.toLowerCase()]: 'mine', [name]: 'mine', 'x-other_name': 'kept' })).toEqual({
                'x-other_name': 'kept'
            });
        })
    );
});

test('T-59: authorization is not the caller’s where the provider takes its key in another header either', async () => {
    await using world = await startProxyWorld({ acme: acme({ headers: { 'x-api-key': '${apiKey}' } }) });
    await send(world, '/x', { headers: { 'patchbay-proxy-authorization': 'Bearer mine' } });
    expect(world.thirdParty.arrived.map(({ headers }) => [headers['x-api-key'], headers.authorization])).toEqual([[apiKey, undefined]]);
});

test('T-59: no spelling of a header that frames a message is the caller’s', () => {
    const framing = ['content-length', 'transfer-encoding', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'host', 'te'];
    fc.assert(fc.property(fc.constantFrom(...framing).chain(spellingOf), (name) => isReservedHeader(name)));
});

test('T-60: no spelling of a header that acts on our origin comes from a provider', () => {
    const acting = [
        'set-cookie',
        'strict-transport-security',
        'clear-site-data',
        'access-control-allow-origin',
        'patchbay-error',
        'transfer-encoding'
    ];
    fc.assert(
        fc.property(fc.constantFrom(...acting).chain(spellingOf), (name) => {
            expect(JSON.stringify(responseHeaders(200, { [name.toLowerCase()]: 'canary' }))).not.toContain('canary');
        })
    );
});
