import type { Issue } from '@patchbay/functions';
import type { z } from 'zod';

/** Of a vendor's list each entry can have some, in fields whose names are the vendor's. */
const MOST_ISSUES = 50;
const MOST_CHARACTERS = 200;

export function issuesOf(error: z.ZodError): Issue[] {
    return error.issues.slice(0, MOST_ISSUES).map(({ path, message, code }) => ({
        path: path.map(String).join('.').slice(0, MOST_CHARACTERS).toWellFormed(),
        message: message.slice(0, MOST_CHARACTERS).toWellFormed(),
        code
    }));
}
