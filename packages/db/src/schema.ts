import type { ColumnType, Generated, JSONColumnType, Kysely } from 'kysely';

/**
 * The tables as Kysely sees them. One fact per column, whose reasons stand in the migrations; what
 * is JSON is read as `json-columns.ts` says. Each table names its indexes, but for those of its
 * keys, and what uses them.
 */
export interface Schema {
    instance: InstanceTable;
    environments: EnvironmentsTable;
    data_keys: DataKeysTable;
    secret_keys: SecretKeysTable;
    account_keys: AccountKeysTable;
    integrations: IntegrationsTable;
    integration_logos: IntegrationLogosTable;
    connections: ConnectionsTable;
    connection_search: ConnectionSearchTable;
    credential_history: CredentialHistoryTable;
    events: EventsTable;
    connection_webhook_secrets: ConnectionWebhookSecretsTable;
    incoming_webhooks: IncomingWebhooksTable;
    incoming_webhook_events: IncomingWebhookEventsTable;
    webhook_counts: WebhookCountsTable;
    webhook_endpoints: WebhookEndpointsTable;
    webhook_destinations: WebhookDestinationsTable;
    webhook_deliveries: WebhookDeliveriesTable;
    connect_sessions: ConnectSessionsTable;
    idempotent_answers: IdempotentAnswersTable;
    attempts: AttemptsTable;
    connect_settings: ConnectSettingsTable;
    connect_links: ConnectLinksTable;
    event_secrets: EventSecretsTable;
    popup_clients: PopupClientsTable;
    rate_budgets: RateBudgetsTable;
    freezes: FreezesTable;
    frozen_grants: FrozenGrantsTable;
    alert_channels: AlertChannelsTable;
    alert_looks: AlertLooksTable;
    alert_messages: AlertMessagesTable;
    issues: IssuesTable;
    resolved_issues: ResolvedIssuesTable;
    request_log: RequestLogTable;
    request_log_settings: RequestLogSettingsTable;
    traffic_minutes: TrafficTable;
    traffic_hours: TrafficTable;
    traffic_days: TrafficTable;
    record_minutes: RecordCountsTable;
    record_hours: RecordCountsTable;
    status_pages: StatusPagesTable;
    collectors: CollectorsTable;
    registered_clients: RegisteredClientsTable;
    record_sets: RecordSetsTable;
    records: RecordsTable;
    record_listings: RecordListingsTable;
    record_listing_pages: RecordListingPagesTable;
    syncs: SyncsTable;
    function_runs: FunctionRunsTable;
    function_locks: FunctionLocksTable;
    function_checkpoints: FunctionCheckpointsTable;
    set_aside_records: SetAsideRecordsTable;
    function_code: FunctionCodeTable;
    functions: FunctionsTable;
    function_tasks: FunctionTasksTable;
    environment_variables: EnvironmentVariablesTable;
    members: MembersTable;
    member_invitations: MemberInvitationsTable;
    dashboard_sessions: DashboardSessionsTable;
    sign_in_counts: SignInCountsTable;
    audit_entries: AuditEntriesTable;
}

/** The pool, or a transaction on one of its connections. */
export type Db = Kysely<Schema>;

type CreatedAt = ColumnType<Date, Date | undefined, never>;
type UpdatedAt = ColumnType<Date, Date | undefined, Date>;
type Json<T> = JSONColumnType<T & object>;
type NullableJson<T> = ColumnType<T | null, string | null, string | null>;

interface InstanceTable {
    only_row: Generated<boolean>;
    pepper: Buffer;
    created_at: CreatedAt;
}

/**
 * Indexes:
 * - `environments_name`: no two that are in use have a name.
 */
interface EnvironmentsTable {
    id: string;
    name: string;
    created_at: CreatedAt;
    is_production: Generated<boolean>;
    deleted_at: Date | null;
    emptied_at: Date | null;
    functions_read_credentials: Generated<boolean>;
    function_limits: string | null;
}

interface DataKeysTable {
    environment_id: string;
    id: string;
    wrapped: Buffer;
    seals_from: Date | null;
    retired_at: Date | null;
    created_at: CreatedAt;
}

/**
 * Indexes:
 * - `secret_keys_id`: a key is found by the public id in it; also whether it was revoked.
 * - `secret_keys_ends_on_use`: the keys that wait for the first use of another one.
 */
interface SecretKeysTable {
    environment_id: string;
    id: string;
    secret_hash: Buffer;
    display_name: string;
    scopes: string[];
    created_at: CreatedAt;
    last_used_at: Date | null;
    revoked_at: Date | null;
    expires_at: Date | null;
    /** Id of the key that was made for it. */
    replaced_by: string | null;
    /** Id of the key whose first use makes it expire soon; null: it waits for none. */
    ends_on_use_of: string | null;
    made_by_kind: 'member' | 'secret_key' | 'account_key' | null;
    made_by_id: string | null;
    made_by_name: string | null;
}

