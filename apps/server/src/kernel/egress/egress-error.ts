export type EgressErrorCode =
    | 'bad_url'
    | 'destination_not_allowed'
    | 'unreachable'
    | 'timeout'
    | 'too_large'
    | 'too_many_redirects'
    | 'tls'
    | 'protocol';

/** A header block of a response that is larger is refused. */
export const MAX_HEADER_BYTES = 16_384;

/**
 * An outbound call without a response. The message names the host and the reason only. No `cause`:
 * the client's parser errors carry received bytes, which may echo a secret into a log.
 */
export class EgressError extends Error {
    override readonly name = 'EgressError';
    readonly code: EgressErrorCode;
    /** False: no byte of the request was sent, so it may be repeated, whatever its method. */
    readonly mayHaveArrived: boolean;
    constructor(code: EgressErrorCode, message: string, mayHaveArrived = true) {
        super(message);
        this.code = code;
        this.mayHaveArrived = mayHaveArrived;
    }
}

/** By the codes of undici, Node and zlib; the first that matches. */
const kinds: readonly [RegExp, EgressErrorCode, string][] = [
    [/TIMEOUT|ETIMEDOUT/, 'timeout', 'no response in time'],
    [/HEADERS?_OVERFLOW/, 'too_large', `the response has more than ${MAX_HEADER_BYTES} bytes of headers`],
    [/^ERR_(SSL|TLS)_|^EPROTO$/, 'tls', 'the secure connection broke'],
    [/^E[A-Z0-9]+$|^UND_ERR_(SOCKET|DESTROYED|CLOSED)$/, 'unreachable', 'the connection failed'],
    [/^(Z_|ERR__ERROR_|ERR_BROTLI_)/, 'protocol', 'the compression of the response is damaged'],
    [/^UND_ERR_|^HPE_|^$/, 'protocol', 'the response is not valid HTTP']
];

/**
 * What the HTTP client or a decoder threw.
 * @param isConnected false: it failed before there was a connection to send anything on
 */
export function toEgressError(error: unknown, host: string, isConnected = true): EgressError {
    if (error instanceof EgressError) return isConnected ? error : new EgressError(error.code, error.message, false);
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
    // Codes of certificates and handshakes have no pattern of their own.
    const [, kind, reason]: (typeof kinds)[number] =
        kinds.find(([pattern]) => pattern.test(code)) ??
        (isConnected ? [/$/, 'protocol', 'the response is not valid HTTP'] : [/$/, 'tls', 'no secure connection']);
    return new EgressError(kind, `${host}: ${reason}${code && ` (${code})`}`, isConnected);
}
