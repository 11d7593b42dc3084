import type { Response } from 'express';

/** Answers `value` as JSON. Express's own `json` works out charset, ETag and freshness anew each time, a twelfth of a short request. */
export function sendJson(response: Response, status: number, value: unknown): void {
    const text = JSON.stringify(value);
    writeHead(response, status, Buffer.byteLength(text)).end(text);
}

/** JSON that many responses share. */
export class SerialisedJson {
    readonly bytes: Buffer;
    constructor(value: unknown) {
        this.bytes = Buffer.from(JSON.stringify(value));
    }
}

export function sendSerialised(response: Response, status: number, { bytes }: SerialisedJson): void {
    writeHead(response, status, bytes.length).end(bytes);
}

function writeHead(response: Response, status: number, length: number): Response {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('content-length', length);
    return response;
}
