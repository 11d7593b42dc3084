import type { Response } from 'express';

/** Sends `value` as JSON, also where Express has not added its methods to the response. */
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
