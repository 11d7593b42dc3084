import { errorCatalog, type ErrorCode } from './error-catalog.ts';
import type { Issue } from './issue.ts';

export type { Issue };

/** An error that the caller can act on; `error-response.ts` of the server turns it into HTTP. */
export class AppError extends Error {
    override readonly name = 'AppError';
    readonly code: ErrorCode;
    /** For codes with several statuses; undefined: that of the endpoint or the catalogue. */
    readonly status: number | undefined;
    /** Seconds until another try makes sense, for the header `Retry-After`. */
    readonly retryAfterS: number | undefined;
    readonly errors: Issue[] | undefined;
    readonly payload: Record<string, unknown> | undefined;
    /** The response of a provider that is the reason. `truncated`: of its body the beginning. */
    readonly upstream: { status: number; headers: Record<string, string>; body: unknown; truncated?: true } | undefined;
    constructor(
        code: ErrorCode,
        options: {
            message?: string;
            status?: number;
            retryAfterS?: number;
            errors?: Issue[];
            payload?: Record<string, unknown>;
            upstream?: AppError['upstream'];
            cause?: unknown;
        } = {}
    ) {
        super(options.message ?? errorCatalog[code].message, options.cause === undefined ? undefined : { cause: options.cause });
        this.code = code;
        this.status = options.status;
        this.retryAfterS = options.retryAfterS;
        this.errors = options.errors;
        this.payload = options.payload;
        this.upstream = options.upstream;
    }
}

/** For what a schema cannot check: references to other objects, rules over several fields. */
export function invalidBody(path: readonly (string | number)[], message: string): AppError {
    return new AppError('invalid_body', { message, errors: [{ code: 'custom', message, path: path.map(String) }] });
}
