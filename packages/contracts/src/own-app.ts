import { z } from 'zod';

/** No scope has a comma or a space (RFC 6749 §3.3). */
export const scopeList = z
    .union([z.string().max(8192), z.array(z.string().max(1024)).max(500)])
    .transform((given) => (typeof given === 'string' ? given.split(',') : given).filter((scope) => scope !== ''))
    .check(({ value, issues }) => {
        if (value.every((scope) => /^[^\s,]+$/.test(scope))) return;
        const message = 'Scopes are separated by commas, without spaces, or given as a list: ["repo", "read:user"].';
        issues.push({ code: 'invalid_format', format: 'scopes', input: value.join(','), message });
    });
export const scopesOfApp =
    'Scopes to ask the provider for: a list, or one text with commas. Absent: those that the provider needs, or on a change those that it has.';

const oauthApp = z
    .strictObject({
        type: z
            .enum(['OAUTH2', 'OAUTH1', 'TBA', 'AWS_SIGV4', 'MCP_OAUTH2'])
            .describe('Kind of credentials: the `auth_mode` of the provider.'),
        client_id: z
            .string()
            .min(1)
            .max(255)
            .describe(
                'Client id of your OAuth app; for OAUTH1 and TBA its consumer key, for AWS_SIGV4 the access key id of your IAM user.'
            ),
        client_secret: z.string().min(1).max(2048).describe('Client secret of your OAuth app. Stored encrypted.'),
        scopes: scopeList.optional().describe(scopesOfApp),
        webhook_secret: z.string().max(255).optional().describe('The same as `webhook_secret` beside it, which wins.')
    })
    .describe(
        'Your OAuth app at the provider. Needed for providers with `auth_mode` OAUTH2, OAUTH1, TBA and AWS_SIGV4, and MCP_OAUTH2 with `client_registration` static.'
    );

const installedApp = z
    .strictObject({
        type: z.literal('APP').describe('Kind of credentials.'),
        app_id: z
            .string()
            .max(255)
            .regex(/^[\w.-]+$/)
            .describe('Id of your app, or its client id.'),
        app_link: z
            .url({ protocol: /^https?$/ })
            .max(2048)
            .describe('Public page of your app, such as `https://github.com/apps/your-app`.'),
        private_key: z
            .string()
            .min(1)
            .max(16_384)
            .describe('A private key of your app: RSA, as PEM, without a passphrase. Stored encrypted.'),
        client_id: z
            .string()
            .min(1)
            .max(255)
            .optional()
            .describe(
                'Client id of your app, where it asks people to sign in while they install it; then an installation is connected only by people who reach it. Absent: by people who make or change it during the sign-in.'
            ),
        client_secret: z.string().min(1).max(2048).optional().describe('Client secret that goes with the client id. Stored encrypted.'),
        webhook_secret: z.string().max(255).optional().describe('The same as `webhook_secret` beside it, which wins.')
    })
    .describe('Your app that owners of accounts install. Needed for providers with `auth_mode` APP.');

const customApp = installedApp
    .extend({
        type: z.literal('CUSTOM').describe('Kind of credentials.'),
        client_id: z.string().min(1).max(255).describe('Client id of your app, by which people sign in while they install it.'),
        client_secret: z.string().min(1).max(2048).describe('Client secret that goes with the client id. Stored encrypted.')
    })
    .describe('Your app that owners of accounts install, and that acts for them as well. Needed for providers with `auth_mode` CUSTOM.');

const appMismatch = {
    error: 'Give the auth_mode of the provider as "type": OAUTH2, OAUTH1, TBA, AWS_SIGV4, MCP_OAUTH2, APP or CUSTOM.'
};
export const ownApp = z
    .discriminatedUnion('type', [oauthApp, installedApp, customApp], appMismatch)
    .describe(
        'Your app at the provider. Needed for providers with `auth_mode` OAUTH2, OAUTH1, TBA, AWS_SIGV4, APP and CUSTOM, and MCP_OAUTH2 with `client_registration` static, and for no other.'
    );
const ofInstalledApp = { app_id: true, app_link: true, private_key: true } as const;
export const changedApp = z.discriminatedUnion(
    'type',
    [
        oauthApp.partial({ client_id: true, client_secret: true }),
        installedApp.partial(ofInstalledApp),
        customApp.partial({ ...ofInstalledApp, client_id: true, client_secret: true })
    ],
    appMismatch
);