interface AccountKeysTable {
    id: string;
    secret_hash: Buffer;
    display_name: string;
    scopes: string[];
    created_at: CreatedAt;
    last_used_at: Date | null;
    revoked_at: Date | null;
}

export type StoredRole = 'owner' | 'admin' | 'support' | 'read_only';

/**
 * Indexes:
 * - `members_email`: signing in.
 * - `members_removed`: the clean-up.
 */
interface MembersTable {
    id: string;
    email: string;
    name: string;
    role: StoredRole;
    password_hash: string;
    created_at: Date;
    last_seen_at: Date | null;
    removed_at: Date | null;
}

/**
 * Indexes:
 * - `member_invitations_age`: the clean-up.
 */
interface MemberInvitationsTable {
    id: string;
    token_hash: Buffer;
    email: string | null;
    role: StoredRole;
    is_first: boolean;
    invited_by: string | null;
    created_at: Date;
    expires_at: Date;
    accepted_at: Date | null;
    revoked_at: Date | null;
}

/**
 * Indexes:
 * - `dashboard_sessions_member`: listing and ending those of a member.
 * - `dashboard_sessions_age`: the clean-up.
 */
interface DashboardSessionsTable {
    id: string;
    token_hash: Buffer;
    member_id: string;
    user_agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    ended_at: Date | null;
}

/**
 * Indexes:
 * - `sign_in_counts_age`: the clean-up.
 */
interface SignInCountsTable {
    subject_hash: Buffer;
    count: number;
    until: Date;
}

/**
 * Indexes:
 * - `audit_entries_of_environment`: the list of one environment.
 * - `audit_entries_of_connection`: what was changed of one connection.
 * - `audit_entries_age`: the clean-up.
 */
interface AuditEntriesTable {
    id: string;
    environment_name: string | null;
    at: Date;
    actor_kind: 'member' | 'secret_key' | 'account_key' | 'system';
    actor_id: string | null;
    actor_name: string;
    action: string;
    target: string | null;
    /** Set where one connection was changed. */
    connection_id: string | null;
    integration_key: string | null;
    fields: string | null;
    status: number | null;
    error_code: string | null;
    request_id: string | null;
    client_address: string | null;
}

/** Why the provider refuses an integration's OAuth app. */
export interface AppRefusal {
    /** For a person: what happened and what to do. */
    message: string;
    /** ISO 8601: when it began, and before which it is not tried again, unless forced. */
    since: string;
    retry_at: string;
    /** Refusals in a row. */
    tries: number;
    /** The event that told the customer. */
    event_id: string;
    /** Of the client by which people sign in alone, where the app has a key of its own too. */
    of_sign_in?: boolean | undefined;
}

/**
 * Indexes:
 * - `integrations_deleted`: the work that removes deleted integrations.
 * - `integrations_app_refused`: those whose OAuth app is refused.
 */
interface IntegrationsTable {
    environment_id: string;
    id: string;
    unique_key: string;
    provider: string;
    display_name: string | null;
    client_id: string | null;
    scopes: string[];
    forward_webhooks: boolean;
    enabled: Generated<boolean>;
    allowed_base_urls: Generated<string[]>;
    access: Generated<string[]>;
    guide: Generated<string[]>;
    single_account: Generated<boolean>;
    app_refusal: NullableJson<AppRefusal>;
    secrets: Buffer;
    freeze_id: string | null;
    enabled_after_freeze: Generated<boolean>;
    deleted_at: Date | null;
    revocations: ColumnType<Partial<Record<'revoked' | 'unsupported' | 'failed', number>>, string | undefined, string>;
    created_at: CreatedAt;
    updated_at: UpdatedAt;
}

interface IntegrationLogosTable {
    environment_id: string;
    integration_id: string;
    id: string;
    media_type: 'image/svg+xml' | 'image/png';
    content: Buffer;
}

/** A connection's own copy of the end user. */
export interface StoredEndUser {
    id: string;
    email: string | null;
    display_name: string | null;
    tags: Record<string, string> | null;
    organization: { id: string; display_name: string | null } | null;
}

/** What a session shows of its backend once an account is connected. */
export interface StoredSuccess {
    text: string | null;
    next: { label: string; url: string } | null;
}

