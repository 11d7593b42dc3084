export interface CatalogEntry {
    status: number;
    /** The endpoint, where only one has this code with this status; else its contract names it. */
    at?: string;
    message: string;
    remedy: string;
}

/**
 * Every error code of the API: its status, its default message, and the remedy that
 * `docs/errors.md` and `GET /docs/errors` show.
 * Codes are public and permanent; messages and remedies may improve.
 * The codes and statuses are the reference service's wherever it has one.
 */
export const errorCatalog = {
    invalid_body: {
        status: 400,
        message: 'The body does not match the documented shape.',
        remedy: '`errors` names each field by its `path`. Compare the body with the operation in `/openapi.json`.'
    },
    invalid_query_params: {
        status: 400,
        message: 'The query parameters do not match the documented shape.',
        remedy: '`errors` names each parameter. Compare the query with the operation in `/openapi.json`; a parameter that is not listed there is refused.'
    },
    invalid_uri_params: {
        status: 400,
        message: 'A part of the path does not match the documented shape.',
        remedy: 'Encode each part of the path (`encodeURIComponent`), and check the id.'
    },
    invalid_headers: {
        status: 400,
        message: 'A header does not match the documented shape.',
        remedy: '`errors` names the header. The proxy needs `Authorization`, `Provider-Config-Key` and `Connection-Id`.'
    },
    invalid_json: {
        status: 400,
        message: 'The body is not valid JSON in UTF-8.',
        remedy: 'Send the body as JSON in UTF-8, without a byte order mark or comments.'
    },
    invalid_content_type: {
        status: 415,
        message: 'Content-Type header must be application/json',
        remedy: 'Send the header `Content-Type: application/json`.'
    },
    unsupported_content_encoding: {
        status: 415,
        message: 'Compressed request bodies are not accepted. Send the body without Content-Encoding.',
        remedy: 'Send the body uncompressed.'
    },
    request_too_large: {
        status: 413,
        message: 'The body is too large.',
        remedy: 'Send at most 1 MiB of JSON, or 2 MiB for an import. The proxy passes on up to 1 GiB.'
    },
    request_timeout: {
        status: 408,
        message: 'The request was not received in time.',
        remedy: 'Send the whole body within 30 seconds; one that the proxy passes on must not pause for that long.'
    },

    missing_auth_header: {
        status: 401,
        message: 'Authentication failed. The request is missing the Authorization header.',
        remedy: 'Send `Authorization: Bearer <secret key>`.'
    },
    malformed_auth_header: {
        status: 401,
        message: 'Authentication failed. The Authorization header must read `Bearer <key>`.',
        remedy: 'Send one header `Authorization: Bearer <secret key>`, with one space and no quotes.'
    },
    invalid_secret_key_format: {
        status: 401,
        message: 'Authentication failed. The provided secret key is not in the format pb_sk_<environment>_….',
        remedy: 'Copy the key whole: `pb_sk_<environment>_…`. Keys of the reference service do not work here.'
    },
    unknown_account: {
        status: 401,
        message: 'Authentication failed. The provided authorization header does not match any account.',
        remedy: 'The key was revoked, or is of another server. Use another key, which `POST /environment/api-keys` makes.'
    },
    invalid_connect_session_token_format: {
        status: 401,
        message: 'Authentication failed. The provided connect session token is not in the format pb_cs_….',
        remedy: 'Copy the token whole: `pb_cs_…`, from `data.token` of `POST /connect/sessions`.'
    },
    unknown_connect_session_token: {
        status: 401,
        message: 'Authentication failed. The connect session token is unknown, expired or deleted.',
        remedy: 'Mint a new session in your backend: `POST /connect/sessions`. `payload.reason` says `expired` where that is known.'
    },
    missing_public_key: {
        status: 401,
        message: 'Authentication failed. The request is missing the parameter connect_session_token.',
        remedy: 'Send the session token as `connect_session_token`.'
    },
    invalid_public_key: {
        status: 401,
        message: 'Authentication failed. The parameter public_key is not a public key. Use a connect session token instead.',
        remedy: 'Mint a session in your backend and send its token as `connect_session_token`.'
    },
    deprecated_authentication: {
        status: 401,
        message: 'Authentication failed. Public keys are not accepted. Mint a connect session in your backend and use its token.',
        remedy: 'Mint a session in your backend and send its token as `connect_session_token`.'
    },
    sign_in_required: {
        status: 401,
        message: 'Sign in to the dashboard.',
        remedy: 'Of the dashboard alone. A session ends after 24 hours without use, after 14 days, or when the member signs out everywhere.'
    },
    signed_in_as_another: {
        status: 409,
        message: 'Another member is signed in to this browser by now.',
        remedy: 'Of the dashboard alone. Nothing was done: its page was opened by one member, and another has signed in since, as in another tab.'
    },
    sign_in_failed: {
        status: 401,
        message: 'The e-mail address or the password is wrong.',
        remedy: 'Of the dashboard alone. An owner who has lost the password makes a new link with `npm run invite`.'
    },
    unknown_invitation: {
        status: 404,
        message: 'This link is unknown, was used, or has expired.',
        remedy: 'Of the dashboard alone. Ask for another invitation; `npm run invite` on the server makes one for an owner.'
    },
    forbidden: {
        status: 403,
        message: 'This key is not allowed to do that.',
        remedy: 'The message names the scope. Use a key that has it, or make one with `POST /environment/api-keys`.'
    },
    origin_not_allowed: {
        status: 403,
        at: 'openConnectSession',
        message: 'This page is not among the origins that the session may be opened from.',
        remedy: 'Add the origin of the page to `allowed_origins` when you mint the session.'
    },
    connections_not_managed: {
        status: 403,
        message:
            'This session does not let the end user manage connections. It was minted without manage_connections, or its connect_link was opened.',
        remedy: 'Mint the session with `manage_connections: true`. Opening the `connect_link` of the session ends it; share links and reconnect sessions cannot have it.'
    },

    not_found: {
        status: 404,
        message: 'There is nothing at this address.',
        remedy: 'Check the address and the id, and that the key is of the same environment: objects of other environments are not found.'
    },
    method_not_allowed: {
        status: 405,
        message: 'This address has no such method.',
        remedy: 'Use one of the methods in the header `Allow`.'
    },
    endpoint_removed: {
        status: 410,
        message: 'This endpoint was removed.',
        remedy: 'Call the endpoint that `payload.successor` names. `GET /changes` lists all dated changes.'
    },
    too_many_request: {
        status: 429,
        message: 'Too many requests. Wait for the time in Retry-After, then go on.',
        remedy: 'Wait for the seconds in `Retry-After`, then go on.'
    },

    // As in the reference, `/integrations/:id` and `POST /connections` respond with `not_found`
    // instead, and what mints a session with `invalid_body`.
    unknown_provider_config: {
        status: 400,
        message: 'The integration does not exist.',
        remedy: 'Check the integration id against `GET /integrations`, with a key of the same environment.'
    },
    unknown_connection: {
        status: 404,
        message: 'The connection does not exist.',
        remedy: 'Check `connection_id` and `provider_config_key` against `GET /connections`; an id is unique within its integration only.'
    },
    unknown_attempt: {
        status: 404,
        message: 'The attempt does not exist or belongs to another session.',
        remedy: 'Start a new attempt; only the session that started an attempt can read it.'
    },
    integration_not_allowed: {
        status: 400,
        message: 'The session does not allow this integration.',
        remedy: 'Name the integration in `allowed_integrations` when you mint the session, or leave `allowed_integrations` out to allow all.'
    },
    invalid_connection: {
        status: 400,
        message: 'The connection that this session is to reconnect no longer exists.',
        remedy: 'Mint a session for a new connection: `POST /connect/sessions`.'
    },
    unknown_environment: {
        status: 404,
        at: 'receiveWebhook',
        message: 'The environment does not exist.',
        remedy: 'It may have been deleted. Copy the address of webhooks from `GET /integrations/:id?include=webhook` again; in the dashboard, choose another environment.'
    },
    missing_webhook_signature: {
        status: 401,
        at: 'receiveWebhook',
        message: 'Missing webhook signature',
        remedy: 'The request has no signature of the provider. Give the webhook a secret at the provider, and the same to the integration as `webhook_secret`.'
    },
    invalid_webhook_signature: {
        status: 401,
        at: 'receiveWebhook',
        message: 'Invalid webhook signature',
        remedy: 'Compare `webhook_secret` of the integration with the secret at the provider. A proxy in between must not change the body.'
    },
    stale_webhook: {
        status: 401,
        at: 'receiveWebhook',
        message: 'Stale webhook signature',
        remedy: 'The webhook was signed too long ago, as a repeated recording is. Check the clock of the server.'
    },
    invalid_auth_mode: {
        status: 400,
        message: 'This integration connects by another endpoint, for the auth mode of its provider.',
        remedy: 'Call the endpoint for the `auth_mode` that `GET /providers/:provider` shows.'
    },
    connection_test_failed: {
        status: 400,
        message: 'The provider refused these credentials.',
        remedy: 'Check that the credentials are complete, neither expired nor revoked, and of the right account. Where the message says that the provider did not respond, try again.'
    },
    connection_validation_failed: {
        status: 400,
        message: 'The connection was not made.',
        remedy: 'The message says why. Let the end user try again, with the right account and all the permissions that are asked for.'
    },
    client_credentials_fetch_error: {
        status: 400,
        at: 'connectWithClientCredentials',
        message: 'The provider gave no token for these client credentials.',
        remedy: 'Compare client id and secret with those that the provider shows, then connect again.'
    },
    missing_client_id: {
        status: 400,
        at: 'connectWithClientCredentials',
        message: 'client_id is missing.',
        remedy: 'Send `client_id`.'
    },
    missing_client_secret: {
        status: 400,
        at: 'connectWithClientCredentials',
        message: 'client_secret is missing.',
        remedy: 'Send `client_secret`.'
    },
    missing_provider_config: {
        status: 400,
        message: 'provider_config_key is missing.',
        remedy: 'Send `provider_config_key`, the id of the integration.'
    },
    missing_access_token: {
        status: 400,
        at: 'importConnectionLegacy',
        message: 'access_token is missing.',
        remedy: 'Send `access_token`.'
    },
    missing_api_key: {
        status: 400,
        at: 'importConnectionLegacy',
        message: 'api_key is missing.',
        remedy: 'Send `api_key`.'
    },
    missing_basic_username: {
        status: 400,
        at: 'importConnectionLegacy',
        message: 'username is missing.',
        remedy: 'Send `username`.'
    },
    missing_expires_at: {
        status: 400,
        at: 'importConnectionLegacy',
        message: 'expires_at is missing. Give expires_at or expires_in, or no_expiration: true.',
        remedy: 'Send `expires_at`, `expires_in`, or `no_expiration: true`.'
    },
    invalid_expires_at: {
        status: 400,
        at: 'importConnectionLegacy',
        message: 'expires_at is not a date.',
        remedy: 'Send `expires_at` as ISO 8601 in UTC, such as `2026-11-20T10:30:00Z`.'
    },
    integration_disabled: {
        status: 400,
        message: 'This integration is switched off. Switch it on again: PATCH /integrations/:id with {"enabled": true}.',
        remedy: 'Switch it on: `PATCH /integrations/:id` with `{"enabled": true}`.'
    },
    frozen: {
        status: 423,
        message:
            'This integration, or its whole environment, is frozen: its credentials are neither given out nor used. GET /freezes says why.',
        remedy: 'It was stopped in an emergency; `GET /freezes` has the reason. When that is over, `DELETE /freezes/:freeze_id` ends it.'
    },
    invalid_credentials: {
        status: 400,
        message: 'The credentials of this connection do not work any more.',
        remedy: 'The message says what happened. Ask the end user to connect again: `POST /connect/sessions/reconnect`.'
    },
    connection_refresh_backoff: {
        status: 424,
        message: 'The provider has just failed to renew the credentials. They are tried again after the time in Retry-After.',
        remedy: 'Wait for the seconds in `Retry-After`, then repeat the request.'
    },
    connection_refresh_exhausted: {
        status: 424,
        message: 'The provider no longer renews the credentials. The end user has to connect again.',
        remedy: 'Ask the end user to connect again: `POST /connect/sessions/reconnect`.'
    },
    missing_api_url: {
        status: 400,
        at: 'proxy',
        message: 'The connection lacks a value that is part of the address of the API.',
        remedy: 'The message names the value. Reconnect, or import the connection with it in `connection_config`.'
    },
    unsupported_provider: {
        status: 400,
        at: 'proxy',
        message: 'This provider has no API address. Give one in the header Base-Url-Override.',
        remedy: 'Send the address in the header `Base-Url-Override`, and add it to `allowed_base_urls` of the integration.'
    },
    unsupported_pagination: {
        status: 400,
        at: 'proxy',
        message: 'Patchbay cannot follow the pages of this provider. Leave out the header Patchbay-Paginate and follow the pages yourself.',
        remedy: 'Leave out the header `Patchbay-Paginate` and follow the pages of the provider yourself.'
    },
    base_url_override_not_allowed: {
        status: 400,
        at: 'proxy',
        message: 'Base-Url-Override leads to a host that is not the provider’s. Add the address to allowed_base_urls of the integration.',
        remedy: 'Add the address to `allowed_base_urls` of the integration.'
    },
    invalid_path: {
        status: 400,
        at: 'proxy',
        message: 'The path leads out of the API of the provider.',
        remedy: 'Write the path without `.` and `..` segments, relative to the base address of the provider.'
    },
    destination_not_allowed: {
        status: 400,
        at: 'proxy',
        message: 'This address may not be called from here.',
        remedy: 'Check the address. One in a private network is only called where the operator has listed its host and port in `PATCHBAY_ALLOW_PRIVATE_HOSTS`.'
    },
    provider_rate_limited: {
        status: 429,
        message:
            'The rate limit of the provider is used up, and the wait for it would be too long. Try again after the time in Retry-After.',
        remedy: 'Wait for the seconds in `Retry-After`, then try again. Spread the calls of connections that share one limit over time.'
    },
    provider_unavailable: {
        status: 503,
        message: 'The provider keeps failing, so no calls are sent to it for a moment. Try again after the time in Retry-After.',
        remedy: 'Wait for the seconds in `Retry-After`, then try again. The cause is at the provider, not in your request.'
    },
    provider_unreachable: {
        status: 502,
        message: 'The provider cannot be reached.',
        remedy: 'Try again. If it persists, check the values in `connection_config` that are part of the provider’s address.'
    },
    provider_timeout: {
        status: 504,
        message: 'The provider did not respond in time.',
        remedy: 'Try again. Before you repeat a write, check at the provider whether it was done: that is not known.'
    },
    provider_answer_unusable: {
        status: 502,
        message: 'The response of the provider cannot be used.',
        remedy: 'The message says why. If the response is too large, ask the provider for less at a time.'
    },
    wrong_provider: {
        status: 400,
        message: 'The provider of this integration is not of the category that the endpoint is for.',
        remedy: '`GET /integrations/:id/capabilities` lists the unified endpoints of an integration. Check `Provider-Config-Key`.'
    },
    unsupported_by_provider: {
        status: 400,
        message: 'The provider does not support this.',
        remedy: '`payload` says what it supports; so does `GET /integrations/:id/capabilities`. The proxy reaches all that the API of the provider can do.'
    },
    vendor_fault: {
        status: 424,
        message: 'The provider has refused the request.',
        remedy: 'The status is that of the reason: 400, 404, 409 or 422 for what the request asks for, 429 for its rate limit, 502 for a failure of the provider, else 424. `payload` has `type`, `errors` with `field`, `code` and `message`, and as `vendor` the response of the provider; of a long body the beginning as text, with `truncated`. After a conflict, `current` is what the provider has now.'
    },
    newer_at_vendor: {
        status: 409,
        message: 'The provider has a newer version of this than the one that you have read, and this request would overwrite the change.',
        remedy: '`payload.current` is the newer version: decide again with it. `?overwrite=true` writes in any case.'
    },
    file_too_large: {
        status: 413,
        at: 'uploadResume',
        message: 'The file is too large: at most 2 MiB.',
        remedy: 'Send a file of at most 2 MiB (2,097,152 bytes), before it is encoded as base64.'
    },
    invalid_file_type: {
        status: 415,
        at: 'uploadResume',
        message: 'The file is not a PDF or Word file.',
        remedy: 'Send a PDF or Word file whose name ends with `.pdf`, `.doc` or `.docx` as its content says.'
    },
    not_confirmed: {
        status: 409,
        message: 'This connection was made by a share link and waits for your confirmation: POST /connections/:connection_id/confirm.',
        remedy: 'Confirm which end user it belongs to: `POST /connections/:connection_id/confirm`.'
    },
    end_user_mismatch: {
        status: 409,
        message: 'The share link was for another end user. What was connected has been deleted.',
        remedy: 'To reconnect, mint the session for the end user who owns the connection. After a share link, send a new link to the right end user.'
    },
    invalid_cursor: {
        status: 400,
        message: 'This cursor is not one that this list has returned.',
        remedy: 'Pass `next_cursor` of the response before, unchanged, or none to begin anew.'
    },
    conflict: {
        status: 409,
        message: 'Another request got there first. Read the current state and decide again.',
        remedy: 'Read the current state, then repeat the request if it still makes sense.'
    },
    idempotency_conflict: {
        status: 409,
        message: 'The first request with this Idempotency-Key is still at work. Try again in a moment.',
        remedy: 'Wait for the first request to end, then repeat it with the same key.'
    },
    idempotency_key_reused: {
        status: 422,
        message: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
        remedy: 'Use a new key for a new request; repeat a request with the key and body of the first.'
    },

    missing_provider_config_key: {
        status: 400,
        at: 'triggerSync',
        message: 'The integration is not named. Give provider_config_key in the body, or the header Provider-Config-Key.',
        remedy: 'Give `provider_config_key` in the body, or the header `Provider-Config-Key`.'
    },
    no_syncs_found: {
        status: 400,
        message: 'There is no such sync.',
        remedy: '`GET /sync/status?syncs=*` lists the syncs of an integration and its connections. A sync belongs to connections that were made since it exists.'
    },
    unknown_sync: {
        status: 400,
        message: 'The connection has no such sync.',
        remedy: '`GET /sync/status?syncs=*` lists the syncs of a connection.'
    },
    invalid_variant: {
        status: 400,
        message: 'This variant cannot be made or deleted: `base` is the sync itself.',
        remedy: 'Choose another name than `base`.'
    },
    sync_variant_already_exists: {
        status: 400,
        at: 'createSyncVariant',
        message: 'The connection has this variant of the sync already.',
        remedy: 'Use the variant that there is, or choose another name.'
    },
    resource_capped: {
        status: 400,
        message: 'There can be no more of these.',
        remedy: 'The message says how many there can be. Delete those that are no longer needed.'
    },
    cannot_delete_prod_environment: {
        status: 400,
        at: 'deleteEnvironment',
        message: 'This environment is for production. To delete it with everything in it, repeat the request with its name in `confirm`.',
        remedy: 'Check that it is the one that you mean, then repeat the request with `?confirm=<its name>`.'
    },
    environment_not_empty: {
        status: 409,
        at: 'deleteEnvironment',
        message: 'This environment has connections. To delete it with them, repeat the request with its name in `confirm`.',
        remedy: '`payload` counts its connections by integration, and says where grants cannot be revoked. Repeat the request with `?confirm=<its name>`.'
    },
    not_implemented: {
        status: 501,
        at: 'createFunctionInvocation',
        message: 'Functions are not run by this endpoint.',
        remedy: 'Run an action with `POST /action/trigger`, a sync with `POST /sync/trigger`.'
    },
    sync_interval_too_short: {
        status: 400,
        message: 'A sync runs every 30 seconds at most.',
        remedy: 'Choose a longer `frequency`: at least 30 seconds.'
    },
    action_script_runtime_error: {
        status: 500,
        message: 'The action script failed with a runtime error',
        remedy: 'The action has ended with this error on purpose: `payload` says why.'
    },
    script_http_error: {
        status: 424,
        message: 'The provider has refused a request of the function.',
        remedy: '`upstream` has the status, the headers and the body of the response of the provider; of a long body the beginning as text, with `truncated`.'
    },
    script_internal_error: {
        status: 500,
        message: 'The function has failed.',
        remedy: '`payload` has the name and the message of the error.'
    },
    script_network_error: {
        status: 500,
        message: 'The provider could not be reached, or did not respond in time.',
        remedy: 'Try again. The log of requests shows each call of the run.'
    },
    invalid_action_input: {
        status: 400,
        message: 'The input does not have the form that the action takes.',
        remedy: '`errors` and `payload` name each field by its `path`. The operation in `/openapi.json` has the schema.'
    },
    invalid_action_output: {
        status: 400,
        message: 'The action has returned something else than it declares. What it did at the provider is done.',
        remedy: '`payload` names each field. Do not repeat the call: the action may have done its work.'
    },
    script_output_too_large: {
        status: 400,
        message: 'The output of the action is larger than 2 MB.',
        remedy: 'Let the action return less, or fetch large data through the proxy.'
    },
    invalid_cli_version: {
        status: 400,
        message: 'This version of the CLI or the SDK is too old: 0.67.0 or later is needed.',
        remedy: 'Update it: `npm install patchbay@latest`, or the package that you use. `GET /changes` says why.'
    },
    provider_not_on_account: {
        status: 400,
        message: 'A function is for an integration that this environment does not have.',
        remedy: 'Make the integration first, or correct the name of the folder. `payload` names it.'
    },
    missing_required_fields_on_deploy: {
        status: 400,
        message: 'A function lacks something that it has to declare.',
        remedy: 'The message says what.'
    },
    deploy_missing_json_schema_model: {
        status: 400,
        message: 'The JSON Schema of a function lacks one of its models.',
        remedy: '`payload.models` names what is missing. Compile the project again, and deploy that.'
    },
    duplicate_function: {
        status: 400,
        message: 'Two functions of one integration have the same name.',
        remedy: 'Rename one of them. A sync and an action may share a name.'
    },
    invalid_function: {
        status: 400,
        message: 'A function cannot be deployed as it is.',
        remedy: '`payload` names the function; the message says what is wrong with it.'
    },
    compilation_error: {
        status: 400,
        at: 'compileFunction',
        message: 'The code does not compile.',
        remedy: '`payload.problems` has file, line, column and message of each. Try it with `patchbay compile`.'
    },
    integration_not_found: {
        status: 404,
        message: 'This environment has no such integration.',
        remedy: 'Correct `integration_id`: `GET /integrations` lists them.'
    },
    connection_not_found: {
        status: 404,
        at: 'createDryRun',
        message: 'The integration has no such connection.',
        remedy: 'Correct `connection_id`: `GET /connections` lists them.'
    },
    dryrun_not_found: {
        status: 404,
        at: 'getDryRun',
        message: 'There is no such dry run.',
        remedy: 'Dry runs are kept for a day. Make another one.'
    },
    deployment_not_found: {
        status: 404,
        at: 'getFunctionDeployment',
        message: 'There is no such deployment.',
        remedy: 'They are kept for a day. `GET /functions` lists what is deployed.'
    },
    template_not_found: {
        status: 404,
        at: 'createFunctionDeployment',
        message: 'The provider has no built-in function of this name.',
        remedy: '`GET /functions` lists the built-in functions of an integration.'
    },
    template_already_deployed: {
        status: 409,
        at: 'createFunctionDeployment',
        message: 'The built-in function is switched on already.',
        remedy: 'Nothing has to be done.'
    },
    concurrent_deployment: {
        status: 409,
        message: 'Another deployment of this environment is under way.',
        remedy: 'Wait until it has ended, and deploy again. Nothing was changed.'
    },
    destructive_deployment: {
        status: 409,
        at: 'deployFunctions',
        message: 'The deployment would delete functions.',
        remedy: '`payload` names them. Deploy with `--allow-destructive`, or `allowDestructive: true`. Nothing was changed.'
    },
    disabled_resource: {
        status: 404,
        message: 'The function is switched off for this integration.',
        remedy: 'Switch it on: `PATCH /integrations/:id/functions/:type/:name` with `enabled`.'
    },
    function_runtime_timed_out: {
        status: 500,
        message: 'The function ran longer than it may.',
        remedy: 'Let it do less in one run: of a sync, save checkpoints and read on in the next run. Of an action, check at the provider what was done.'
    },
    function_cpu_limit: {
        status: 500,
        message: 'The function used the processor for longer than it may in all.',
        remedy: 'Let it do less in one run: of a sync, save checkpoints and read on in the next run; call an action for less at once.'
    },
    function_cpu_slice_limit: {
        status: 500,
        message: 'The function used the processor for longer than it may without waiting for a call of its context.',
        remedy: 'Look for a loop that does not end. Work on large data in parts, and save each.'
    },
    function_heap_limit: {
        status: 500,
        message: 'The objects of the function took more memory than they may.',
        remedy: 'Save records page by page instead of collecting them, and let go of what is no longer needed.'
    },
    function_runtime_out_of_memory: {
        status: 500,
        message: 'The process of the function ran out of memory.',
        remedy: 'It may have been another run of the same environment: try again. If it is this one, let it hold less at once; strings, buffers and what `Intl` makes count too.'
    },
    function_too_many_calls: {
        status: 500,
        message: 'The function made more calls at once than it may.',
        remedy: 'Wait for calls before making more of them: use `await` in the loop.'
    },
    function_input_too_large: {
        status: 400,
        message: 'The input of the function is larger than 4 MB.',
        remedy: 'Send less, or send a reference that the function fetches through the proxy.'
    },
    function_code_too_large: {
        status: 500,
        message: 'The bundle of the function is larger than 5 MiB.',
        remedy: 'Import less of what it depends on, and deploy it again.'
    },
    function_code_invalid: {
        status: 500,
        message: 'The code of the function cannot be run.',
        remedy: 'The message says why. Try it with `patchbay dryrun`, and deploy it again.'
    },
    function_code_changed: {
        status: 500,
        message: 'The stored code is not what was deployed, so it is not run.',
        remedy: 'Deploy the function again, and find out who changed the database.'
    },
    function_runtime_other: {
        status: 500,
        message: 'The process that ran the function has ended.',
        remedy: 'Try again. If it happens again, find the run in the log: the message says how the process ended.'
    },
    script_aborted: {
        status: 410,
        message: 'The run was cancelled.',
        remedy: 'Run it again, if it was not meant to be cancelled.'
    },
    run_not_repeatable: {
        status: 409,
        at: 'retryFunctionRun',
        message: 'The run cannot be repeated.',
        remedy: 'The message says why. Call the action again, with its input.'
    },
    function_engine_unavailable: {
        status: 503,
        message: "The function has engine: 'process', which this server does not run: its wall is not full.",
        remedy: "The message says what is missing. Allow a full wall, or take `engine: 'isolate'`: [what to do](functions-security.md#what-to-allow-for-full)."
    },
    runner_unavailable: {
        status: 503,
        message: 'Deployed functions cannot be run on this machine.',
        remedy: 'The message says why: isolated-vm has no build for the platform, or its process does not start. Pre-built functions are not affected.'
    },
    runner_closed: {
        status: 503,
        message: 'The server is shutting down.',
        remedy: 'Try again: another server takes over, or this one starts again.'
    },
    execution_timeout: {
        status: 500,
        message: 'The function did not end in time.',
        remedy: 'Let it do less in one run. Of an action, check at the provider what was done.'
    },
    outcome_unknown: {
        status: 502,
        message: 'The response of the provider was lost: whether it has done what was asked is not known.',
        remedy: 'The message says how to find out. Repeat the request with the same `Idempotency-Key`: the action then looks for what it did before.'
    },
    credential_unreadable: {
        status: 503,
        message: 'The stored credentials could not be opened. The operator has been told.',
        remedy: 'Ask the operator to restore the encryption key that the credentials were sealed with (`PATCHBAY_ENCRYPTION_KEYS`).'
    },
    overloaded: {
        status: 503,
        message: 'This server has reached its limit of work at once. Try again after the time in Retry-After.',
        remedy: 'Wait for the seconds in `Retry-After`, then try again: nothing has been done for the request. Many of them: ask the operator for more servers.'
    },
    dependency_unavailable: {
        status: 503,
        message: 'The database does not respond right now. Try again shortly.',
        remedy: 'Try again in a few seconds. The operator finds the cause in the log of the server.'
    },
    server_error: {
        status: 500,
        message: 'Something went wrong on our side.',
        remedy: 'Try again. If it persists, give the header `X-Request-Id` of the response to the operator, who finds the cause in the log by it.'
    }
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof errorCatalog;
