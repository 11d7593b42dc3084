import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { Destination } from './egress-address.ts';
import type { ClientCertificate } from './egress-message.ts';

const CONNECT_TIMEOUT_MS = 10_000;
// Node's default of 250 ms fails for distant hosts: https://github.com/nodejs/node/issues/54359
const NEXT_ADDRESS_AFTER_MS = 2_000;

/**
 * Connects to one of `addresses` only; for https with the handshake done and the certificate
 * verified.
 */
export type Dial = (
    destination: Destination,
    addresses: readonly string[],
    clientCertificate?: Pick<ClientCertificate, 'cert' | 'key'>
) => Promise<Socket>;

/**
 * The dialler of production. Certificates are always verified, for the URL's name, from TLS 1.2 on.
 */
export const dialDirectly: Dial = (destination, addresses, clientCertificate) => {
    const { protocol, hostname, port } = destination;
    const connect = buildConnector({
        // HTTP/1.1 alone: the limits on headers and bodies here are written and tested for it.
        allowH2: false,
        // Sessions are kept by name only and would reuse a verified certificate on another port.
        maxCachedSessions: 0,
        timeout: CONNECT_TIMEOUT_MS,
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
        ...(clientCertificate && { cert: clientCertificate.cert, key: clientCertificate.key }),
        lookup: (_hostname, _options, done) =>
            done(
                null,
                addresses.map((address) => ({ address, family: isIP(address) }))
            )
    });
    return new Promise((resolve, reject) => {
        connect({ protocol, hostname, host: hostname, port }, (error, socket) => {
            if (error === null) resolve(socket);
            else reject(error);
        });
    });
};
