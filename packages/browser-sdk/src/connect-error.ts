/**
 * Why nothing was connected. `code` is stable; `message` is English, for you; `ref` finds the
 * attempt in the server's log.
 */
export class ConnectError extends Error {
    override readonly name = 'ConnectError';
    /** Of the attempt, of the API's refusal, or one that `auth` names. */
    readonly code: string;
    /** Such as `C-7F3K2`; undefined for what is not the end of an attempt. */
    readonly ref: string | undefined;
    constructor(code: string, message?: string, ref?: string) {
        super(message);
        this.code = code;
        this.ref = ref;
    }
}
