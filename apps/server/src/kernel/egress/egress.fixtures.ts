import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { ServerOptions } from 'node:https';
import { createServer as createRawServer, isIP } from 'node:net';
import type { Server as RawServer, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Dial } from './egress-dial.ts';
import { dialDirectly } from './egress-dial.ts';
import type { Egress } from './egress.ts';

/** Both ways of calling a third party; what guards one has to guard the other. */
export const sinks: [name: string, call: (egress: Egress, url: string) => Promise<{ status: number }>][] = [
    ['request', (egress, url) => egress.request({ url })],
    ['stream', (egress, url) => egress.stream({ url, method: 'GET', headers: {} })]
];

/** More than two connections hold by Linux's defaults: `tcp_rmem` 32 MiB, `tcp_wmem` 4 MiB. */
export const kernelBufferBytes = 96 * 1_048_576;

const zeros = gzipSync(Buffer.alloc(16 * 1_048_576));
/** Bodies to write for ever; the second inflates to more than 3 GB a chunk. */
export const bombs: [what: string, encoding: string, chunk: Buffer][] = [
    ['gzip', 'gzip', zeros],
    ['gzip in gzip', 'gzip, gzip', gzipSync(Buffer.concat(Array.from({ length: 200 }, () => zeros)))],
    ['nothing inside gzip, for ever', 'gzip', Buffer.concat(Array.from({ length: 1000 }, () => gzipSync('')))],
    ['no compression, for ever', 'identity', Buffer.alloc(65_536)]
];

/** Writes the chunk for as long as the client reads. */
export function writeForever(response: ServerResponse, chunk: Buffer): void {
    const endless = function* () {
        for (;;) yield chunk;
    };
    pipeline(endless, response, () => {});
}

export interface LoopbackServer extends AsyncDisposable {
    port: number;
    connections: number;
    requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
}

/** A third party on 127.0.0.1 that counts its connections and keeps what it received. */
export function startServer(handler: RequestListener, tls?: ServerOptions): Promise<LoopbackServer> {
    const requests: LoopbackServer['requests'] = [];
    const listener: RequestListener = (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
            const { method = '', url: path = '', headers } = request;
            requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
            handler(request, response);
        });
    };
    return listen(tls ? createTlsServer(tls, listener) : createServer(listener), requests);
}

/** A third party that does not speak HTTP as it should. */
export function startRawServer(onConnection: (socket: Socket) => void): Promise<LoopbackServer> {
    const listener = (socket: Socket) => onConnection(socket.on('error', () => {}));
    return listen(createRawServer(listener), []);
}

async function listen(server: Server | RawServer, requests: LoopbackServer['requests']): Promise<LoopbackServer> {
    const sockets = new Set<Socket>();
    let connections = 0;
    server.on('connection', (socket: Socket) => {
        connections += 1;
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
    return {
        port: address.port,
        get connections() {
            return connections;
        },
        requests,
        async [Symbol.asyncDispose]() {
            for (const socket of sockets) socket.destroy();
            await new Promise((resolve) => server.close(resolve));
        }
    };
}

/** Dials loopback only, so that a broken guard fails a test instead of calling another network. */
export function recordingDial() {
    const dialled: string[] = [];
    const dial: Dial = (destination, addresses) => {
        dialled.push(...addresses);
        const isLoopback = addresses.every((address) => address === '127.0.0.1' || address === '::1');
        if (isLoopback) return dialDirectly(destination, addresses);
        return Promise.reject(Object.assign(new Error('refused by the test'), { code: 'ECONNREFUSED' }));
    };
    return { dialled, dial };
}

/**
 * A self-signed certificate, by default valid now. Built here: Node cannot make one, and openssl
 * may be missing.
 */
export function makeCertificate(options: { hosts: string[]; from?: Date; to?: Date }): { key: string; cert: string } {
    const { hosts, from = new Date(Date.now() - 3_600_000), to = new Date(Date.now() + 3_600_000) } = options;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
    const name = der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(randomBytes(8).toString('hex'))))));
    const alternativeNames = hosts.map((host) =>
        isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
    );
    const extension = der(0x30, Buffer.from('0603551d11', 'hex'), der(0x04, der(0x30, ...alternativeNames)));
    const toBeSigned = der(
        0x30,
        der(0xa0, der(0x02, Buffer.of(2))),
        der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
        ecdsaWithSha256,
        name,
        der(0x30, utcTime(from), utcTime(to)),
        name,
        publicKey.export({ type: 'spki', format: 'der' }),
        der(0xa3, der(0x30, extension))
    );
    const signature = der(0x03, Buffer.of(0), sign('sha256', toBeSigned, privateKey));
    const base64 = der(0x30, toBeSigned, ecdsaWithSha256, signature)
        .toString('base64')
        .replace(/.{64}(?=.)/g, '$&\n');
    const cert = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
    return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** One value in ASN.1's DER: tag, length, contents (ITU-T X.690). */
function der(tag: number, ...contents: Buffer[]): Buffer {
    const content = Buffer.concat(contents);
    const { length } = content;
    const lengthBytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
    return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}

function utcTime(date: Date): Buffer {
    return der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));
}
