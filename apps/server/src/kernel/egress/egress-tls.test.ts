import type { ServerOptions } from 'node:https';
import tls, { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { dialDirectly } from './egress-dial.ts';
import { makeCertificate, sinks, startRawServer, startServer } from './egress.fixtures.ts';
import type { LoopbackServer } from './egress.fixtures.ts';
import { createEgress } from './egress.ts';

const trusted = makeCertificate({ hosts: ['a.localhost', 'api.example.com', '127.0.0.1'] });
const stranger = makeCertificate({ hosts: ['a.localhost'] });
const expired = makeCertificate({ hosts: ['a.localhost'], from: new Date(Date.now() - 7_200_000), to: new Date(Date.now() - 3_600_000) });
const notYet = makeCertificate({ hosts: ['a.localhost'], from: new Date(Date.now() + 3_600_000), to: new Date(Date.now() + 7_200_000) });

// Trusted by the test's whole process, as in a system's store: the product has no setting for it.
const systemCertificates = getCACertificates('default');
setDefaultCACertificates([...systemCertificates, trusted.cert, expired.cert, notYet.cert]);
afterAll(() => setDefaultCACertificates(systemCertificates));
afterEach(() => vi.unstubAllEnvs());

const hello = (options: ServerOptions) => startServer((_request, response) => response.end('hello'), options);
const openFor = (server: LoopbackServer) => createEgress({ allowPrivateHosts: [`*.localhost:${server.port}`, `127.0.0.1:${server.port}`] });
const tlsFailure = expect.objectContaining({ name: 'EgressError', code: 'tls' });

test('a trusted certificate for the name, or for the address, is accepted', async () => {
    await using server = await hello(trusted);
    const egress = openFor(server);
    for (const host of ['a.localhost', '127.0.0.1']) {
        expect(await egress.request({ url: `https://${host}:${server.port}/` })).toMatchObject({ status: 200, body: Buffer.from('hello') });
    }
    await egress.close();
});

test('the certificate is checked for the name in the URL, not for the address that is dialled', async () => {
    await using server = await hello(trusted);
    const list = [`api.example.com:${server.port}`, `other.example.com:${server.port}`];
    const egress = createEgress({ allowPrivateHosts: list, resolve: async () => ['127.0.0.1'] });
    expect(await egress.request({ url: `https://api.example.com:${server.port}/` })).toMatchObject({ status: 200 });
    await expect(egress.request({ url: `https://other.example.com:${server.port}/` })).rejects.toEqual(tlsFailure);
    await egress.close();
});

test.each([
    ['no trusted authority signed', stranger, 'a.localhost'],
    ['has expired', expired, 'a.localhost'],
    ['is not valid yet', notYet, 'a.localhost'],
    ['is for another name', trusted, 'b.localhost']
])('T-66: a certificate that %s is refused, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async (_what, certificate, host) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await using server = await hello(certificate);
    const egress = openFor(server);
    for (const [, call] of sinks) await expect(call(egress, `https://${host}:${server.port}/?key=canary`)).rejects.toEqual(tlsFailure);
    expect(server.requests).toEqual([]);
    await egress.close();
});

test('T-66: TLS 1.1 is refused, even in a process that was started to allow it', async () => {
    const defaults = { DEFAULT_MIN_VERSION: tls.DEFAULT_MIN_VERSION, DEFAULT_CIPHERS: tls.DEFAULT_CIPHERS };
    onTestFinished(() => void Object.assign(tls, defaults));
    Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: 'DEFAULT:@SECLEVEL=0' });
    await using server = await hello({ ...trusted, maxVersion: 'TLSv1.1' });
    const egress = openFor(server);
    for (const [, call] of sinks) await expect(call(egress, `https://a.localhost:${server.port}/`)).rejects.toEqual(tlsFailure);
    await egress.close();
});

test('a port that does not speak TLS is a tls error, one that hangs up is unreachable', async () => {
    await using plain = await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await using rude = await startRawServer((socket) => socket.destroy());
    const egress = createEgress({ allowPrivateHosts: [`*.localhost:${plain.port}`, `*.localhost:${rude.port}`] });
    await expect(egress.request({ url: `https://a.localhost:${plain.port}/` })).rejects.toEqual(tlsFailure);
    await expect(egress.request({ url: `https://a.localhost:${rude.port}/` })).rejects.toMatchObject({ code: 'unreachable' });
    await egress.close();
});

test('T-56: a redirect from https to http is refused even where http is allowed', async () => {
    await using plain = await startServer((_request, response) => response.end());
    await using secure = await startServer((_request, response) => {
        response.writeHead(302, { location: `http://a.localhost:${plain.port}/` }).end();
    }, trusted);
    const egress = createEgress({ allowPrivateHosts: [`*.localhost:${plain.port}`, `*.localhost:${secure.port}`] });
    const call = egress.request({ url: `https://a.localhost:${secure.port}/`, maxRedirects: 5 });
    await expect(call).rejects.toMatchObject({ code: 'destination_not_allowed' });
    expect(plain.connections).toBe(0);
    await egress.close();
});

test('a dead address is followed by the next one of the same name', async () => {
    await using server = await hello(trusted);
    const dialled: string[][] = [];
    const resolve = async () => ['::1', '127.0.0.1'];
    const dial: typeof dialDirectly = (destination, addresses) => {
        dialled.push([...addresses]);
        return dialDirectly(destination, addresses);
    };
    const egress = createEgress({ allowPrivateHosts: [`api.example.com:${server.port}`], resolve, dial });
    expect(await egress.request({ url: `https://api.example.com:${server.port}/` })).toMatchObject({ status: 200 });
    expect(dialled).toEqual([['::1', '127.0.0.1']]);
    await egress.close();
});
