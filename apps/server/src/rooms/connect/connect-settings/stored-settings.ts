import { appearance, appearanceVariables, type ConnectSettings, connectSettings } from '@patchbay/contracts';
import type { Appearance } from '@patchbay/contracts/widget-message';
import { z } from 'zod';
import { validFields } from '../../../kernel/http/valid-fields.ts';

// A newer server beside this one may have stored more: fields and values that this one does not
// know are left out, where a request with them is refused.

const variables = z.preprocess((value) => validFields(appearanceVariables, value), appearanceVariables).optional();

const oneLanguage = appearance.shape.texts.unwrap();
const texts = z.preprocess((value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const known = Object.entries(value).filter((entry) => oneLanguage.safeParse(Object.fromEntries([entry])).success);
    return Object.fromEntries(known);
}, appearance.shape.texts);

export const storedAppearance = z
    .object({
        variables,
        dark: variables,
        logo: appearance.shape.logo.unwrap().strip().optional().catch(undefined),
        text: appearance.shape.text.catch(undefined),
        texts: texts.optional()
    })
    .catch({}) satisfies z.ZodType<Appearance>;

export const defaultSettings: ConnectSettings = {
    app_name: null,
    default_theme: 'system',
    appearance: {},
    show_watermark: false,
    privacy_url: null,
    terms_url: null,
    support_url: null,
    support_email: null,
    allowed_return_origins: []
};

const known = connectSettings.extend({ appearance: storedAppearance });

/** Whole: what an environment has not set has its default. */
export const storedSettings: z.ZodType<ConnectSettings> = z.preprocess(
    (value) => ({ ...defaultSettings, ...validFields(known, value) }),
    known
);
