// Written by `npm run gen` from packages/contracts. Do not edit.
export const routes = {
    confirmConnection: { method: 'POST', path: '/connections/:connection_id/confirm' },
    createConnectLink: { method: 'POST', path: '/connect/links' },
    createConnectSession: { method: 'POST', path: '/connect/sessions' },
    createIntegration: { method: 'POST', path: '/integrations' },
    createReconnectSession: { method: 'POST', path: '/connect/sessions/reconnect' },
    createSecretKey: { method: 'POST', path: '/environment/api-keys' },
    deleteConnectLink: { method: 'DELETE', path: '/connect/links/:link_id' },
    deleteConnection: { method: 'DELETE', path: '/connections/:connection_id' },
    deleteIntegration: { method: 'DELETE', path: '/integrations/:id' },
    getConnectSettings: { method: 'GET', path: '/environment/connect-ui' },
    getConnection: { method: 'GET', path: '/connections/:connection_id' },
    getIntegration: { method: 'GET', path: '/integrations/:id' },
    getProvider: { method: 'GET', path: '/providers/:provider' },
    importConnection: { method: 'POST', path: '/connections' },
    listAttempts: { method: 'GET', path: '/connect/attempts' },
    listConnectLinks: { method: 'GET', path: '/connect/links' },
    listConnections: { method: 'GET', path: '/connections' },
    listIntegrations: { method: 'GET', path: '/integrations' },
    listProviders: { method: 'GET', path: '/providers' },
    listSecretKeys: { method: 'GET', path: '/environment/api-keys' },
    revokeSecretKey: { method: 'DELETE', path: '/environment/api-keys' },
    revokeSecretKeyById: { method: 'DELETE', path: '/environment/api-keys/:key_id' },
    setMetadata: { method: 'POST', path: '/connections/metadata' },
    updateConnectSettings: { method: 'PATCH', path: '/environment/connect-ui' },
    updateConnection: { method: 'PATCH', path: '/connections/:connection_id' },
    updateIntegration: { method: 'PATCH', path: '/integrations/:id' },
    updateMetadata: { method: 'PATCH', path: '/connections/metadata' }
} as const;

