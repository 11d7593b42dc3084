import { createAttempt } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendJson } from '../../../api.fixtures.ts';
import { apiKey, send, startThirdParty, type ThirdParty } from './proxy.fixtures.ts';

const provider = 'private-api-bearer';
let thirdParty: ThirdParty;
let app: TestApp;
beforeAll(async () => {
    thirdParty = await startThirdParty();
    app = await startTestApp({ config: { allowPrivateHosts: [`*.localhost:${thirdParty.port}`] } });
    await app.integrate(provider);
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await thirdParty[Symbol.asyncDispose]();
});

const importing = (baseUrl: string) =>
    sendJson(app, 'POST', '/connections', {
        provider_config_key: provider,
        connection_id: 'inside',
        credentials: { type: 'API_KEY', apiKey },
        connection_config: { base_url: baseUrl }
    });

test('a private API is called over plain http where the operator has listed its host and port, imported or typed', async () => {
    expect((await importing(`${thirdParty.url}/erp/`)).status).toBe(201);
    thirdParty.handle = (request, response) => void response.end(`${request.url} ${request.headers.authorization}`);
    const response = await send({ app }, '/orders?open=true', { provider, connection: 'inside' });
    expect(response.text).toBe(`/erp/orders?open=true Bearer ${apiKey}`);

    const { data } = await (
        await app.session()
    ).call(createAttempt, {
        body: { integration_id: provider, credentials: { apiKey }, connection_config: { base_url: thirdParty.url } }
    });
    expect(data.status).toBe('succeeded');
});

test('anywhere else plain http is refused with the reason, and what is no address is still called that', async () => {
    thirdParty.arrived.length = 0;
    for (const baseUrl of ['http://api.example.com', 'http://localhost:1', `http://a.localhost:${thirdParty.port - 1}`])
        expect((await importing(baseUrl)).text).toContain(
            'Use https. Plain http is only for hosts that the operator of this server has listed'
        );
    const session = await app.session();
    const typed = await sendJson(
        app,
        'POST',
        '/connect/attempts',
        { integration_id: provider, credentials: { apiKey }, connection_config: { base_url: 'http://api.example.com' } },
        session.token
    );
    expect([typed.status, typed.text]).toEqual([400, expect.stringContaining('Use https. Plain http')]);
    for (const baseUrl of ['ftp://api.example.com', 'http://user:pass@api.example.com', 'api.example.com'])
        expect((await importing(baseUrl)).text).toContain('look like a base URL');
    expect(thirdParty.arrived).toEqual([]);
});
