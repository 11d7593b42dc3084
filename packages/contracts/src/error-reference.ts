import { declaredErrors, namedErrors, statusesOf } from './declared-errors.ts';
import type { EndpointShape } from './endpoint.ts';
import { errorCatalog, type ErrorCode } from './error-catalog.ts';

export interface ErrorReferenceEntry {
    code: ErrorCode;
    /** HTTP status, where an endpoint names no other. */
    status: number;
    /** The usual message; a response may have a more exact one. */
    message: string;
    remedy: string;
    /** Endpoints with this code, as `METHOD /path`, and its status there. Empty: many have it. */
    endpoints: { endpoint: string; status: number }[];
}

/** More endpoints than that are not listed: the unified API has dozens with the same errors. */
const MOST_NAMED = 40;

/** Every error code with its remedy, in order of the catalogue: the source of `docs/errors.md`. */
export function errorReference(endpoints: readonly EndpointShape[]): ErrorReferenceEntry[] {
    const all = endpoints.map((endpoint) => ({
        endpoint,
        declared: new Set(declaredErrors(endpoint).map(({ code }) => code)),
        named: namedErrors(endpoint)
    }));
    // Object.keys of a constant object gives its keys, which TypeScript types as string.
    return (Object.keys(errorCatalog) as ErrorCode[]).map((code) => {
        const { status, message, remedy } = errorCatalog[code];
        const declaring = all.filter(({ declared }) => declared.has(code));
        const isGeneral = declaring.some(({ named }) => named[code] === undefined);
        const naming = isGeneral ? [] : declaring.map(({ endpoint }) => endpoint).filter(({ deprecation }) => !deprecation);
        return {
            code,
            status,
            message,
            remedy,
            endpoints: (naming.length > MOST_NAMED ? [] : naming)
                .map(({ method, path, errors }) => ({ endpoint: `${method} ${path}`, status: statusesOf(errors, code)[0] }))
                .toSorted((one, other) => (one.endpoint < other.endpoint ? -1 : 1))
        };
    });
}