export type ApiProvider = {
    name: string;
    display_name: string;
    auth_mode: ("OAUTH2" | "OAUTH2_CC" | "API_KEY" | "BASIC" | "NONE");
    logo_url: string;
    categories: Array<string>;
    docs: string;
    docs_connect?: string | undefined;
    setup?: {
        url?: string | undefined;
        text: string;
    } | undefined;
    aliases?: Array<string> | undefined;
    credentials?: Record<string, {
        type: "string";
        title: string;
        description?: string | undefined;
        example?: string | undefined;
        pattern?: string | undefined;
        pattern_level?: "warn" | undefined;
        format?: ("hostname" | "uri" | "uuid" | "email") | undefined;
        enum?: Array<string> | undefined;
        optional?: boolean | undefined;
        order?: number | undefined;
        default_value?: string | undefined;
        hidden?: boolean | undefined;
        automated?: boolean | undefined;
        prefix?: string | undefined;
        suffix?: string | undefined;
        doc_section?: string | undefined;
        secret?: boolean | undefined;
        multiline?: boolean | undefined;
        accept?: string | undefined;
        visible_when?: {
            field: string;
            equals: string;
        } | undefined;
    }> | undefined;
    connection_config?: Record<string, {
        type: "string";
        title: string;
        description?: string | undefined;
        example?: string | undefined;
        pattern?: string | undefined;
        pattern_level?: "warn" | undefined;
        format?: ("hostname" | "uri" | "uuid" | "email") | undefined;
        enum?: Array<string> | undefined;
        optional?: boolean | undefined;
        order?: number | undefined;
        default_value?: string | undefined;
        hidden?: boolean | undefined;
        automated?: boolean | undefined;
        prefix?: string | undefined;
        suffix?: string | undefined;
        doc_section?: string | undefined;
        secret?: boolean | undefined;
        multiline?: boolean | undefined;
        accept?: string | undefined;
        visible_when?: {
            field: string;
            equals: string;
        } | undefined;
    }> | undefined;
    no_check?: string | undefined;
    sandbox?: true | undefined;
    proxy?: {
        base_url: string;
        hosts?: Array<string> | undefined;
        headers?: Record<string, string> | undefined;
        query?: Record<string, string> | undefined;
        verification?: {
            method: ("GET" | "POST");
            endpoints: Array<string>;
            headers?: Record<string, string> | undefined;
            data?: Record<string, unknown> | undefined;
        } | undefined;
        rate_limits?: {
            per: string;
            windows: Array<{
                requests: number;
                per_seconds: number;
            }>;
            wait_seconds?: number | undefined;
        } | undefined;
        retry?: {
            at?: (string | Array<string>) | undefined;
            after?: (string | Array<string>) | undefined;
            remaining?: string | undefined;
            error_code?: Array<string> | undefined;
        } | undefined;
        paginate?: {
            type: ("cursor" | "link" | "offset");
            response_path?: string | undefined;
            omits_empty_list?: true | undefined;
            limit_name_in_request?: string | undefined;
            limit?: number | undefined;
            in_body?: boolean | undefined;
            cursor_path_in_response?: string | undefined;
            cursor_name_in_request?: string | undefined;
            link_rel_in_response_header?: string | undefined;
            link_path_in_response_body?: string | undefined;
            offset_name_in_request?: string | undefined;
            offset_start_value?: number | undefined;
            offset_calculation_method?: ("by-response-size" | "per-page") | undefined;
        } | undefined;
        idempotency?: {
            header?: string | undefined;
            query?: string | undefined;
        } | undefined;
        decompress?: boolean | undefined;
        forward_headers_on_redirect?: boolean | undefined;
    } | undefined;
    authorization_url?: string | undefined;
    authorization_params?: Record<string, string> | undefined;
    select_account_params?: Record<string, string> | undefined;
    disable_pkce?: boolean | undefined;
    refuses_webviews?: true | undefined;
    granted_scope_names?: Record<string, string> | undefined;
    redirect_uri_metadata?: Array<string> | undefined;
    authorization_code_param_in_callback?: string | undefined;
    issuer?: string | undefined;
    token_url?: string | undefined;
    refresh_url?: string | undefined;
    refresh_params?: Record<string, string> | undefined;
    token_expiration_buffer?: number | undefined;
    usual_lifetime_seconds?: number | undefined;
    refresh?: {
        rotation?: ("none" | "grace" | "strict") | undefined;
        grace_seconds?: number | undefined;
        idle_hours?: number | undefined;
        grant_hours?: number | undefined;
        expiry?: ("rolling" | "hard") | undefined;
        min_interval_seconds?: number | undefined;
        permanent_errors?: Array<string> | undefined;
    } | undefined;
    no_refresh?: string | undefined;
    revocation_url?: string | undefined;
    revocation_body_format?: ("form" | "json") | undefined;
    revocation_ends?: ("grant" | "account") | undefined;
    token_params?: Record<string, string> | undefined;
    token_headers?: Record<string, string> | undefined;
    authorization_method?: ("header" | "body") | undefined;
    body_format?: ("form" | "json") | undefined;
    scope_separator?: string | undefined;
    default_scopes?: Array<string> | undefined;
    scope_descriptions?: Record<string, string> | undefined;
    token_response_metadata?: Array<string> | undefined;
    expires_in_unit?: ("seconds" | "milliseconds") | undefined;
    token_types?: Array<string> | undefined;
};

export type Appearance = {
    variables?: AppearanceVariables | undefined;
    dark?: AppearanceVariables | undefined;
    logo?: {
        src: string;
        alt: string;
    } | undefined;
    text?: Record<string, string> | undefined;
};

export type AppearanceVariables = {
    colorPrimary?: string | undefined;
    colorBackground?: string | undefined;
    colorText?: string | undefined;
    colorDanger?: string | undefined;
    fontFamily?: string | undefined;
    fontSizeBase?: number | undefined;
    borderRadius?: number | undefined;
    density?: ("normal" | "compact") | undefined;
};

