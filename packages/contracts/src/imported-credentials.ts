import { z } from 'zod';
import { expiryTime } from './primitives.ts';

const configOverride = z.strictObject({
    client_id: z.string().max(255).optional().describe('Client id of the other OAuth app.'),
    client_secret: z.string().max(2048).optional().describe('Client secret of the other OAuth app.')
});

const installation = {
    app_id: z.string().min(1).max(255).describe('Id of the app, as the integration has it.'),
    installation_id: z
        .string()
        .regex(/^\d{1,20}$/)
        .describe('Id of the installation.')
};

const tokensOfPerson = z
    .strictObject({
        access_token: z.string().min(1).max(16_384).describe('The access token.'),
        refresh_token: z.string().min(1).max(16_384).optional().describe('The refresh token. Absent: the access token does not end.'),
        expires_at: expiryTime.optional()
    })
    .refine(({ refresh_token: token, expires_at: end }) => token !== undefined || !(end instanceof Date), {
        path: ['refresh_token'],
        error: 'A token that ends needs its refresh token.'
    })
    .describe('Tokens of the person who installed the app. Absent: they are not known, and no call can be made for them.');

/** Credentials as imported, by type. A further credential type is one more member here. */
export const importedCredentials = z.discriminatedUnion(
    'type',
    [
        z.strictObject({
            type: z.literal('OAUTH2').describe('Tokens of a sign-in.'),
            access_token: z.string().min(1).max(16_384).describe('The access token.'),
            refresh_token: z.string().min(1).max(16_384).optional().describe('The refresh token. Absent: the token is not refreshed.'),
            expires_at: expiryTime.optional(),
            config_override: configOverride
                .optional()
                .describe('The OAuth app that the tokens were given to, where it is not that of the integration.')
        }),
        z.strictObject({
            type: z.literal('OAUTH1').describe('A token of a sign-in by OAuth 1.0a, whose secret signs each request.'),
            oauth_token: z.string().min(1).max(2048).describe('The token.'),
            oauth_token_secret: z.string().min(1).max(2048).describe('Secret of the token.'),
            config_override: configOverride
                .optional()
                .describe('The app that the token was given to, where it is not that of the integration.')
        }),
        z.strictObject({
            type: z.literal('OAUTH2_CC').describe('Client credentials.'),
            token: z.string().min(1).max(4096).describe('The access token.'),
            client_id: z.string().min(1).max(255).describe('The client id.'),
            client_secret: z.string().min(1).max(2048).describe('The client secret.'),
            client_certificate: z
                .string()
                .max(10_000)
                .optional()
                .describe('The client certificate, as PEM, where the provider asks for one.'),
            client_private_key: z.string().max(10_000).optional().describe('The private key of the certificate, as PEM.'),
            expires_at: expiryTime.optional()
        }),
        z.looseObject({
            type: z.literal('TWO_STEP').describe("A login of the provider's own. Further members: the fields of its form."),
            token: z.string().min(1).max(16_384).describe('The token that the login brought.'),
            refresh_token: z.string().min(1).max(16_384).optional().describe('The refresh token, where the provider has one.'),
            expires_at: expiryTime.optional()
        }),
        z.looseObject({
            type: z.literal('JWT').describe('A key that signs tokens. Further members: the fields of the form of the provider.')
        }),
        z.strictObject({
            type: z.literal('SIGNATURE').describe('A user whose password signs each request.'),
            username: z.string().min(1).max(1024).describe('The user name.'),
            password: z.string().min(1).max(1024).describe('The password.')
        }),
        z.strictObject({
            type: z.literal('BILL').describe('A user of an organization, with the key of a developer.'),
            username: z.string().min(1).max(1024).describe('The user name.'),
            password: z.string().min(1).max(1024).describe('The password.'),
            organization_id: z.string().min(1).max(255).describe('Id of the organization.'),
            dev_key: z.string().min(1).max(1024).describe('The developer key.')
        }),
        z.strictObject({
            type: z.literal('BASIC').describe('Username and password.'),
            username: z.string().max(1024).describe('The user name.'),
            password: z.string().max(1024).describe('The password; may be empty.')
        }),
        z.strictObject({
            type: z.literal('API_KEY').describe('An API key.'),
            apiKey: z.string().min(1).max(1024).describe('The API key.')
        }),
        z.strictObject({
            type: z.literal('TBA').describe('A token whose secret signs each request; `connection_config.accountId` names its account.'),
            token_id: z.string().min(1).max(2048).describe('Id of the token.'),
            token_secret: z.string().min(1).max(2048).describe('Secret of the token.'),
            config_override: configOverride
                .optional()
                .describe('The app that the token was made for, where it is not that of the integration.')
        }),
        z.strictObject({
            type: z.literal('APP').describe('An installation of your app; its token is requested from the provider.'),
            ...installation
        }),
        z.strictObject({
            type: z
                .literal('CUSTOM')
                .describe('An installation of your app, whose token is requested from the provider, and the token of who installed it.'),
            ...installation,
            user: tokensOfPerson.optional()
        }),
        z.strictObject({ type: z.literal('NONE').describe('The provider needs no credentials.') })
    ],
    {
        // The reference's validator has this message; a later version of it would list the types.
        error: (issue) => (issue.code === 'invalid_union' ? 'Invalid input' : undefined)
    }
);
export type ImportedCredentials = z.output<typeof importedCredentials>;
