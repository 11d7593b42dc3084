import type { RequestListener } from 'node:http';
import { importConnection } from '@patchbay/contracts';
import type { OAuth2ClientCredentialsProvider, ProxyDefinition } from '@patchbay/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acme, type ProxyWorld, send, startProxyWorld } from './proxy.fixtures.ts';

const errors_in_success: ProxyDefinition['errors_in_success'] = {
    code: 'errors.0.code',
    rate_limited: ['606'],
    credentials_refused: ['601', '602']
};

/** A vendor whose tokens are asked for with a client's own secret, such as Marketo. */
const minting: OAuth2ClientCredentialsProvider = {
    id: 'minting',
    display_name: 'Minting',
    categories: ['sandbox'],
    auth_mode: 'OAUTH2_CC',
    sandbox: true,
    docs: 'https://example.com',
    token_url: '${sandboxUrl}/token',
    credentials: {
        client_id: { type: 'string', title: 'Client ID' },
        client_secret: { type: 'string', title: 'Client secret', secret: true }
    },
    no_check: 'A token that was issued is the check.',
    proxy: { base_url: '${sandboxUrl}/base', headers: { authorization: 'Bearer ${accessToken}' }, errors_in_success }
};

let world: ProxyWorld;
beforeAll(async () => {
    world = await startProxyWorld({
        acme: acme({ errors_in_success }),
        checked: acme({ errors_in_success, verification: { method: 'GET', endpoints: ['/stats'] } }),
        minting
    });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => void (world.thirdParty.arrived.length = 0));

const json =
    (body: unknown): RequestListener =>
    (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const failed = (code: string | number) => json({ success: false, errors: [{ code, message: 'No.' }] });

function respondInTurn(...listeners: RequestListener[]): void {
    world.thirdParty.handle = (request, response) => {
        const next = listeners.length > 1 ? listeners.shift() : listeners[0];
        next?.(request, response);
    };
}

const paths = () => world.thirdParty.arrived.map(({ method, path }) => `${method} ${path}`);

describe('an error that comes with status 200', () => {
    test('of a rate limit is retried as after 429, also a write', async () => {
        respondInTurn(failed('606'), json({ success: true }));
        const response = await send(world, '/leads', { method: 'POST', body: '{}', headers: { retries: '1' } });
        expect([response.status, response.text]).toEqual([200, '{"success":true}']);
        expect(paths()).toEqual(['POST /base/leads', 'POST /base/leads']);
    });

    test('is passed on as it is where it is another one, and not retried', async () => {
        respondInTurn(failed('610'), json({ success: true }));
        const response = await send(world, '/leads', { headers: { retries: '1' } });
        expect(JSON.parse(response.text)).toEqual({ success: false, errors: [{ code: '610', message: 'No.' }] });
        expect(paths()).toEqual(['GET /base/leads']);
    });

    test('of a token that has ended renews it, and the call is made again with its body', async () => {
        let minted = 0;
        let current = 'Bearer canary-token-1';
        world.thirdParty.handle = (request, response) => {
            if (request.url === '/token')
                return json({ access_token: `canary-token-${(minted += 1)}`, expires_in: 3600 })(request, response);
            (request.headers.authorization === current ? json({ success: true }) : failed(602))(request, response);
        };
        const write = () => send(world, '/leads', { provider: 'minting', method: 'POST', body: '{"a":1}' });
        await write();
        world.app.clock.advance(120_000);
        current = 'Bearer canary-token-2';
        const response = await write();
        expect(response.text).toBe('{"success":true}');
        expect(paths()).toEqual(['POST /token', ...Array.from({ length: 2 }, () => 'POST /base/leads'), 'POST /token', 'POST /base/leads']);
    });

    test.each([
        ['refuses the credentials', '601', 'connection_test_failed'],
        ['is of another kind', '611', undefined]
    ])('which %s is read so where credentials are checked', async (_what, code, refusal) => {
        respondInTurn(failed(code));
        const body = {
            provider_config_key: 'checked',
            connection_id: `of-${code}`,
            credentials: { type: 'API_KEY' as const, apiKey: 'k' }
        };
        const outcome = await world.app.call(importConnection, { body }).then(
            ({ credentials }) => credentials.type,
            (error: { code?: string }) => error.code
        );
        expect(outcome).toBe(refusal ?? 'API_KEY');
    });

    test('in a body that is not JSON, or has no code, is none', async () => {
        for (const body of ['<html>', '{"errors":[]}', '{"errors":[{"code":null}]}']) {
            respondInTurn((_request, response) => void response.end(body));
            expect((await send(world, '/leads', { headers: { retries: '1' } })).text).toBe(body);
        }
        expect(paths()).toHaveLength(3);
    });
});