export type AttemptRecord = {
    attempt_id: string;
    ref: string;
    integration_id: string;
    provider: string;
    connection_id: (string | null);
    status: ("created" | "awaiting_user" | "exchanging" | "verifying" | "needs_choice" | "account_mismatch" | "succeeded" | "failed" | "cancelled" | "expired");
    code: (("validation" | "credentials_rejected" | "consent_denied" | "missing_permissions" | "provider_error" | "provider_down" | "state_mismatch" | "browser_mismatch" | "timeout" | "cancelled" | "duplicate" | "connection_limit" | "integration_misconfigured" | "unexpected") | null);
    is_reconnect: boolean;
    summary: string;
    provider_text: (string | null);
    timeline: Array<{
        at: string;
        step: string;
        text: string;
    }>;
    created_at: string;
    updated_at: string;
};

export type ConfirmConnectionBody = {
    provider_config_key: string;
    end_user_id: string;
};

export type ConnectSettings = {
    app_name: (string | null);
    default_theme: ("light" | "dark" | "system");
    appearance: Appearance;
    show_watermark: boolean;
    allowed_return_origins: Array<string>;
};

export type ConnectionAuth = {
    state: ("ok" | "failing" | "broken");
    failure: ({
        kind: ("revoked" | "transient" | "configuration" | "unknown");
        message: string;
        since: string;
        retry_at: (string | null);
    } | null);
    refreshed_at: (string | null);
    grant_ends_at: (string | null);
    asked_scopes: (Array<string> | null);
    granted_scopes: (Array<string> | null);
    missing_scopes: Array<string>;
};

export type ConnectionSummary = {
    id: number;
    connection_id: string;
    provider_config_key: string;
    provider: string;
    errors: Array<{
        type: ("auth" | "sync");
        log_id: string;
    }>;
    end_user: (EndUserView | null);
    tags: Record<string, string>;
    metadata: (Record<string, unknown> | null);
    created: string;
};

export type ConnectionView = {
    id: number;
    connection_id: string;
    provider_config_key: string;
    provider: string;
    errors: Array<{
        type: ("auth" | "sync");
        log_id: string;
    }>;
    end_user: (EndUserView | null);
    tags: Record<string, string>;
    metadata: (Record<string, unknown> | null);
    connection_config: Record<string, unknown>;
    webhook_url_override: (string | null);
    verified_at: (string | null);
    auth: ConnectionAuth;
    created_at: string;
    updated_at: string;
    last_fetched_at: (string | null);
    credentials: Record<string, unknown>;
    credentials_withheld?: string | undefined;
};

export type CreateConnectLinkBody = {
    end_user?: EndUser | undefined;
    organization?: Organization | undefined;
    allowed_integrations?: Array<string> | undefined;
    integrations_config_defaults?: Record<string, IntegrationDefaults> | undefined;
    overrides?: Record<string, {
        docs_connect?: (string | "") | undefined;
    }> | undefined;
    webhook_url_override?: WebhookUrl | undefined;
    tags?: Record<string, string> | undefined;
    allowed_origins?: Array<string> | undefined;
    appearance?: Appearance | undefined;
    locale?: string | undefined;
    expires_in?: number | undefined;
    require_confirmation?: boolean | undefined;
    return_to?: string | undefined;
};

export type CreateConnectSessionBody = {
    end_user?: EndUser | undefined;
    organization?: Organization | undefined;
    allowed_integrations?: Array<string> | undefined;
    integrations_config_defaults?: Record<string, IntegrationDefaults> | undefined;
    overrides?: Record<string, {
        docs_connect?: (string | "") | undefined;
    }> | undefined;
    webhook_url_override?: WebhookUrl | undefined;
    tags?: Record<string, string> | undefined;
    allowed_origins?: Array<string> | undefined;
    appearance?: Appearance | undefined;
    locale?: string | undefined;
};

export type CreateIntegrationBody = {
    provider: string;
    unique_key: string;
    credentials?: {
        type: "OAUTH2";
        client_id: string;
        client_secret: string;
        scopes?: (string | Array<string>) | undefined;
        webhook_secret?: string | undefined;
    } | undefined;
    display_name?: string | undefined;
    forward_webhooks?: boolean | undefined;
    scopes?: (string | Array<string>) | undefined;
    integration_config?: Record<string, string> | undefined;
    custom?: Record<string, string> | undefined;
    enabled?: boolean | undefined;
    allowed_base_urls?: Array<string> | undefined;
};

