import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
    method: string;
    /** As sent: encoded, with its query. */
    target: string;
    headers: Record<string, string | string[] | undefined>;
    body: unknown;
}

export interface CannedResponse {
    status?: number;
    headers?: Record<string, string>;
    /** An object is sent as JSON, text as it is; absent: no answer at all. */
    body?: object | string;
}

/** A server on loopback that writes down what it is asked, and answers what it is told. */
export async function startRecordingServer(respond: () => CannedResponse) {
    const requests: Recorded[] = [];
    const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const { method = '', url = '', headers } = request;
            const isForm = headers['content-type']?.startsWith('multipart/') === true;
            requests.push({ method, target: url, headers, body: text === '' ? undefined : isForm ? text : JSON.parse(text) });
            const { status = 200, headers: own = {}, body } = respond();
            if (body === undefined) return;
            response.writeHead(status, own).end(typeof body === 'string' ? body : JSON.stringify(body));
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Listening on TCP, so the address is not a pipe's name.
    const { port } = server.address() as AddressInfo;
    return {
        url: `http://127.0.0.1:${port}`,
        requests,
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
}