/** Why a connection's credentials cannot be renewed. */
export interface AuthFailure {
    /**
     * `revoked`: the grant has ended; `transient`: the provider is down or busy; `configuration`:
     * it refuses the OAuth app; `unknown`: an unexpected response.
     */
    kind: 'revoked' | 'transient' | 'configuration' | 'unknown';
    /** For a person: what happened and what to do. */
    message: string;
    /** ISO 8601: the first failure of this row of failures, and the last. */
    since: string;
    at: string;
    /** Failures in a row. */
    tries: number;
    /**
     * Days (UTC) with unexpected responses of the provider; after some of them refreshing stops.
     */
    odd_days: string[];
    /** Not asked again before, unless forced; null: not by itself. */
    retry_at: string | null;
    /** The event that told the customer; null: not told. */
    event_id: string | null;
    /** ISO 8601: when it broke. Rows of earlier releases lack it. */
    broken_at?: string | undefined;
    /** The token's time ran out, and nothing can renew it. */
    has_expired?: boolean | undefined;
    /** As the contracts list them. */
    cause?: string | undefined;
}

/**
 * Indexes:
 * - `connections_newest`: the list of connections, newest first, page by page.
 * - `connections_by_id`: the list, filtered by the id of a connection.
 * - `connections_of_integration`: the syncs of an integration.
 * - `connections_by_end_user`: an end user's connections: in a session, filtered in the list.
 * - `connections_by_tags`: the list, filtered by tags.
 * - `connections_by_config`: the connections that a provider's webhook is about.
 * - `connections_unconfirmed`: the clean-up of those that were not confirmed in time.
 * - `connections_refresh_due`: the next refreshes of each integration.
 * - `connections_leased`: leases that a server ends when it starts on its own database.
 * - `connections_account`: whether another one has the same account, before a revocation.
 * - `connections_not_ok_newest`: the list of what fails; retries after an OAuth app's refusal.
 * - `connections_not_ok_since`: how many of an integration fail, the first and the newest.
 * - `connections_by_failure`: the lists of what fails for a cause, or since a time.
 * - `connections_unverified`: the list of what was not checked yet.
 * - `connections_probe_due`: the next checks of each integration.
 */
interface ConnectionsTable {
    environment_id: string;
    id: Generated<number>;
    integration_id: string;
    connection_id: string;
    credentials_type: string;
    credentials: Buffer;
    generation: Generated<number>;
    connection_config: Json<Record<string, unknown>>;
    secret_config: Buffer;
    metadata: NullableJson<Record<string, unknown>>;
    end_user: NullableJson<StoredEndUser>;
    tags: Json<Record<string, string>>;
    webhook_url_override: string | null;
    identity_hash: Buffer | null;
    identity_label: string | null;
    verified_at: Date | null;
    created_at: CreatedAt;
    updated_at: UpdatedAt;
    last_fetched_at: Date | null;
    confirm_before: Date | null;
    refreshed_at: Date | null;
    token_issued_at: Date | null;
    grant_ends_at: Date | null;
    asked_scopes: string[] | null;
    granted_scopes: string[] | null;
    refresh_due_at: Date | null;
    probe_due_at: Date | null;
    refresh_fence: Generated<number>;
    refresh_lease_until: Date | null;
    auth_state: Generated<'ok' | 'failing' | 'broken'>;
    auth_failure: NullableJson<AuthFailure>;
    paused_functions: Generated<string[]>;
}

/**
 * Indexes:
 * - `connection_search_newest`: what a search finds, page by page.
 */
interface ConnectionSearchTable {
    // Triggers of `connections` write these rows; code only reads them.
    environment_id: string;
    connection_row_id: number;
    integration_id: string;
    created_at: Date;
    is_confirmed: boolean;
    text: string;
}

/**
 * Indexes:
 * - `credential_history_of_connection`: the timeline of a connection; the removal with it.
 * - `credential_history_age`: the clean-up.
 */
interface CredentialHistoryTable {
    environment_id: string;
    id: string;
    connection_row_id: number;
    at: Date;
    account_label: string | null;
    granted_scopes: string[] | null;
    grant_ends_at: Date | null;
}

/**
 * Indexes:
 * - `events_age`: the clean-up of old events.
 * - `events_with_words`: the clean-up of the provider's words.
 * - `events_of_connection`: the timeline of a connection; the removal of its end user.
 * - `events_of_connection_changes`: how many connections there were over time.
 * - `events_of_connection_states`: the same, to servers of the release before.
 * - `events_unplaced`: those that have no place in the list yet.
 * - `events_in_order`: the list of events.
 * - `events_failed_syncs_of_environment`: runs of syncs that failed lately.
 * - `events_syncs`: whether a later run succeeded.
 * - `events_alerts_of_environment`: what admins were told lately.
 */
