import { ApiError, UnreachableError } from '@patchbay/api-client/errors';

/** What went wrong, for people, and what to quote to support. */
export function errorText(error: unknown): { message: string; code: string | undefined } {
    if (error instanceof ApiError) return { message: error.message, code: error.code };
    if (error instanceof UnreachableError)
        return { message: 'The server cannot be reached. Nothing was lost: try again when the network is back.', code: undefined };
    return { message: 'Something unexpected happened. Try again.', code: undefined };
}

/** What is wrong with one field of the body, by its name. */
export function fieldError(error: unknown, name: string): string | undefined {
    return error instanceof ApiError ? error.errors.find(({ path }) => path[0] === name)?.message : undefined;
}
