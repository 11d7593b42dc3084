import type { createConnectSession, ParsedInput } from '@patchbay/contracts';
import { storedEndUser } from '@patchbay/db';
import { z } from 'zod';
import { toStoredEndUser, toTags } from '../../connections/connection-store/end-user.ts';
import { readOptions, type SessionOptions, storedOptions } from './session-options.ts';

/** The backend's values for one integration. They take precedence over the end user's input. */
const integrationDefaults = z.object({
    user_scopes: z.string().optional(),
    authorization_params: z.record(z.string(), z.string()).optional(),
    connection_config: z.record(z.string(), z.unknown()).optional(),
    metadata: z.record(z.string(), z.unknown()).optional()
});
export type IntegrationDefaults = z.output<typeof integrationDefaults>;
export const sessionDefaults = z.record(z.string(), integrationDefaults);

/** A session request as share links keep it until they are opened. */
export const storedRequest = z.object({
    endUser: storedEndUser.nullable(),
    tags: z.record(z.string(), z.string()),
    /** Empty: every integration of the environment. */
    allowedIntegrations: z.array(z.string()),
    defaults: sessionDefaults,
    ...storedOptions.shape
});

/** What a session is made of. */
export type SessionRequest = z.output<typeof storedRequest> & SessionOptions;

type Body = NonNullable<ParsedInput<typeof createConnectSession>['body']>;

export function toSessionRequest(body: Body): SessionRequest {
    const endUser = toStoredEndUser(body.end_user, body.organization);
    return {
        endUser,
        tags: toTags(endUser, body.organization, body.tags),
        allowedIntegrations: body.allowed_integrations ?? [],
        defaults: body.integrations_config_defaults ?? {},
        ...readOptions(body)
    };
}