interface EventsTable {
    environment_id: string;
    id: string;
    type: string;
    payload: Json<Record<string, unknown>>;
    created_at: CreatedAt;
    position: number | null;
    webhook_url: string | null;
    webhook_headers: string[] | null;
    trace_context: string | null;
    request_id: string | null;
    recording: number | null;
}

/**
 * Indexes:
 * - `event_secrets_expiry`: the clean-up.
 */
interface EventSecretsTable {
    environment_id: string;
    event_id: string;
    secrets: Buffer;
    expires_at: Date;
}

/**
 * Indexes:
 * - `webhook_endpoints_of_connections`: the one for the URLs of connections.
 * - `webhook_endpoints_due`: those that have something to deliver.
 * - `webhook_endpoints_disabled_of_environment`: those that nothing is sent to.
 * - `webhook_endpoints_deleted`: the removal of those that were deleted.
 */
interface WebhookEndpointsTable {
    environment_id: string;
    id: string;
    url: string | null;
    description: string | null;
    event_types: string[];
    signing_keys: Buffer;
    created_at: CreatedAt;
    updated_at: UpdatedAt;
    disabled_at: Date | null;
    disabled_reason: string | null;
    failing_since: Date | null;
    warnings: Generated<number>;
    due_at: Date | null;
    lease_until: Date | null;
    fence: Generated<number>;
    recording: number | null;
    deleted_at: Date | null;
}

/**
 * Indexes:
 * - `webhook_destinations_due`: those that have something to deliver.
 * - `webhook_destinations_age`: the clean-up of those that are no longer used.
 * - `webhook_destinations_of_endpoint`: those that one endpoint signs for.
 */
interface WebhookDestinationsTable {
    environment_id: string;
    id: string;
    endpoint_id: string;
    used_at: UpdatedAt;
    failing_since: Date | null;
    due_at: Date | null;
    lease_until: Date | null;
    fence: Generated<number>;
    host: string | null;
}

/**
 * Indexes:
 * - `webhook_deliveries_pending`: what an endpoint has to deliver next.
 * - `webhook_deliveries_newest`: the list of deliveries.
 * - `webhook_deliveries_of_endpoint`: the list of one endpoint's, and its removal.
 * - `webhook_deliveries_exhausted`: the list of those that were given up.
 * - `webhook_deliveries_delivered`: the list of those that were made.
 * - `webhook_deliveries_given_up_of_environment`: those that were given up lately.
 * - `webhook_deliveries_given_up_of_endpoint`: the newest of them, of each endpoint.
 * - `webhook_deliveries_of_destination`: what a connection's own URL has to deliver next.
 * - `webhook_deliveries_told`: those that the customer was told of.
 */
interface WebhookDeliveriesTable {
    environment_id: string;
    endpoint_id: string;
    id: string;
    event_id: string;
    status: 'pending' | 'delivered' | 'exhausted';
    attempts: Generated<number>;
    failures: Generated<number>;
    due_at: Date | null;
    response_status: number | null;
    failure: string | null;
    attempted_at: Date | null;
    created_at: CreatedAt;
    destination_id: string | null;
    told_at: Date | null;
    started_at: Date | null;
}

interface ConnectionWebhookSecretsTable {
    environment_id: string;
    connection: number;
    secrets: Buffer;
    updated_at: UpdatedAt;
}

interface AlertChannelsTable {
    environment_id: string;
    id: string;
    kind: 'slack' | 'generic';
    name: string;
    secrets: Buffer;
    host: string;
    rules: string[];
    thresholds: Json<Record<string, number>>;
    enabled: Generated<boolean>;
    failing_since: Date | null;
    failure: string | null;
    failures: Generated<number>;
    retry_at: Date | null;
    lease_until: Date | null;
    created_at: Date;
    updated_at: Date;
}

/**
 * Indexes:
 * - `issues_open_of_environment`: what a rule has found and may have gone.
 * - `issues_newest`: the list of issues.
 * - `issues_last_seen`: the clean-up of resolved ones.
 */
interface IssuesTable {
    environment_id: string;
    id: string;
    rule: string;
    subject_id: string;
    integration_key: string | null;
    count: number;
    affected: string[];
    affected_count: number | null;
    since: Date;
    newest_at: Date;
    opened_at: Date;
    last_seen_at: Date;
    muted_until: Date | null;
    resolved_at: Date | null;
    resolved_by: 'patchbay' | 'request' | null;
}

/**
 * Indexes:
 * - `resolved_issues_affected`: the timeline of a connection.
 * - `resolved_issues_age`: the clean-up.
 */
interface ResolvedIssuesTable {
    environment_id: string;
    id: string;
    rule: string;
    subject_id: string;
    integration_key: string | null;
    count: number;
    affected: string[];
    opened_at: Date;
    resolved_at: Date;
    resolved_by: 'patchbay' | 'request';
}

