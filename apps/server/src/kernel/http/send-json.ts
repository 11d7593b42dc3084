import type { Response } from 'express';

/**
 * Sends `value` as JSON, also where Express has not added its methods to the response.
 * @returns its length in bytes
 */
export function sendJson(response: Response, status: number, value: unknown): number {
    const text = JSON.stringify(value);
    const length = Buffer.byteLength(text);
    writeHead(response, status, length).end(text);
    return length;
}

/** JSON that many responses share, or that was stored as text. */
export class SerialisedJson {
    readonly bytes: Buffer;
    /** Instead of the contract's. */
    readonly status: number | undefined;
    constructor(json: string, status?: number) {
        this.bytes = Buffer.from(json);
        this.status = status;
    }
}

export function sendSerialised(response: Response, usual: number, { bytes, status = usual }: SerialisedJson): void {
    writeHead(response, status, bytes.length).end(bytes);
}

function writeHead(response: Response, status: number, length: number): Response {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('content-length', length);
    return response;
}
