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
    /** After how many seconds to try again, where the server tells (`Retry-After`). */
    readonly retryAfterS: number | undefined;
    /** @param link the response's `Link` header (RFC 8288); @param retryAfter its `Retry-After` */
    constructor(
        status: number,
        error: { code: string; message?: string; errors?: Issue[]; payload?: Record<string, unknown> },
        link?: string | null,
        retryAfter?: string | null
    ) {
        super(error.message ?? error.code);
        this.status = status;
        this.code = error.code;
        this.errors = error.errors ?? [];
        this.payload = error.payload ?? {};
        this.retryAfterS = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
        this.docs = /<([^<>]+)>; rel="help"/.exec(link ?? '')?.[1];
    }
}

/** No response: offline, refused, cut off, or too slow. Whether the server acted is unknown. */
export class UnreachableError extends Error {
    override readonly name = 'UnreachableError';
}
