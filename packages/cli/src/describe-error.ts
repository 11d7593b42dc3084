import { ApiError, UnreachableError } from '@patchbay/node';
import { CliError } from './errors.ts';

interface Described {
    code: string;
    message: string;
    details: Readonly<Record<string, unknown>>;
    /** A defect of the CLI. */
    isUnexpected: boolean;
}

const advice: Readonly<Record<number, string>> = {
    401: 'Is it the key of this server? Set PATCHBAY_SECRET_KEY and PATCHBAY_URL, or look with: patchbay doctor',
    403: 'Use a key that has the scope, or give it to this one.'
};

const ofCode: Readonly<Record<string, string>> = {
    concurrent_deployment: 'Another deployment to this environment is under way. Nothing was changed: run it again in a moment.'
};

/** What a person and a program are told of an error. */
export function describeError(error: unknown): Described {
    if (error instanceof CliError) return { code: error.code, message: error.message, details: error.details, isUnexpected: false };
    if (error instanceof ApiError) {
        const { code, status, errors, payload } = error;
        const issues = errors.map(({ path, message }) => `\n  ${path.join('.')}: ${message}`).join('');
        const words = ofCode[code] ?? `${error.message}${issues}${advice[status] === undefined ? '' : ` ${advice[status]}`}`;
        return { code, message: words, details: { status, errors, payload }, isUnexpected: false };
    }
    if (error instanceof UnreachableError)
        return {
            code: 'server_unreachable',
            message: `${error.message} Is the server running, and is PATCHBAY_URL its address? Look with: patchbay doctor`,
            details: {},
            isUnexpected: false
        };
    return { code: 'internal_error', message: error instanceof Error ? error.message : String(error), details: {}, isUnexpected: true };
}
