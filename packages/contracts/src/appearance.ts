import { z } from 'zod';
import type { Appearance } from './widget-message.ts';

const colour = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'Write the colour as #rgb or #rrggbb.' });
export const appearanceVariables = z.strictObject({
    colorPrimary: colour.optional().describe('Colour of buttons and links, as `#rgb` or `#rrggbb`.'),
    colorBackground: colour.optional().describe('Colour of the background, as `#rgb` or `#rrggbb`.'),
    colorText: colour.optional().describe('Colour of text, as `#rgb` or `#rrggbb`; changed where its contrast is too low.'),
    colorDanger: colour.optional().describe('Colour of errors, as `#rgb` or `#rrggbb`; changed where its contrast is too low.'),
    fontFamily: z
        .string()
        .max(200)
        .regex(/^[\w ,'"-]+$/, { error: 'Name fonts that devices have, separated by commas.' })
        .optional()
        .describe('Fonts that the device has, separated by commas; nothing is downloaded.'),
    fontSizeBase: z.number().min(14).max(18).optional().describe('Size of text in pixels.'),
    borderRadius: z.number().min(0).max(16).optional().describe('Radius of corners in pixels.'),
    density: z.enum(['normal', 'compact']).optional().describe('Space between elements; `normal` by default.')
});

/** What the Connect UI speaks, by BCP 47 tag. */
export const connectLocales = ['ar', 'de', 'en', 'es', 'fr', 'he', 'it', 'ja', 'ko', 'nl', 'pt-BR', 'zh-Hans'] as const;
const languages = new Set(connectLocales.map((tag) => new Intl.Locale(tag).language));

/** More than the Connect UI has. */
const maxTexts = 300;
const wording = z
    .record(z.string().max(64), z.string().min(1).max(500))
    .refine((texts) => Object.keys(texts).length <= maxTexts, { error: `Give at most ${maxTexts} texts for one language.` });

/** Whether the Connect UI speaks the language of this tag, whatever its region and script. */
function isSpoken(tag: string): boolean {
    if (tag.length > 35) return false;
    try {
        return languages.has(new Intl.Locale(tag).language);
    } catch {
        return false;
    }
}

/** The Connect UI's looks and words, for an environment or for one session. */
export const appearance = z.strictObject({
    variables: appearanceVariables.optional().describe('Colours, font and sizes; what is absent keeps its default.'),
    dark: appearanceVariables.optional().describe('The same for the dark theme alone, on top of `variables`.'),
    logo: z
        .strictObject({
            // The widget's policy lets no image in from elsewhere.
            src: z
                .string()
                .max(32_768)
                .regex(/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/, {
                    error: 'Give the picture as a data: URL in base64.'
                })
                .describe('The picture as a `data:` URL in base64: PNG, JPEG, WebP, or an SVG that only draws.'),
            alt: z.string().max(80).describe('Text for those who cannot see the picture.')
        })
        .optional()
        .describe('Your logo in the header of the Connect UI; none by default.'),
    text: wording
        .optional()
        .describe(
            'Your own wording, by the key of the text in the catalogue of the Connect UI, up to 500 characters, of at most 300 texts; keep the gaps such as `{provider}`. It is shown in every language: for more than one, use `texts`.'
        ),
    texts: z
        .record(z.string(), wording)
        .refine((texts) => Object.keys(texts).length <= 40, { error: 'Give at most 40 languages.' })
        .superRefine((texts, context) => {
            for (const tag of Object.keys(texts)) {
                if (isSpoken(tag)) continue;
                const message = `The Connect UI does not speak "${tag.slice(0, 35)}". Use one of ${connectLocales.join(', ')}, or a region of these.`;
                context.addIssue({ code: 'custom', path: [tag], message });
            }
        })
        .optional()
        .describe(
            'The same by language, a BCP 47 tag such as `de` or `de-AT`, on top of `text`: shown where the Connect UI speaks that language. Of several regions of a language, that of the end user counts.'
        )
}) satisfies z.ZodType<Appearance>;
