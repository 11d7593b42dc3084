import type { TestApp } from '@patchbay/test-kit';
import type { ApiResponse } from '../../api.fixtures.ts';

/** A request as the reference's SDK sends it: the token in the query, one level of brackets. */
export function post(
    app: TestApp,
    path: string,
    { token, query = '', body }: { token?: string | undefined; query?: string; body?: unknown }
): Promise<ApiResponse> {
    return app.raw(addressOf(path, token, query), {
        method: 'POST',
        token: null,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
}

export function addressOf(path: string, token: string | undefined, query = ''): string {
    const parts = [...(token === undefined ? [] : [`connect_session_token=${token}`]), ...(query === '' ? [] : [query])];
    return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

export interface Frame {
    message_type: string;
    ws_client_id?: string;
    provider_config_key?: string;
    connection_id?: string;
    is_pending?: boolean;
    error_type?: string;
    error_desc?: string;
}

/** The socket that the SDK opens before it opens its window. */
export async function openSocket(
    app: TestApp
): Promise<AsyncDisposable & { clientId: string; outcome: Promise<Frame>; ended: Promise<number> }> {
    const socket = new WebSocket(app.url.replace('http', 'ws'));
    const frames: Frame[] = [];
    const waiting: ((frame: Frame) => void)[] = [];
    socket.addEventListener('message', ({ data }) => {
        // The server's frames are JSON in text.
        const frame = JSON.parse(String(data)) as Frame;
        const next = waiting.shift();
        if (next) next(frame);
        else frames.push(frame);
    });
    const next = () =>
        new Promise<Frame>((resolve) => {
            const frame = frames.shift();
            if (frame) resolve(frame);
            else waiting.push(resolve);
        });
    const ended = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
    const { ws_client_id: clientId = '' } = await next();
    return {
        clientId,
        outcome: next(),
        ended,
        async [Symbol.asyncDispose]() {
            socket.close();
            await ended;
        }
    };
}
