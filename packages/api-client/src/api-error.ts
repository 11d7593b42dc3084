import type { Issue } from '@patchbay/contracts/issue';

/** The server answered with an error. `code` is stable; `message` is for people. */
export class ApiError extends Error {
    override readonly name = 'ApiError';
    readonly code: string;
    readonly status: number;
    readonly errors: Issue[];
    readonly payload: Record<string, unknown>;
    constructor(status: number, error: { code: string; message?: string; errors?: Issue[]; payload?: Record<string, unknown> }) {
        super(error.message ?? error.code);
        this.status = status;
        this.code = error.code;
        this.errors = error.errors ?? [];
        this.payload = error.payload ?? {};
    }
}

/** No answer came: offline, refused, cut off, or too slow. Whether the server acted is unknown. */
export class UnreachableError extends Error {
    override readonly name = 'UnreachableError';
}
