import { z } from 'zod';
import { appearance } from './appearance.ts';
import { defineEndpoint } from './endpoint.ts';
import { data, origin } from './primitives.ts';

/** How the Connect UI looks and where it may send end users, for all sessions of an environment. */
export const connectSettings = z.strictObject({
    /** The product's name in sentences; null leaves it to `PATCHBAY_APP_NAME`. */
    app_name: z.string().min(1).max(80).nullable(),
    default_theme: z.enum(['light', 'dark', 'system']),
    appearance,
    /** A small line "Powered by Patchbay"; off unless asked for. */
    show_watermark: z.boolean(),
    /** Pages that a sign-in in the same tab, or a share link, may come back to. */
    allowed_return_origins: z.array(origin).max(50)
});
export type ConnectSettings = z.output<typeof connectSettings>;

export const getConnectSettings = defineEndpoint({
    id: 'getConnectSettings',
    method: 'GET',
    path: '/environment/connect-ui',
    summary: "This environment's settings of the Connect UI.",
    auth: ['secret_key'],
    scope: 'environment:settings:read',
    success: { status: 200, body: data(connectSettings) }
});

export const updateConnectSettings = defineEndpoint({
    id: 'updateConnectSettings',
    method: 'PATCH',
    path: '/environment/connect-ui',
    summary: 'Change settings of the Connect UI; what is not named stays.',
    auth: ['secret_key'],
    scope: 'environment:settings:write',
    body: connectSettings.partial(),
    success: { status: 200, body: data(connectSettings) },
    example: { body: { show_watermark: false } }
});
