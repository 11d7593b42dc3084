import { z } from 'zod';
import type { Appearance } from './widget-message.ts';

const colour = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'Write the colour as #rgb or #rrggbb.' });
export const appearanceVariables = z.strictObject({
    colorPrimary: colour.optional(),
    colorBackground: colour.optional(),
    colorText: colour.optional(),
    colorDanger: colour.optional(),
    fontFamily: z
        .string()
        .max(200)
        .regex(/^[\w ,'"-]+$/, { error: 'Name fonts that devices have, separated by commas.' })
        .optional(),
    fontSizeBase: z.number().min(14).max(18).optional(),
    borderRadius: z.number().min(0).max(16).optional(),
    density: z.enum(['normal', 'compact']).optional()
});

/** The Connect UI's looks and words, for an environment or for one session. */
export const appearance = z.strictObject({
    variables: appearanceVariables.optional(),
    dark: appearanceVariables.optional(),
    logo: z
        .strictObject({
            // The widget's policy lets no image in from elsewhere, so the picture travels along.
            src: z
                .string()
                .max(32_768)
                .regex(/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/, {
                    error: 'Give the picture as a data: URL in base64.'
                }),
            alt: z.string().max(80)
        })
        .optional(),
    text: z.record(z.string().max(64), z.string().min(1).max(500)).optional()
}) satisfies z.ZodType<Appearance>;
