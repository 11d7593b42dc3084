/**
 * Why nothing was connected. `code` is stable; `message` is English, for you; `ref` finds the
 * attempt in the server's log.
 */
export class ConnectError extends Error {
    override readonly name = 'ConnectError';
    readonly code: string;
    readonly ref: string | undefined;
    constructor(code: string, message: string, ref?: string) {
        super(message);
        this.code = code;
        this.ref = ref;
    }
}
