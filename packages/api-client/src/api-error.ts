import type { Issue } from '@patchbay/contracts/issue';

/** The server answered with an error. `code` is stable; `message` is for people. */
export class ApiError extends Error {
    override readonly name = 'ApiError';
    readonly code: string;
    readonly status: number;
    readonly errors: Issue[];
    readonly payload: Record<string, unknown>;
    /** Where this code is explained, with what to do about it; undefined when the response names no such page. */
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

/** No answer came: offline, refused, cut off, or too slow. Whether the server acted is unknown. */
export class UnreachableError extends Error {
    override readonly name = 'UnreachableError';
}
