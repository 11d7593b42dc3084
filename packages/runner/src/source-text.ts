import { z } from 'zod';
import { parseJsonText } from './json-text.ts';

/** The text of a record's source, which is stored. Written anew: the child may have sent any. */
export const sourceText = z.string().transform((text, context) => {
    try {
        return JSON.stringify(parseJsonText(text));
    } catch {
        context.addIssue('Must be JSON that is not nested too deeply.');
        return z.NEVER;
    }
});
