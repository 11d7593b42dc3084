import type { createConnectSession, ParsedInput } from '@patchbay/contracts';
import type { StoredEndUser } from '@patchbay/db';
import { toStoredEndUser, toTags } from '../../connections/connection-store/end-user.ts';
import { readOptions, type SessionOptions } from './session-options.ts';

/** The backend's values for one integration. They take precedence over the end user's input. */
export interface IntegrationDefaults {
    user_scopes?: string | undefined;
    authorization_params?: Record<string, string> | undefined;
    connection_config?: Record<string, unknown> | undefined;
}

/** What a session is made of. Plain JSON: a share link keeps it until it is opened. */
export interface SessionRequest extends SessionOptions {
    endUser: StoredEndUser | null;
    tags: Record<string, string>;
    /** Empty: every integration of the environment. */
    allowedIntegrations: string[];
    defaults: Record<string, IntegrationDefaults>;
}

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
