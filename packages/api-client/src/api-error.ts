import type { Issue } from '@patchbay/contracts/issue';

/** The server responded with an error. `code` is stable; `message` is for people. */
export class ApiError extends Error {
    override readonly name = 'ApiError';
    /** One of `docs/errors.md`; a newer server may have more. */
    readonly code: string;
    /** HTTP status of the response. */
    readonly status: number;
    /** What is wrong with the input, by field; `path` leads to it. Empty for other errors. */
    readonly errors: Issue[];
    /** What else this code tells, as JSON; `{}` when nothing. */
    readonly payload: Record<string, unknown>;
    /** The page that explains this code; undefined when the response names none. */
    readonly docs: string | undefined;
    /** @param link the response's `Link` header (RFC 8288) */
    constructor(
        status: number,
        error: { code: string; message?: string; errors?: Issue[]; payload?: Record<string, unknown> },
        link?: string | null
    ) {
        super(error.message ?? error.code);
        this.status = status;
        this.code = error.code;
        this.errors = error.errors ?? [];
        this.payload = error.payload ?? {};
        this.docs = /<([^<>]+)>; rel="help"/.exec(link ?? '')?.[1];
    }
}

/** No response: offline, refused, cut off, or too slow. Whether the server acted is unknown. */
export class UnreachableError extends Error {
    override readonly name = 'UnreachableError';
}