interface AlertLooksTable {
    only_row: Generated<boolean>;
    begun_at: Date;
}

/**
 * Indexes:
 * - `alert_messages_next`: the next message of each channel.
 * - `alert_messages_of_issue`: the removal of an issue.
 */
interface AlertMessagesTable {
    environment_id: string;
    channel_id: string;
    issue_id: string;
    told_state: 'open' | 'resolved' | null;
    told_newest_at: Date | null;
    due_at: Date | null;
    not_before: Date | null;
    message_id: string | null;
    /** Of an earlier release; not read. */
    tries: Generated<number>;
}

/**
 * Indexes:
 * - `incoming_webhooks_of_integration`: the removal of an integration.
 * - `incoming_webhooks_age`: the clean-up of old webhooks.
 */
interface IncomingWebhooksTable {
    environment_id: string;
    id: string;
    integration_id: string;
    headers: Json<Record<string, string>>;
    body: Buffer;
    received_at: CreatedAt;
}

/**
 * Indexes:
 * - `incoming_webhook_events_age`: the clean-up of old events.
 */
interface IncomingWebhookEventsTable {
    environment_id: string;
    integration_id: string;
    event_hash: Buffer;
    webhook_id: string;
    received_at: CreatedAt;
}

/**
 * Indexes:
 * - `webhook_counts_age`: the clean-up of old counts.
 */
interface WebhookCountsTable {
    environment_id: string;
    integration_id: string;
    day: Date;
    outcome: string;
    count: string;
}

/**
 * Indexes:
 * - `connect_sessions_token`: each request with a session token.
 * - `connect_sessions_link`: the page that a connect link opens.
 * - `connect_sessions_expiry`: the clean-up of expired sessions.
 * - `connect_sessions_by_link`: sessions of a share link: their number, and their end with it.
 * - `connect_sessions_of_end_user`: the end of an end user's sessions.
 */
interface ConnectSessionsTable {
    environment_id: string;
    id: string;
    token_hash: Buffer;
    link_hash: Buffer;
    link_token: Buffer;
    end_user: NullableJson<StoredEndUser>;
    tags: Json<Record<string, string>>;
    allowed_integrations: string[];
    config_defaults: Buffer;
    overrides: Json<Record<string, { docs_connect?: string | undefined }>>;
    allowed_origins: string[];
    webhook_url_override: string | null;
    reconnect_integration_id: string | null;
    reconnect_connection_id: string | null;
    expires_at: Date;
    deleted_at: Date | null;
    appearance: ColumnType<unknown, string | undefined, string>;
    locale: string | null;
    link_id: string | null;
    secret_key_id: string | null;
    manages_connections: Generated<boolean>;
    success: NullableJson<StoredSuccess>;
    created_at: CreatedAt;
}

/**
 * Indexes:
 * - `idempotent_answers_expiry`: the clean-up of expired responses.
 */
interface IdempotentAnswersTable {
    environment_id: string;
    key_hash: Buffer;
    request_hash: Buffer;
    answer: Buffer | null;
    expires_at: Date;
}

export type AttemptStatus =
    | 'created'
    | 'awaiting_user'
    | 'exchanging'
    | 'verifying'
    | 'needs_choice'
    | 'account_mismatch'
    | 'succeeded'
    | 'failed'
    | 'cancelled'
    | 'expired';

/**
 * Indexes:
 * - `attempts_launch`: a launch code is looked up and spent.
 * - `attempts_window`: a window exchanges its key for a launch code.
 * - `attempts_state`: the callback looks up and spends its state.
 * - `attempts_idempotency`: one attempt per idempotency key of a session; also by session alone.
 * - `attempts_expiry`: the clean-up of old attempts.
 * - `attempts_running`: the clean-up of overdue attempts.
 * - `attempts_personal`: the clean-up of personal data.
 * - `attempts_to_take_back`: the same of the release before as `attempts_with_grant`.
 * - `attempts_with_grant`: the clean-up of parked grants, and what a freeze accounts for.
 * - `attempts_of_integration`: an integration's attempts: in the list, and when it is deleted.
 * - `attempts_of_connection`: the timeline of a connection.
 * - `attempts_newest`: the list of attempts, newest first.
 * - `attempts_by_ref`: the list, filtered by what the end user quotes.
 * - `attempts_by_end_user`: the list, filtered by end user.
 * - `attempts_approval`: the link of a sign-in that waits for approval.
 * - `attempts_waiting`: the sessions that are kept for such sign-ins.
 * - `attempts_waiting_of_end_user`: such sign-ins of an end user.
 * - `attempts_waiting_newest`: the list and the count of such sign-ins.
 * - `attempts_interrupted`: the clean-up of such sign-ins whose server stopped.
 */
