import type { createConnectSession, ParsedInput } from '@patchbay/contracts';
import type { Appearance } from '@patchbay/contracts/widget-message';
import type { StoredEndUser } from '@patchbay/db';
import { toStoredEndUser, toTags } from '../../connections/connection-store/end-user.ts';

/** Values and limits that the customer's backend sets for one integration. They win over whatever the end user types. */
export interface IntegrationDefaults {
    user_scopes?: string | undefined;
    authorization_params?: Record<string, string> | undefined;
    connection_config?: Record<string, unknown> | undefined;
}

/** What a session is made of. Plain JSON: a share link keeps it until it is opened. */
export interface SessionRequest {
    endUser: StoredEndUser | null;
    tags: Record<string, string>;
    /** Empty: every integration of the environment. */
    allowedIntegrations: string[];
    defaults: Record<string, IntegrationDefaults>;
    overrides: Record<string, { docs_connect?: string | undefined }>;
    allowedOrigins: string[];
    webhookUrlOverride: string | null;
    appearance: Appearance;
    locale: string | null;
}

type Body = NonNullable<ParsedInput<typeof createConnectSession>['body']>;
type Options = Omit<Body, 'end_user' | 'organization' | 'tags' | 'allowed_integrations'>;

export function toSessionRequest(body: Body): SessionRequest {
    const endUser = toStoredEndUser(body.end_user, body.organization);
    return {
        endUser,
        tags: toTags(endUser, body.organization, body.tags),
        allowedIntegrations: body.allowed_integrations ?? [],
        ...toSessionOptions(body)
    };
}

/** What a session for connecting and one for reconnecting are given alike. */
export function toSessionOptions(options: Options): Omit<SessionRequest, 'endUser' | 'tags' | 'allowedIntegrations'> {
    return {
        defaults: options.integrations_config_defaults ?? {},
        overrides: options.overrides ?? {},
        allowedOrigins: options.allowed_origins ?? [],
        webhookUrlOverride: options.webhook_url_override || null,
        appearance: options.appearance ?? {},
        locale: options.locale ?? null
    };
}
