import type { EndpointShape } from './endpoint.ts';
import { errorCatalog, type ErrorCode } from './errors.ts';

export interface ErrorReferenceEntry {
    code: ErrorCode;
    /** HTTP status, where an endpoint names no other. */
    status: number;
    /** The usual message; a response may have a more exact one. */
    message: string;
    remedy: string;
    /** Endpoints that name this code, as `METHOD /path`, and the status where theirs differs. Empty: any endpoint may answer it. */
    endpoints: { endpoint: string; status: number }[];
}

/** Every error code with what to do about it, in the order of the catalogue: the source of `docs/errors.md` and `GET /docs/errors`. */
export function errorReference(endpoints: readonly EndpointShape[]): ErrorReferenceEntry[] {
    // Object.keys of a constant object gives its keys, which TypeScript types as string.
    return (Object.keys(errorCatalog) as ErrorCode[]).map((code) => {
        const { status, message, remedy } = errorCatalog[code];
        const naming = endpoints.filter(({ errors, deprecation }) => errors?.[code] !== undefined && !deprecation);
        return {
            code,
            status,
            message,
            remedy,
            endpoints: naming
                .map(({ method, path, errors }) => {
                    const own = errors?.[code];
                    return { endpoint: `${method} ${path}`, status: typeof own === 'number' ? own : status };
                })
                .toSorted((one, other) => (one.endpoint < other.endpoint ? -1 : 1))
        };
    });
}