interface AttemptsTable {
    environment_id: string;
    id: string;
    session_id: string;
    integration_id: string;
    connection_id: string;
    is_reconnect: boolean;
    status: AttemptStatus;
    code: string | null;
    ref: string;
    provider_text: string | null;
    missing_scopes: string[] | null;
    idempotency_hash: Buffer | null;
    input_hash: Buffer | null;
    launch_hash: Buffer | null;
    launch_expires_at: Date | null;
    state_hash: Buffer | null;
    browser_hash: Buffer | null;
    secrets: Buffer;
    parked: Buffer | null;
    options: NullableJson<{ id: string; label: string }[]>;
    was_label: string | null;
    now_label: string | null;
    working_until: Date | null;
    expires_at: Date;
    window_hash: Buffer | null;
    return_to: string | null;
    timeline: ColumnType<{ at: string; step: string }[], string | undefined, string>;
    end_user_id: string | null;
    for_reference_client: Generated<boolean>;
    approval_since: Date | null;
    approval_code: Buffer | null;
    approval_hash: Buffer | null;
    approval_browser_hash: Buffer | null;
    state_expires_at: Date | null;
    created_at: CreatedAt;
    updated_at: UpdatedAt;
}

interface ConnectSettingsTable {
    environment_id: string;
    settings: ColumnType<unknown, string, string>;
    updated_at: UpdatedAt;
}

/**
 * Indexes:
 * - `connect_links_code`: a share link is opened.
 * - `connect_links_newest`: the list of links, newest first.
 * - `connect_links_expiry`: the clean-up of expired links.
 * - `connect_links_of_connection`: the links that reconnect a connection.
 */
interface ConnectLinksTable {
    environment_id: string;
    id: string;
    code_hash: Buffer;
    request: Buffer;
    end_user_id: string | null;
    requires_confirmation: boolean;
    return_to: string | null;
    opened_count: Generated<number>;
    expires_at: Date;
    secret_key_id: string | null;
    reconnect_integration_id: string | null;
    reconnect_connection_id: string | null;
    reconnect_generation: number | null;
    connected_at: Date | null;
    connected_session_id: string | null;
    is_single_use: Generated<boolean>;
    sent_at: Date | null;
    created_at: CreatedAt;
}

/**
 * Indexes:
 * - `popup_clients_attempt`: the foreign key, when an attempt is deleted.
 * - `popup_clients_age`: the clean-up of old windows.
 */
interface PopupClientsTable {
    client_hash: Buffer;
    provider_config_key: string;
    environment_id: string | null;
    attempt_id: string | null;
    error_type: string | null;
    error_desc: string | null;
    created_at: CreatedAt;
}

/**
 * Indexes:
 * - `rate_budgets_kept_until`: the clean-up of finished budgets.
 */
interface RateBudgetsTable {
    environment_id: string;
    key_hash: Buffer;
    version: Generated<number>;
    state: ColumnType<unknown, string, string>;
    kept_until: Date;
}

/**
 * Indexes:
 * - `request_log_request`: all entries of one call of the API.
 * - `request_log_operation`: the attempts of one operation.
 * - `request_log_connection`: the list of a connection's entries, newest first.
 * - `request_log_credentials`: the list of those about a connection's credentials.
 * - `request_log_terms`: text search, and filters that few entries match.
 */
interface RequestLogTable {
    environment_id: string;
    id: string;
    operation_id: string;
    attempt: number;
    request_id: string;
    kind: string;
    provider: string | null;
    integration_key: string | null;
    connection_id: string | null;
    method: string;
    url: string;
    status: number | null;
    is_failed: boolean;
    error_code: string | null;
    error_message: string | null;
    started_at: Date;
    queue_ms: number;
    connect_ms: number | null;
    first_byte_ms: number | null;
    total_ms: number;
    request_bytes: number;
    response_bytes: number;
    details: ColumnType<unknown, string, never>;
    terms: string;
}

/**
 * Indexes:
 * - `registered_clients_expiry`: the clean-up.
 */
interface RegisteredClientsTable {
    environment_id: string;
    id: string;
    integration_id: string;
    server_hash: Buffer;
    client: Buffer;
    expires_at: Date;
}

interface CollectorsTable {
    environment_id: string;
    id: string;
    url: string | null;
    headers: Buffer | null;
    header_names: Generated<string[]>;
    encoding: Generated<string>;
    signals: Generated<string[]>;
    revision: Generated<number>;
    last_success_at: Date | null;
    last_error_at: Date | null;
    last_error: string | null;
    updated_at: UpdatedAt;
}

