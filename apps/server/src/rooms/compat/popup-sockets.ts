import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '../../deps.ts';
import { readAttempt } from '../connect/attempts/continue-attempt.ts';
import { findSessionOf } from '../connect/connect-sessions/connect-sessions.sql.ts';
import { findSettledPopups } from './popup-clients.sql.ts';
import { referenceFailure } from './reference-codes.ts';

/** Sockets of one server. Each costs little, but somebody could open them for ever. */
const mostSockets = 5000;
const lookEveryMs = 500;
const pingEveryMs = 30_000;
/** Longer than any attempt runs. */
const longestMs = 20 * 60_000;
/** Clients have nothing to say. */
const longestMessageBytes = 256;

export interface PopupSockets {
    /** Takes over a connection that asks for a WebSocket. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
    stop(): Promise<void>;
}

/**
 * Tells the reference's browser SDK how its windows ended: a frame with the socket's name at once, another one with the outcome.
 * The rows are the truth, whichever server knows the outcome; the open sockets of this one look at theirs together. Whence a page connects
 * is not asked: no cookie is read, and the name given to a socket is worth nothing without a session's token.
 */
export function openPopupSockets(deps: Deps): PopupSockets {
    const server = new WebSocketServer({
        noServer: true,
        maxPayload: longestMessageBytes,
        perMessageDeflate: false,
        clientTracking: false
    });
    const waiting = new Map<string, WebSocket>();
    const unheard = new WeakSet<WebSocket>();
    let isStopping = false;

    function welcome(socket: WebSocket): void {
        const name = deps.ids.uuid();
        const key = deps.tokens.hash(name).toString('hex');
        const end = setTimeout(() => socket.close(1000), longestMs);
        waiting.set(key, socket);
        socket.on('pong', () => unheard.delete(socket));
        // A message that is too long, for one: the socket is closed, and nothing is wrong here.
        socket.on('error', () => {});
        socket.on('close', () => {
            clearTimeout(end);
            waiting.delete(key);
        });
        socket.send(JSON.stringify({ message_type: 'connection_ack', ws_client_id: name }));
    }

    async function look(): Promise<void> {
        const hashes = [...waiting.keys()].map((key) => Buffer.from(key, 'hex'));
        const settled = await findSettledPopups(deps.db, hashes, deps.clock.now());
        // What cannot be told now is tried again at the next look.
        await Promise.all(settled.map((popup) => tell(popup).catch(complain)));
    }

    async function tell(popup: SettledPopup): Promise<void> {
        const outcome = await describeOutcome(deps, popup);
        const key = popup.client_hash.toString('hex');
        const socket = waiting.get(key);
        waiting.delete(key);
        socket?.send(JSON.stringify(outcome));
        socket?.close(1000);
    }

    function complain(error: unknown): void {
        deps.log.warn('popup_outcome_not_sent', { error });
    }

    function ping(): void {
        for (const socket of waiting.values()) {
            if (unheard.has(socket)) socket.terminate();
            unheard.add(socket);
            socket.ping();
        }
    }

    let isLooking = false;
    const looks = setInterval(() => {
        if (waiting.size === 0 || isLooking) return;
        isLooking = true;
        const work = look().catch(complain);
        deps.background.run(work.finally(() => (isLooking = false)));
    }, lookEveryMs);
    const pings = setInterval(ping, pingEveryMs);

    return {
        accept(request, socket, head) {
            socket.on('error', () => socket.destroy());
            if (request.url?.split('?', 1)[0] !== '/') return refuse(socket, '404 Not Found');
            if (isStopping || waiting.size >= mostSockets) return refuse(socket, '503 Service Unavailable');
            server.handleUpgrade(request, socket, head, welcome);
        },
        async stop() {
            isStopping = true;
            clearInterval(looks);
            clearInterval(pings);
            const closed = [...waiting.values()].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
            for (const socket of waiting.values()) socket.close(1001);
            const patience = setTimeout(() => {
                for (const socket of waiting.values()) socket.terminate();
            }, 1000);
            await Promise.all(closed);
            clearTimeout(patience);
            server.close();
        }
    };
}

function refuse(socket: Duplex, status: string): void {
    // A client that does not close its own end would otherwise keep the connection.
    socket.once('finish', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
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
    const provider = integration.row.display_name ?? integration.provider.display_name;
    const { socket, message } = referenceFailure(row, { provider, mode: integration.provider.auth_mode });
    return failed(row.connection_id, socket, message);
}
