import { z } from 'zod';
import { appearance } from './appearance.ts';
import { defineEndpoint } from './endpoint.ts';
import { data, origin } from './primitives.ts';

const notHttps = { error: 'Write the address of a page that begins with https://.' };
const page = z.url(notHttps).startsWith('https://', notHttps).max(2048).nullable();

/** How the Connect UI looks and where it may send end users, for all sessions of an environment. */
export const connectSettings = z.strictObject({
    app_name: z.string().min(1).max(80).nullable().describe('Name of your product in sentences; null: that of `PATCHBAY_APP_NAME`.'),
    default_theme: z
        .enum(['light', 'dark', 'system'])
        .describe('Theme where the page names none; `system` follows the device, and is the default.'),
    appearance: appearance.describe('Colours, font, logo and wording; `{}` by default.'),
    show_watermark: z.boolean().describe('Whether a line "Powered by Patchbay" is shown; `false` by default.'),
    privacy_url: page.describe('Your privacy policy, which the Connect UI links to; https. Null, the default: no link.'),
    terms_url: page.describe('Your terms, which the Connect UI links to; https. Null, the default: no link.'),
    support_url: page.describe(
        'Your page with help, which the Connect UI links to where something has gone wrong; https. Null, the default: no link.'
    ),
    support_email: z
        .email({ error: 'Write a plain e-mail address, for example help@example.com.' })
        .max(255)
        .nullable()
        .describe(
            'Where end users may write to when something has gone wrong; the subject has the code for support. Null, the default: nowhere.'
        ),
    allowed_return_origins: z
        .array(origin)
        .max(50)
        .describe('Origins of the pages that a sign-in in the same tab, or a share link, may return to; none by default.')
});
export type ConnectSettings = z.output<typeof connectSettings>;

const settingsExample = {
    app_name: 'Example',
    default_theme: 'system',
    appearance: { variables: { colorPrimary: '#3457d5' } },
    show_watermark: false,
    privacy_url: 'https://example.com/privacy',
    terms_url: null,
    support_url: 'https://example.com/help',
    support_email: 'help@example.com',
    allowed_return_origins: ['https://app.example.com']
} satisfies ConnectSettings;
const settingsSuccess = { status: 200, body: data(connectSettings), example: { data: settingsExample } } as const;

export const getConnectSettings = defineEndpoint({
    id: 'getConnectSettings',
    method: 'GET',
    path: '/environment/connect-ui',
    summary: "This environment's settings of the Connect UI.",
    auth: ['secret_key'],
    scope: 'environment:settings:read',
    success: settingsSuccess
});

export const updateConnectSettings = defineEndpoint({
    id: 'updateConnectSettings',
    method: 'PATCH',
    path: '/environment/connect-ui',
    summary: 'Change settings of the Connect UI; what is not named stays.',
    auth: ['secret_key'],
    scope: 'environment:settings:write',
    body: connectSettings.partial().extend({
        expected: connectSettings
            .partial()
            .optional()
            .describe('What you have read of some settings: where one is another by now, nothing is changed. Absent: nothing is compared.')
    }),
    success: settingsSuccess,
    errors: { conflict: true },
    example: { body: { show_watermark: false } }
});
