import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Agent } from 'undici';
import type { buildConnector } from 'undici';
import { MAX_HEADER_BYTES, toEgressError } from './egress-error.ts';
import type { ClientCertificate } from './egress-message.ts';

const SILENCE_TIMEOUT_MS = 30_000;
/** Each has a socket or two; the least recently used gives way. */
const MAX_CERTIFICATES = 64;

type Connect = (target: buildConnector.Options, clientCertificate: ClientCertificate | undefined) => Promise<Socket>;

/** The sockets of requests: those that show a client certificate are apart from all others. */
export interface EgressAgents {
    of(clientCertificate: ClientCertificate | undefined): Agent;
    /** Waits for running requests. */
    close(): Promise<void>;
}

export function createAgents(connect: Connect): EgressAgents {
    const open = (clientCertificate?: ClientCertificate) =>
        new Agent({
            allowH2: false,
            maxHeaderSize: MAX_HEADER_BYTES,
            headersTimeout: SILENCE_TIMEOUT_MS,
            bodyTimeout: SILENCE_TIMEOUT_MS,
            connect: (target, done) =>
                void connect(target, clientCertificate).then(
                    (socket) => done(null, socket),
                    (error: unknown) => done(toEgressError(error, target.host ?? target.hostname, false), null)
                )
        });
    const plain = open();
    /** The least recently used first. */
    const certified = new Map<string, Agent>();
    const closing = new Set<Promise<void>>();

    function retire(name: string, agent: Agent): void {
        certified.delete(name);
        const closed = agent.close().finally(() => closing.delete(closed));
        closing.add(closed);
    }

    return {
        of(clientCertificate) {
            if (!clientCertificate) return plain;
            const name = nameOf(clientCertificate);
            const agent = certified.get(name) ?? open(clientCertificate);
            certified.delete(name);
            certified.set(name, agent);
            const [oldest] = certified;
            if (certified.size > MAX_CERTIFICATES && oldest) retire(...oldest);
            return agent;
        },
        async close() {
            for (const [name, agent] of certified) retire(name, agent);
            await Promise.all([plain.close(), ...closing]);
        }
    };
}

/** Not the key itself, which would then be in memory for as long as the name. */
function nameOf({ cert, key, holder }: ClientCertificate): string {
    return createHash('sha256')
        .update(JSON.stringify([holder, cert, key]))
        .digest('base64');
}
