import { nameOf } from '../platform/integrations/open-integration.ts';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@patchbay/contracts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '../../deps.ts';
import { refuseUpgrade } from '../../kernel/http/error-response.ts';
import { readAttempt } from '../connect/attempts/outcome/read-attempt.ts';
import { findSessionOf } from '../connect/connect-sessions/connect-sessions.sql.ts';
import { findSettledPopups } from './popup-clients.sql.ts';
import { referenceFailure } from './reference-codes.ts';

/** Per server; limits abuse. */
const maxSockets = 5000;
const pollIntervalMs = 500;
const pingIntervalMs = 30_000;
/** Longer than any attempt. */
const maxLifetimeMs = 20 * 60_000;
/** For clients to close their sockets when the server stops. */
const closeTimeoutMs = 1000;
/** Clients send no messages. */
const maxMessageBytes = 256;

export interface PopupSockets {
    /** Takes over a connection that asks for a WebSocket. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
    stop(): Promise<void>;
}

/**
 * Sends the reference's browser SDK how its windows ended: first the socket's name, then the
 * outcome. All sockets of this server poll the rows together. The origin is not checked: no cookie
 * is read, and the socket's name is worth nothing without a session token.
 */
export function openPopupSockets(deps: Deps): PopupSockets {
    const server = new WebSocketServer({
        noServer: true,
        maxPayload: maxMessageBytes,
        perMessageDeflate: false,
        clientTracking: false
    });
    const waiting = new Map<string, WebSocket>();
    const awaitingPong = new WeakSet<WebSocket>();
    let isStopping = false;

    function register(socket: WebSocket): void {
        const name = deps.ids.uuid();
        const key = deps.keyedHash.hash(name).toString('hex');
        const end = setTimeout(() => socket.close(1000), maxLifetimeMs);
        waiting.set(key, socket);
        socket.on('pong', () => awaitingPong.delete(socket));
        // For example a message that is too long: `ws` closes the socket.
        socket.on('error', () => {});
        socket.on('close', () => {
            clearTimeout(end);
            waiting.delete(key);
        });
        socket.send(JSON.stringify({ message_type: 'connection_ack', ws_client_id: name }));
    }

    async function pollOutcomes(): Promise<void> {
        const hashes = [...waiting.keys()].map((key) => Buffer.from(key, 'hex'));
        const settled = await findSettledPopups(deps.db, hashes, deps.clock.now());
        // A failure is retried at the next poll.
        await Promise.all(settled.map((popup) => sendOutcome(popup).catch(logFailure)));
    }

    async function sendOutcome(popup: SettledPopup): Promise<void> {
        const outcome = await describeOutcome(deps, popup);
        const key = popup.client_hash.toString('hex');
        const socket = waiting.get(key);
        waiting.delete(key);
        socket?.send(JSON.stringify(outcome));
        socket?.close(1000);
    }

    function logFailure(error: unknown): void {
        deps.log.warn('popup_outcome_not_sent', { error });
    }

    function ping(): void {
        for (const socket of waiting.values()) {
            if (awaitingPong.has(socket)) socket.terminate();
            awaitingPong.add(socket);
            socket.ping();
        }
    }

    let isPolling = false;
    const pollTimer = setInterval(() => {
        if (waiting.size === 0 || isPolling) return;
        isPolling = true;
        const work = pollOutcomes().catch(logFailure);
        deps.background.run(work.finally(() => (isPolling = false)));
    }, pollIntervalMs);
    const pingTimer = setInterval(ping, pingIntervalMs);

    return {
        accept(request, socket, head) {
            socket.on('error', () => socket.destroy());
            if (request.url?.split('?', 1)[0] !== '/') return refuseUpgrade(request, new AppError('not_found'));
            if (isStopping || waiting.size >= maxSockets) return refuseUpgrade(request, new AppError('overloaded', { retryAfterS: 1 }));
            server.handleUpgrade(request, socket, head, register);
        },
        async stop() {
            isStopping = true;
            clearInterval(pollTimer);
            clearInterval(pingTimer);
            await closeAll([...waiting.values()]);
            server.close();
        }
    };
}

/** Sockets that do not close in time are terminated. */
async function closeAll(sockets: readonly WebSocket[]): Promise<void> {
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.close(1001);
    const timeout = setTimeout(() => {
        for (const socket of sockets) socket.terminate();
    }, closeTimeoutMs);
    await Promise.all(closed);
    clearTimeout(timeout);
}

type SettledPopup = Awaited<ReturnType<typeof findSettledPopups>>[number];

async function describeOutcome(deps: Deps, popup: SettledPopup): Promise<object> {
    const base = { provider_config_key: popup.provider_config_key };
    const failed = (connectionId: string, type: string, description: string) => ({
        message_type: 'error',
        ...base,
        connection_id: connectionId,
        error_type: type,
        error_desc: description
    });
    const { environment_id: environmentId, session_id: sessionId, attempt_id: attemptId } = popup;
    if (environmentId === null || sessionId === null || attemptId === null)
        return failed('', popup.error_type ?? 'unknown_err', popup.error_desc ?? 'Something went wrong on our side.');
    const session = await findSessionOf(deps.db, { environment_id: environmentId, session_id: sessionId });
    if (!session) return failed('', 'unknown_err', 'This session has ended. Start again.');
    const { row, integration } = await readAttempt(deps, session, attemptId);
    if (row.status === 'succeeded') return { message_type: 'success', ...base, connection_id: row.connection_id, is_pending: false };
    const provider = nameOf(integration);
    const { socket, message } = referenceFailure(row, { provider, mode: integration.provider.auth_mode });
    return failed(row.connection_id, socket, message);
}
