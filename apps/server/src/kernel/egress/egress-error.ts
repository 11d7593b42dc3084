export type EgressErrorCode =
    | 'bad_url'
    | 'destination_not_allowed'
    | 'unreachable'
    | 'timeout'
    | 'too_large'
    | 'too_many_redirects'
    | 'tls'
    | 'protocol';

/** A header block of an answer that is larger is refused. */
export const MAX_HEADER_BYTES = 16_384;

/**
 * An outbound call that did not bring an answer. The message names the host and the reason and nothing else of the request. It has no
 * `cause` on purpose: the client's parser errors carry the bytes that were received, and those may echo a secret into a log.
 */
export class EgressError extends Error {
    override readonly name = 'EgressError';
    readonly code: EgressErrorCode;
    /** False: it is certain that no byte of the request has left, so it may be sent again whatever it does. */
    readonly mayHaveArrived: boolean;
    constructor(code: EgressErrorCode, message: string, mayHaveArrived = true) {
        super(message);
        this.code = code;
        this.mayHaveArrived = mayHaveArrived;
    }
}

/** What the HTTP client threw, in our words. */
export function toEgressError(error: unknown, host: string): EgressError {
    if (error instanceof EgressError) return error;
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
    const failed = (kind: EgressErrorCode, reason: string) => new EgressError(kind, `${host}: ${reason}${code && ` (${code})`}`);
    if (/TIMEOUT|ETIMEDOUT/.test(code)) return failed('timeout', 'no answer in time');
    if (/HEADERS?_OVERFLOW/.test(code)) return failed('too_large', `the answer has more than ${MAX_HEADER_BYTES} bytes of headers`);
    if (/^ERR_(SSL|TLS)_|^EPROTO$/.test(code)) return failed('tls', 'the secure connection broke');
    if (/^E[A-Z0-9]+$|^UND_ERR_(SOCKET|DESTROYED|CLOSED)$/.test(code)) return failed('unreachable', 'the connection failed');
    return failed('protocol', 'the answer is not valid HTTP');
}

/** What went wrong before there was a connection to send anything on. */
export function toConnectError(error: unknown, host: string): EgressError {
    const { code, message } = toEgressError(error, host);
    return new EgressError(code, message, false);
}