interface RequestLogSettingsTable {
    environment_id: string;
    bodies: string;
    updated_at: UpdatedAt;
}

/**
 * Indexes:
 * - `traffic_minutes_newest`: the last minutes of an environment.
 * - `traffic_minutes_age`: the clean-up.
 * - `traffic_hours_age`: the clean-up.
 * - `traffic_days_age`: the clean-up.
 */
interface TrafficTable {
    environment_id: string;
    integration_id: string;
    at: Date;
    kind: string;
    calls: number;
    provider_failures: number;
    credentials_failures: number;
    rate_limit_failures: number;
    platform_failures: number;
    failures_without_connection: Generated<number>;
    failed_with: Json<Record<string, number>>;
    latency: number[];
    connections: string;
    failed_connections: string;
}

/**
 * Indexes:
 * - `record_minutes_age`: the clean-up.
 * - `record_hours_age`: the clean-up.
 */
interface RecordCountsTable {
    environment_id: string;
    integration_id: string;
    at: Date;
    added: number;
    updated: number;
    deleted: number;
}

interface StatusPagesTable {
    environment_id: string;
    slug: string;
    title: string;
    is_enabled: boolean;
    updated_at: UpdatedAt;
}

/**
 * Indexes:
 * - `freezes_open`: one open freeze for each integration, and one for the environment.
 * - `freezes_revoking`: the work that revokes grants.
 * - `freezes_lifted`: the clean-up of old freezes.
 */
interface FreezesTable {
    environment_id: string;
    id: string;
    integration_id: string | null;
    integration_key: string | null;
    reason: string;
    created_at: Date;
    lifted_at: Date | null;
    revoking_since: Date | null;
    listed_up_to: number | null;
}

/**
 * Indexes:
 * - `frozen_grants_due`: the next grants to revoke.
 * - `frozen_grants_age`: the clean-up.
 */
interface FrozenGrantsTable {
    environment_id: string;
    freeze_id: string;
    connection_row_id: number;
    attempt_id: string | null;
    integration_key: string;
    connection_id: string;
    status: Generated<'pending' | 'revoked' | 'revocation_unsupported' | 'already_gone' | 'failed'>;
    reason: string | null;
    tries: Generated<number>;
    due_at: Date;
    updated_at: Date;
}

/**
 * Indexes:
 * - `record_sets_detached`: the clean-up of sets whose connection is gone.
 * - `record_sets_last_run`: the clean-up of sets that have had no run for long.
 * - `record_sets_prune_due`: the clean-up of old payloads.
 */
interface RecordSetsTable {
    environment_id: string;
    id: Generated<number>;
    connection_row_id: number | null;
    model: string;
    live_count: Generated<number>;
    last_modified_at: ColumnType<Date, Date | undefined, Date>;
    last_run_at: Date;
    pruned_to: Date | null;
    pruned_to_id: string | null;
    prune_due_at: Date | null;
}

/**
 * Indexes:
 * - `records_by_time`: the list of records, page by page.
 * - `records_deleted`: the list of deleted records.
 */
interface RecordsTable {
    environment_id: string;
    set_id: number;
    id: string;
    external_id: string;
    payload: string | null;
    raw: string | null;
    hash: Buffer;
    vendor_version: string | null;
    origin: string;
    run_id: string | null;
    first_seen_at: Date;
    last_modified_at: Date;
    seen_at: Date;
    deleted_at: Date | null;
    pruned_at: Date | null;
    previous: string | null;
    previous_until: Date | null;
}

interface RecordListingsTable {
    environment_id: string;
    set_id: number;
    started_at: Date;
    has_unknown: Generated<boolean>;
}

interface RecordListingPagesTable {
    environment_id: string;
    set_id: number;
    id: Generated<number>;
    record_ids: string[];
}

/**
 * Indexes:
 * - `set_aside_records_age`: the clean-up of old ones.
 */
interface SetAsideRecordsTable {
    environment_id: string;
    set_id: number;
    id: string;
    external_id: string | null;
    issues: string;
    record: string;
    run_id: string | null;
    seen_at: Date;
}

/**
 * Indexes:
 * - `syncs_waiting`: the next run of each environment that has some waiting.
 * - `syncs_scheduled`: runs whose time has come, or whose server is gone.
 * - `syncs_due`: the same, for servers of the release before.
 * - `syncs_failing`: those of an environment that fail.
 * - `syncs_paused`: those of an environment that are paused.
 * - `syncs_running`: those of an environment that run.
 * - `syncs_by_name`: those of an environment with one name.
 */
