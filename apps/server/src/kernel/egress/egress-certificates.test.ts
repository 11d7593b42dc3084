import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, expect, test, vi } from 'vitest';
import { makeCertificate } from './egress.fixtures.ts';
import { createEgress, type Egress } from './egress.ts';

const ofServer = makeCertificate({ hosts: ['a.localhost', 'b.localhost'] });
const client = makeCertificate({ hosts: ['client'] });
const mostCertificates = 64;

// Trusted by the test's whole process, as in a system's store: the product has no setting for it.
const systemCertificates = getCACertificates('default');
setDefaultCACertificates([...systemCertificates, ofServer.cert]);
afterAll(() => setDefaultCACertificates(systemCertificates));

/** Takes clients with a certificate and without, and says which of them had one. */
async function startVendor(location?: string) {
    const open = new Set<Socket>();
    const shown: boolean[] = [];
    const server = createServer({ ...ofServer, requestCert: true, rejectUnauthorized: false }, (request, response) => {
        // Served by a TLS server.
        shown.push((request.socket as TLSSocket).getPeerX509Certificate() !== undefined);
        response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end();
    });
    server.keepAliveTimeout = 60_000;
    server.on('secureConnection', (socket) => {
        open.add(socket);
        socket.on('close', () => open.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    const { port } = server.address() as AddressInfo;
    return {
        open,
        shown,
        port,
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
}

const send = (egress: Egress, url: string, holder = 'one') => egress.request({ url, clientCertificate: { ...client, holder } });

test('a certificate is shown where one is given, and to no other request', async () => {
    await using vendor = await startVendor();
    const egress = createEgress({ allowPrivateHosts: [`*.localhost:${vendor.port}`] });
    const url = `https://a.localhost:${vendor.port}/`;
    await egress.request({ url });
    await send(egress, url);
    await egress.request({ url });
    await egress.stream({ url, method: 'GET', headers: {}, clientCertificate: { ...client, holder: 'one' } });
    expect(vendor.shown).toEqual([false, true, false, true]);
    await egress.close();
});

test('a redirect to another origin is not shown it', async () => {
    await using other = await startVendor();
    await using vendor = await startVendor(`https://b.localhost:${other.port}/`);
    const egress = createEgress({ allowPrivateHosts: [`*.localhost:${vendor.port}`, `*.localhost:${other.port}`] });
    const url = `https://a.localhost:${vendor.port}/`;
    await egress.request({ url, maxRedirects: 3, clientCertificate: { ...client, holder: 'one' } });
    expect([vendor.shown, other.shown]).toEqual([[true], [false]]);
    await egress.close();
});

test('the sockets of the certificate that was used least recently are closed, and all of them with the server', async () => {
    await using vendor = await startVendor();
    const egress = createEgress({ allowPrivateHosts: [`*.localhost:${vendor.port}`] });
    const url = `https://a.localhost:${vendor.port}/`;
    await send(egress, url, 'first');
    const [first] = vendor.open;
    for (let index = 0; index < mostCertificates; index += 1) await send(egress, url, `holder ${index}`);
    await vi.waitFor(() => expect(vendor.open.has(first as Socket)).toBe(false));
    expect(vendor.open.size).toBeLessThanOrEqual(mostCertificates);
    await egress.close();
    await vi.waitFor(() => expect(vendor.open.size).toBe(0));
});