export type CreateReconnectSessionBody = {
    connection_id: string;
    integration_id: string;
    end_user?: Record<string, unknown> | undefined;
    organization?: Record<string, unknown> | undefined;
    integrations_config_defaults?: Record<string, IntegrationDefaults> | undefined;
    overrides?: Record<string, {
        docs_connect?: (string | "") | undefined;
    }> | undefined;
    webhook_url_override?: WebhookUrl | undefined;
    tags?: Record<string, string> | undefined;
    allowed_origins?: Array<string> | undefined;
    appearance?: Appearance | undefined;
    locale?: string | undefined;
};

export type CreateSecretKeyBody = {
    display_name: string;
    scopes?: Array<Scope> | undefined;
};

export type EndUser = {
    id: string;
    email?: string | undefined;
    display_name?: string | undefined;
    tags?: Record<string, string> | undefined;
};

export type EndUserView = {
    id: string;
    email: (string | null);
    display_name: (string | null);
    tags: (Record<string, string> | null);
    organization: ({
        id: string;
        display_name: (string | null);
    } | null);
};

export type ExpiryTime = (string | number | null);

export type ImportConnectionBody = {
    provider_config_key: string;
    connection_id?: string | undefined;
    credentials: ImportedCredentials;
    connection_config?: Record<string, unknown> | undefined;
    realmId?: string | undefined;
    metadata?: Record<string, unknown> | undefined;
    end_user?: EndUser | undefined;
    tags?: Record<string, string> | undefined;
    webhook_url_override?: WebhookUrl | undefined;
};

export type ImportedCredentials = ({
    type: "OAUTH2";
    access_token: string;
    refresh_token?: string | undefined;
    expires_at?: ExpiryTime | undefined;
    config_override?: {
        client_id?: string | undefined;
        client_secret?: string | undefined;
    } | undefined;
} | {
    type: "OAUTH2_CC";
    token: string;
    client_id: string;
    client_secret: string;
    client_certificate?: string | undefined;
    client_private_key?: string | undefined;
    expires_at?: ExpiryTime | undefined;
} | {
    type: "BASIC";
    username: string;
    password: string;
} | {
    type: "API_KEY";
    apiKey: string;
} | {
    type: "NONE";
});

export type IntegrationDefaults = {
    user_scopes?: string | undefined;
    authorization_params?: Record<string, string> | undefined;
    connection_config?: Record<string, unknown> | undefined;
};

export type IntegrationView = {
    unique_key: string;
    provider: string;
    display_name: string;
    logo: string;
    forward_webhooks: boolean;
    enabled?: boolean | undefined;
    allowed_base_urls?: Array<string> | undefined;
    oauth_app?: {
        state: ("ok" | "refused");
        failure: ({
            message: string;
            since: string;
            retry_at: string;
        } | null);
    } | undefined;
    created_at: string;
    updated_at: string;
    redirect_uri?: string | undefined;
    scopes?: Array<string> | undefined;
    webhook_url?: (string | null) | undefined;
    credentials?: ({
        type: string;
        client_id: (string | null);
        client_secret: (string | null);
        scopes: (string | null);
        webhook_secret: (string | null);
    } | null) | undefined;
};

export type LinkView = {
    id: string;
    url?: string | undefined;
    end_user_id: (string | null);
    expires_at: string;
    requires_confirmation: boolean;
    opened_count: number;
    created_at: string;
    warning?: string | undefined;
};

export type MetadataBody = {
    connection_id: (string | Array<string>);
    provider_config_key: string;
    metadata: Record<string, unknown>;
};

export type MintedSession = {
    data: {
        token: string;
        connect_link: string;
        expires_at: string;
    };
};

export type Organization = {
    id: string;
    display_name?: string | undefined;
};

export type RevokeSecretKeyBody = {
    key_id: string;
};

