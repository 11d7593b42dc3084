import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { getConnection, importConnection } from '@patchbay/contracts';
import { type OAuth2ClientCredentialsProvider, providers } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCertificate } from '../../../../kernel/egress/egress.fixtures.ts';
import { start } from '../../../connect/attempts/attempts.fixtures.ts';

const hourMs = 3_600_000;
const to = new Date('2027-11-28T12:00:00Z');
const ofServer = makeCertificate({ hosts: ['localhost'] });
const acme = makeCertificate({ hosts: ['acme'], to });
const globex = makeCertificate({ hosts: ['globex'], to });
const expired = makeCertificate({ hosts: ['old'], from: new Date('2020-01-01T00:00:00Z'), to: new Date('2022-01-01T00:00:00Z') });
const future = makeCertificate({ hosts: ['new'], from: new Date('2040-01-01T00:00:00Z'), to: new Date('2041-01-01T00:00:00Z') });
const unknown = makeCertificate({ hosts: ['unknown'], to });

/** Trusted by the whole process, as in a system's store: the product has no setting for it. */
const systemCertificates = getCACertificates('default');

interface Sent {
    path: string;
    /** Of the client, and the socket that it came by. */
    certificate: string;
    socket: unknown;
}
const sent: Sent[] = [];
const fingerprintOf = (socket: TLSSocket) => socket.getPeerX509Certificate()?.toString() ?? '';

/** A vendor that ends every handshake without a certificate of its customers. */
const server = createServer(
    { ...ofServer, requestCert: true, rejectUnauthorized: true, ca: [acme.cert, globex.cert] },
    (request: IncomingMessage, response: ServerResponse) => {
        request.resume();
        // Served by a TLS server.
        const socket = request.socket as TLSSocket;
        sent.push({ path: request.url ?? '', certificate: fingerprintOf(socket), socket });
        const body =
            request.url === '/auth/oauth/v2/token' ? { access_token: `at-${sent.length}`, expires_in: 3600 } : { workers: [{ id: 1 }] };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
);

let app: TestApp;
beforeAll(async () => {
    setDefaultCACertificates([...systemCertificates, ofServer.cert]);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    const base = `https://localhost:${(server.address() as AddressInfo).port}`;
    const definition = providers.get('adp-workforce-now');
    if (definition?.auth_mode !== 'OAUTH2_CC') throw new Error('ADP is not there');
    const local: OAuth2ClientCredentialsProvider = {
        ...definition,
        token_url: `${base}/auth/oauth/v2/token`,
        proxy: { ...definition.proxy, base_url: base }
    };
    app = await startTestApp({
        providers: new Map([['adp-workforce-now', local]]),
        config: { allowPrivateHosts: [new URL(base).host] }
    });
    await app.integrate('adp-workforce-now');
});
beforeEach(() => void sent.splice(0));
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    setDefaultCACertificates(systemCertificates);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
});

const typed = ({ cert, key }: { cert: string; key: string }) => ({
    client_id: 'client',
    client_secret: 'client-secret',
    client_certificate: cert,
    client_private_key: key
});

async function connect(certificate: { cert: string; key: string }) {
    return start(await app.session(), 'adp-workforce-now', { credentials: typed(certificate) });
}

function proxied(connectionId: string) {
    const headers = { 'connection-id': connectionId, 'provider-config-key': 'adp-workforce-now' };
    return app.raw('/proxy/hr/v2/workers', { headers });
}

test('the token, the check and calls of the proxy show the certificate of their connection', async () => {
    const attempt = await connect(acme);
    expect(attempt).toMatchObject({ status: 'succeeded' });
    const id = attempt.connection_id ?? '';
    expect((await proxied(id)).status).toBe(200);
    app.clock.advance(2 * hourMs);
    expect((await proxied(id)).status).toBe(200);
    expect(sent.map(({ path }) => path)).toEqual([
        '/auth/oauth/v2/token',
        '/hr/v2/workers?$top=1',
        '/hr/v2/workers',
        '/auth/oauth/v2/token',
        '/hr/v2/workers'
    ]);
    expect(new Set(sent.map(({ certificate }) => certificate))).toEqual(new Set([acme.cert]));
});

test('sockets of one connection are used by no other, whether or not it has the same certificate', async () => {
    const ids = [];
    for (const certificate of [acme, globex, acme]) ids.push((await connect(certificate)).connection_id ?? '');
    sent.splice(0);
    for (const id of [...ids, ...ids]) expect((await proxied(id)).status).toBe(200);
    const calls = sent.map(({ certificate, socket }) => ({ certificate, socket }));
    expect(calls.map(({ certificate }) => certificate)).toEqual([acme, globex, acme, acme, globex, acme].map(({ cert }) => cert));
    const [first, second, third] = calls.map(({ socket }) => socket);
    expect(new Set([first, second, third]).size).toBe(3);
});

test('the connection says when its certificate ends, and no response has certificate or key', async () => {
    const { connection_id: id } = await connect(acme);
    const query = { provider_config_key: 'adp-workforce-now' };
    const connection = await app.call(getConnection, { params: { connection_id: id ?? '' }, query });
    expect(connection.auth).toMatchObject({ grant_ends_at: to.toISOString() });
    const row = await app.db.selectFrom('connections').selectAll().where('connection_id', '=', id).executeTakeFirstOrThrow();
    expect(Buffer.from(row.credentials).includes('BEGIN')).toBe(false);
});

test.each<[what: string, certificate: { cert: string; key: string }, field: string, message: string]>([
    [
        'what is no certificate',
        { cert: 'certificate', key: acme.key },
        'client_certificate',
        'This is not a certificate. Paste all of it, with the lines that say BEGIN and END.'
    ],
    [
        'a certificate that is cut off',
        { cert: acme.cert.slice(0, 200), key: acme.key },
        'client_certificate',
        'This certificate can’t be read. Paste all of it, with the lines that say BEGIN and END.'
    ],
    [
        'the key in place of the certificate',
        { cert: acme.key, key: acme.key },
        'client_certificate',
        'This is not a certificate. Paste all of it, with the lines that say BEGIN and END.'
    ],
    [
        'a certificate that has ended',
        expired,
        'client_certificate',
        'This certificate ended on 2022-01-01. Paste the one that replaced it.'
    ],
    ['a certificate of later', future, 'client_certificate', 'This certificate is not valid before 2040-01-01.'],
    ['another key', { cert: acme.cert, key: globex.key }, 'client_private_key', 'This private key does not belong to the certificate.'],
    [
        'the certificate in place of the key',
        { cert: acme.cert, key: acme.cert },
        'client_private_key',
        'This is a public key. Paste the private key that belongs to it.'
    ]
])('%s is refused in words before anything is sent, typed and imported', async (_what, certificate, field, message) => {
    const refusal = { code: 'invalid_body', errors: [{ path: ['credentials', field], message }] };
    await expect(connect(certificate)).rejects.toMatchObject(refusal);
    const credentials = { type: 'OAUTH2_CC', token: 'at', ...typed(certificate) } as const;
    const imported = app.call(importConnection, { body: { provider_config_key: 'adp-workforce-now', credentials } });
    await expect(imported).rejects.toMatchObject(refusal);
    expect(sent).toEqual([]);
});

test('a certificate that the vendor does not know ends the attempt, and nothing is stored', async () => {
    const before = (await app.connections()).length;
    expect(await connect(unknown)).toMatchObject({ status: 'failed', code: 'provider_down' });
    expect(await app.connections()).toHaveLength(before);
});
