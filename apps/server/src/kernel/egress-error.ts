export type EgressErrorCode =
    | 'bad_url'
    | 'destination_not_allowed'
    | 'unreachable'
    | 'timeout'
    | 'too_large'
    | 'too_many_redirects'
    | 'tls'
    | 'protocol';

/**
 * An outbound call that did not bring an answer. The message names the host and the reason and nothing else of the request. It has no
 * `cause` on purpose: the client's parser errors carry the bytes that were received, and those may echo a secret into a log.
 */
export class EgressError extends Error {
    override readonly name = 'EgressError';
    readonly code: EgressErrorCode;
    constructor(code: EgressErrorCode, message: string) {
        super(message);
        this.code = code;
    }
}
