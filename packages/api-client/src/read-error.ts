import type { Issue } from '@patchbay/contracts/issue';
import { ApiError } from './api-error.ts';

/**
 * The error that a response tells of. Its body may be anything: a gateway may have replaced it, and
 * HEAD has none.
 * @param body parsed as JSON; undefined where it is none
 */
export function readError({ status, headers }: Response, body: unknown): ApiError {
    const { error } = asRecord(body);
    const { code, message, errors, payload } = asRecord(error);
    return new ApiError(
        status,
        {
            // The proxy repeats the code in a header.
            code: isText(code) ? code : (headers.get('patchbay-error') ?? 'server_error'),
            message: isText(message)
                ? message
                : `The response (status ${status}) does not say what is wrong. A gateway in front of the server may have sent it.`,
            errors: Array.isArray(errors) ? errors.filter(isIssue) : [],
            payload: asRecord(payload)
        },
        headers.get('link'),
        headers.get('retry-after')
    );
}

type Loose = Record<string, unknown>;

function isText(value: unknown): value is string {
    return typeof value === 'string' && value !== '';
}

function isRecord(value: unknown): value is Loose {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asRecord(value: unknown): Loose {
    return isRecord(value) ? value : {};
}

function isIssue(value: unknown): value is Issue {
    return isRecord(value) && isText(value.code) && typeof value.message === 'string' && Array.isArray(value.path);
}