interface SyncsTable {
    environment_id: string;
    id: string;
    connection_row_id: number;
    name: string;
    variant: Generated<string>;
    models: string[];
    frequency: string | null;
    is_paused: Generated<boolean>;
    due_at: Date | null;
    is_triggered: Generated<boolean>;
    waiting_since: Date | null;
    connection_seen: Date | null;
    checkpoint: string | null;
    allows_deletion: Generated<boolean>;
    lease_until: Date | null;
    fence: Generated<number>;
    run_id: string | null;
    started_at: Date | null;
    finished_at: Date | null;
    status: string | null;
    error: string | null;
    failures: Generated<number>;
    succeeded_from: Date | null;
    succeeded_at: Date | null;
    pending_counts: string | null;
    last_counts: string | null;
    created_at: CreatedAt;
    updated_at: UpdatedAt;
}

/**
 * Indexes:
 * - `function_runs_key`: the run of an idempotency key.
 * - `function_runs_of_connection`: the removal with the connection.
 * - `function_runs_waiting`: the next asynchronous action of an environment.
 * - `function_runs_webhooks`: the next webhook of each environment that has some waiting.
 * - `function_runs_handlers`: the next function on a new connection of each environment.
 * - `function_runs_leased`: runs whose server is gone.
 * - `function_runs_newest`: the list of runs.
 * - `function_runs_of_integration`: the list of an integration's runs.
 * - `function_runs_unfilled`: those whose integration is to be filled in.
 * - `function_runs_unstored`: the list of runs for a connection that is not stored.
 * - `function_runs_by_status`: the list of runs that have not succeeded.
 * - `function_runs_by_name`: the list of a function's runs.
 * - `function_runs_by_kind`: the list of the runs of one kind.
 * - `function_runs_of_sync`: the last runs of a sync.
 * - `function_runs_unread`: those of a connection whose changes are to be read again.
 * - `function_runs_age`: the clean-up.
 */
interface FunctionRunsTable {
    environment_id: string;
    id: string;
    /** Null: it is for a connection that is not stored, which `connection_id` names. */
    connection_row_id: number | null;
    /** Null: the release before has inserted it, and the clean-up has not been there yet. */
    integration_id: string | null;
    connection_id: string | null;
    kind: 'sync' | 'action' | 'on-event' | 'webhook';
    name: string;
    variant: string | null;
    status: string;
    attempt: Generated<number>;
    most_attempts: Generated<number>;
    is_async: Generated<boolean>;
    is_unified: Generated<boolean>;
    created_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
    due_at: Date | null;
    lease_until: Date | null;
    counts: string | null;
    error: string | null;
    input: string | null;
    output: string | null;
    log: string | null;
    calls: Generated<number>;
    cancelled_at: Date | null;
    rereads_left: number | null;
    key_hash: Buffer | null;
    request_hash: Buffer | null;
}

/**
 * Indexes:
 * - `function_locks_of_run`: the release of all locks of a run.
 * - `function_locks_age`: the clean-up.
 */
interface FunctionLocksTable {
    environment_id: string;
    key: string;
    run_id: string;
    held_until: Date;
}

interface FunctionCheckpointsTable {
    environment_id: string;
    connection_row_id: number;
    kind: 'action' | 'on-event';
    name: string;
    checkpoint: string;
    saved_at: Date;
}

interface FunctionCodeTable {
    environment_id: string;
    hash: string;
    bundle: string;
    source_map: string | null;
    source: string;
    file_name: string;
    created_at: CreatedAt;
}

/**
 * Indexes:
 * - `functions_id`: a function by its id.
 * - `functions_code`: the clean-up of code that no function has.
 */
interface FunctionsTable {
    environment_id: string;
    integration_id: string;
    kind: 'sync' | 'action' | 'on-event';
    name: string;
    id: string;
    is_enabled: Generated<boolean>;
    frequency: string | null;
    code_hash: string | null;
    version: string | null;
    models: Generated<string[]>;
    declared_frequency: string | null;
    auto_start: Generated<boolean>;
    details: string | null;
    effects: string | null;
    deployed_at: Date | null;
    created_at: CreatedAt;
    updated_at: UpdatedAt;
}

/**
 * Indexes:
 * - `function_tasks_age`: the clean-up.
 * - `function_tasks_open`: those whose server is gone, or whose job was lost.
 */
interface FunctionTasksTable {
    environment_id: string;
    id: string;
    kind: 'dry-run' | 'deployment';
    status: string;
    request: string;
    result: string | null;
    error: string | null;
    created_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
    lease_until: Date | null;
}

interface EnvironmentVariablesTable {
    environment_id: string;
    name: string;
    value: Buffer;
    created_at: CreatedAt;
    updated_at: UpdatedAt;
}
