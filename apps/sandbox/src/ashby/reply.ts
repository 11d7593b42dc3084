import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';

export interface Reply {
    status: number;
    /** Sent as JSON, a Buffer as it is. */
    body: unknown;
    headers?: OutgoingHttpHeaders;
}

/** A refusal by the API, with the code that names it. */
export class Refusal extends Error {
    readonly code: string;
    /** Undefined for the status of ordinary refusals. */
    readonly status: number | undefined;

    constructor(code: string, message: string, status?: number) {
        super(message);
        this.code = code;
        this.status = status;
    }

    reply(ordinaryStatus: number, headers: OutgoingHttpHeaders = {}): Reply {
        const { code, message, status = ordinaryStatus } = this;
        const errorInfo = { code, message, requestId: randomUUID() };
        return { status, headers, body: { success: false, errors: [code], errorInfo } };
    }
}

export function invalidInput(message: string): Refusal {
    return new Refusal('invalid_input', message);
}

/** @param what in the words of the codes, such as `interview_stage` */
export function notFound(what: string): Refusal {
    return new Refusal(`${what}_not_found`, `The ${what.replaceAll('_', ' ')} does not exist.`);
}
