import { ApiError, UnreachableError } from '@patchbay/api-client/errors';

/** Messages are written for documents too, whose marks of code are none here. */
const plain = (message: string) => message.replaceAll('`', '');

/** What went wrong, for people, and what to quote to support. */
export function errorText(error: unknown): { message: string; code: string | undefined } {
    if (error instanceof ApiError) return { message: plain(error.message), code: error.code };
    if (error instanceof UnreachableError)
        return { message: 'The server cannot be reached. Nothing was lost: try again when the network is back.', code: undefined };
    return { message: 'Something unexpected happened. Try again.', code: undefined };
}

/** What is wrong with one field of the body, by the names that lead to it. */
export function fieldError(error: unknown, ...names: string[]): string | undefined {
    if (!(error instanceof ApiError)) return undefined;
    const found = error.errors.find(({ path }) => names.every((name, index) => path[index] === name));
    return found && plain(found.message);
}

export function hasCode(error: unknown, code: string): boolean {
    return error instanceof ApiError && error.code === code;
}
