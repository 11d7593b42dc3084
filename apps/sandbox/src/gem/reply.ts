import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';

export interface Reply {
    status: number;
    /** Sent as JSON, a Buffer as it is. */
    body: unknown;
    headers?: OutgoingHttpHeaders;
}

/** Messages by field, by the place they were found in. */
export type FieldErrors = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A refusal by the application; becomes its reply. */
export class Refusal extends Error {
    readonly status: number;
    readonly details: Readonly<Record<string, unknown>>;

    constructor(status: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
        super(message);
        this.status = status;
        this.details = details;
    }

    reply(): Reply {
        const { status, message, details } = this;
        return { status, body: { code: status, status: STATUS_CODES[status] ?? '', message, ...details } };
    }
}

/** A schema failure. */
export function invalid(place: string, field: string, ...why: [string, ...string[]]): Refusal {
    const errors: FieldErrors = { [place]: { [field]: why } };
    return new Refusal(422, 'The request does not match the schema.', { errors });
}

export function notFound(what: string): Refusal {
    return new Refusal(404, `${what} not found.`);
}

/** AWS API Gateway's own replies: a message, and the kind in a header. */
export function gatewayReply(status: number, message: string, kind?: string): Reply {
    const ids = { 'x-amzn-requestid': randomUUID(), 'x-amz-apigw-id': randomUUID().slice(0, 16) };
    return { status, body: { message }, headers: kind === undefined ? ids : { ...ids, 'x-amzn-errortype': kind } };
}