export type Scope = ("environment:*" | "environment:connect_sessions:write" | "environment:connections:read" | "environment:connections:read_credentials" | "environment:connections:write" | "environment:proxy" | "environment:integrations:read" | "environment:integrations:read_credentials" | "environment:integrations:write" | "environment:providers:read" | "environment:api_keys:write" | "environment:settings:read" | "environment:settings:write");

export type SecretKeyView = {
    id: string;
    display_name: string;
    scopes: Array<Scope>;
    created_at: string;
    last_used_at: (string | null);
};

export type UpdateConnectSettingsBody = {
    app_name?: (string | null) | undefined;
    default_theme?: ("light" | "dark" | "system") | undefined;
    appearance?: Appearance | undefined;
    show_watermark?: boolean | undefined;
    allowed_return_origins?: Array<string> | undefined;
};

export type UpdateConnectionBody = {
    end_user?: EndUser | undefined;
    tags?: Record<string, string> | undefined;
    webhook_url_override?: WebhookUrl | undefined;
};

export type UpdateIntegrationBody = {
    unique_key?: string | undefined;
    credentials?: {
        type: "OAUTH2";
        client_id?: string | undefined;
        client_secret?: string | undefined;
        scopes?: (string | Array<string>) | undefined;
        webhook_secret?: string | undefined;
    } | undefined;
    display_name?: string | undefined;
    forward_webhooks?: boolean | undefined;
    scopes?: (string | Array<string>) | undefined;
    integration_config?: Record<string, string> | undefined;
    custom?: Record<string, string> | undefined;
    enabled?: boolean | undefined;
    allowed_base_urls?: Array<string> | undefined;
};

export type WebhookUrl = (string | "");

