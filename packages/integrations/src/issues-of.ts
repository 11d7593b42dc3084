import type { Issue } from '@patchbay/functions';
import type { z } from 'zod';

export function issuesOf(error: z.ZodError): Issue[] {
    return error.issues.map(({ path, message, code }) => ({ path: path.map(String).join('.'), message, code }));
}
