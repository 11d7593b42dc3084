import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { Destination } from './egress-address.ts';
import { EgressError } from './egress-error.ts';

const CONNECT_TIMEOUT_MS = 10_000;
// Node's default of 250 ms gives up on addresses of far hosts: https://github.com/nodejs/node/issues/54359
const NEXT_ADDRESS_AFTER_MS = 2_000;

/** Opens a connection to one of `addresses` and to nothing else; for https with the handshake done and the certificate verified. */
export type Dial = (destination: Destination, addresses: readonly string[]) => Promise<Socket>;

/** The real thing. Certificates are verified whatever the environment says, for the name in the URL, from TLS 1.2 on. */
export const dialDirectly: Dial = (destination, addresses) => {
    const { protocol, hostname, port } = destination;
    const connect = buildConnector({
        // HTTP/1.1 alone: the limits on headers and bodies here are written and tested for it.
        allowH2: false,
        // Sessions are kept by name alone and would carry a verified certificate over to another port.
        maxCachedSessions: 0,
        timeout: CONNECT_TIMEOUT_MS,
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
        lookup: (_hostname, _options, done) =>
            done(
                null,
                addresses.map((address) => ({ address, family: isIP(address) }))
            )
    });
    return new Promise((resolve, reject) => {
        connect({ protocol, hostname, host: hostname, port }, (error, socket) => {
            if (error === null) resolve(socket);
            else reject(protocol === 'https:' && isTlsError(error) ? tlsError(hostname, error) : error);
        });
    });
};

function isTlsError(error: Error): error is Error & { code: string } {
    if (!('code' in error) || typeof error.code !== 'string' || error.code.startsWith('UND_ERR_')) return false;
    // System errors are one word (ECONNREFUSED); certificate and handshake errors are not, except EPROTO.
    return error.code === 'EPROTO' || !/^E[A-Z0-9]+$/.test(error.code);
}

function tlsError(hostname: string, error: { code: string }): EgressError {
    return new EgressError('tls', `${hostname}: no secure connection (${error.code})`);
}