/** What each endpoint takes and answers, as JSON on the wire. */
export interface Operations {
    /**
     * Say whose a connection made by a share link is: the end user that is signed in at your
     * product. Another one than the link was for destroys it.
     */
    confirmConnection: {
        params: {
            connection_id: string;
        };
        body: ConfirmConnectionBody;
        response: {
            data: {
                confirmed: true;
            };
        };
    };
    /** Make a link to send to an end user: each opening gets a session of its own. */
    createConnectLink: {
        body: CreateConnectLinkBody;
        response: {
            data: {
                id: string;
                url: string;
                end_user_id: (string | null);
                expires_at: string;
                requires_confirmation: boolean;
                opened_count: number;
                created_at: string;
                warning?: string | undefined;
            };
        };
    };
    /** Mint a short-lived token that lets one end user connect integrations. */
    createConnectSession: {
        body: CreateConnectSessionBody;
        response: MintedSession;
    };
    /** Configure a provider in this environment. */
    createIntegration: {
        body: CreateIntegrationBody;
        response: {
            data: IntegrationView;
        };
    };
    /** Mint a token that lets one end user renew the credentials of one connection. */
    createReconnectSession: {
        body: CreateReconnectSessionBody;
        response: MintedSession;
    };
    /** Make a secret key. Only this response has its secret. */
    createSecretKey: {
        body: CreateSecretKeyBody;
        response: {
            data: {
                id: string;
                display_name: string;
                scopes: Array<Scope>;
                created_at: string;
                last_used_at: (string | null);
                secret: string;
            };
        };
    };
    /** End a link; sessions that it opened end with it. */
    deleteConnectLink: {
        params: {
            link_id: string;
        };
        response: undefined;
    };
    /**
     * Delete a connection and its credentials, and take the access back at the provider where that
     * is possible.
     */
    deleteConnection: {
        params: {
            connection_id: string;
        };
        query: {
            provider_config_key: string;
        };
        response: {
            success: true;
            revocation: {
                outcome: ("revoked" | "unsupported" | "failed");
                reason?: string | undefined;
            };
        };
    };
    /**
     * Delete an integration with all its connections. Once this responds they cannot be used, and
     * the id is free again. Their access is then revoked at the provider and their rows are removed
     * in the background; the log line `integration_removed` counts the outcomes. Delete connections
     * one by one to learn the outcome of each.
     */
    deleteIntegration: {
        params: {
            id: string;
        };
        response: {
            success: true;
        };
    };
    /** This environment's settings of the Connect UI. */
    getConnectSettings: {
        response: {
            data: ConnectSettings;
        };
    };
    /** One connection with its credentials, for keys that may read them. */
    getConnection: {
        params: {
            connection_id: string;
        };
        query: {
            provider_config_key: string;
            force_refresh?: string | undefined;
            refresh_token?: string | undefined;
            refresh_github_app_jwt_token?: string | undefined;
        };
        response: ConnectionView;
    };
    /** One integration; `include=credentials` adds the OAuth app, for keys that may read it. */
    getIntegration: {
        params: {
            id: string;
        };
        query?: {
            include?: Array<("webhook" | "credentials")> | undefined;
        };
        response: {
            data: IntegrationView;
        };
    };
    /** One provider: how to authenticate to it, what to ask for. */
    getProvider: {
        params: {
            provider: string;
        };
        response: {
            data: ApiProvider;
        };
    };
    /**
     * Import a connection whose credentials you already have. An existing one with the same ids is
     * overwritten.
     */
    importConnection: {
        body: ImportConnectionBody;
        response: ConnectionView;
    };
    /** Tries at connecting in the last 30 days, newest first, each with its timeline. */
    listAttempts: {
        query?: {
            ref?: string | undefined;
            integration_id?: string | undefined;
            end_user_id?: string | undefined;
            limit?: number | undefined;
        };
        response: {
            data: Array<AttemptRecord>;
        };
    };
    /** Links that still work, newest first. */
    listConnectLinks: {
        query?: {
            limit?: number | undefined;
        };
        response: {
            data: Array<LinkView>;
        };
    };
    /** Connections, newest first. */
    listConnections: {
        query?: {
            connectionId?: string | undefined;
            search?: string | undefined;
            endUserId?: string | undefined;
            endUserOrganizationId?: string | undefined;
            integrationId?: string | undefined;
            tags?: Record<string, string> | undefined;
            unconfirmed?: string | undefined;
            limit?: number | undefined;
            page?: number | undefined;
            before?: number | undefined;
        };
        response: {
            connections: Array<ConnectionSummary>;
        };
    };
    /**
     * The integrations of this environment; with a session token, those that the session allows and
     * that are switched on.
     */
    listIntegrations: {
        response: {
            data: Array<IntegrationView>;
        };
    };
    /** The third-party APIs that Patchbay knows. */
    listProviders: {
        query?: {
            search?: string | undefined;
        };
        response: {
            data: Array<ApiProvider>;
        };
    };
    /** This environment's live secret keys, without their secrets. */
    listSecretKeys: {
        response: {
            data: Array<SecretKeyView>;
        };
    };
    /** Revoke a secret key named in the body; see `revokeSecretKeyById`. */
    revokeSecretKey: {
        body: RevokeSecretKeyBody;
        response: {
            success: true;
        };
    };
    /**
     * Revoke a secret key; it stops working at once, and so do the sessions and share links that it
     * made.
     */
    revokeSecretKeyById: {
        params: {
            key_id: string;
        };
        response: {
            success: true;
        };
    };
    /** Replace the metadata of one or several connections: all of them or none. */
    setMetadata: {
        body: MetadataBody;
        response: MetadataBody;
    };
    /** Change settings of the Connect UI; what is not named stays. */
    updateConnectSettings: {
        body: UpdateConnectSettingsBody;
        response: {
            data: ConnectSettings;
        };
    };
    /** Change a connection's own copy of the end user, its tags or its webhook address. */
    updateConnection: {
        params: {
            connection_id: string;
        };
        query: {
            provider_config_key: string;
        };
        body: UpdateConnectionBody;
        response: {
            success: true;
        };
    };
    /** Change an integration. What is not named stays. */
    updateIntegration: {
        params: {
            id: string;
        };
        body: UpdateIntegrationBody;
        response: {
            data: IntegrationView;
        };
    };
    /**
     * Merge top-level keys into the metadata of one or several connections: all of them or none.
     */
    updateMetadata: {
        body: MetadataBody;
        response: MetadataBody;
    };
}
