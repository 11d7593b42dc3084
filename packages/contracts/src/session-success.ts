import { z } from 'zod';
import { pageUrl, plainText } from './primitives.ts';

/** What a backend adds to the Connect UI's screen of success. */
export const successOption = z
    .strictObject({
        text: plainText(200).optional().describe('What you add to the news, in one line of plain text, in the language of the end user.'),
        next: z
            .strictObject({
                label: plainText(40).describe('Text of the button, in the language of the end user.'),
                url: pageUrl.describe(
                    'Where it leads: https, or http on loopback. A page of its own goes there; in a page of yours, a new tab opens.'
                )
            })
            .optional()
            .describe('Your next step, as the main button.')
    })
    .describe('What the Connect UI shows once an account is connected or reconnected, besides its own words. Absent: nothing.');

export const successView = z.object({
    text: z.string().nullable().describe('Text that the backend gave; null where it gave none.'),
    next: z
        .object({ label: z.string().describe('Text of the button.'), url: z.url().describe('Where it leads.') })
        .nullable()
        .describe('The next step, as the main button; null where the backend gave none.')
});
