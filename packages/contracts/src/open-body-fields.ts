/** Top-level fields of request bodies that a log line may show; all others count as secret. */
export const openBodyFields: readonly string[] = [
    'provider',
    'provider_config_key',
    'unique_key',
    'integration_id',
    'connection_id',
    'allowed_integrations',
    'attempt_id',
    'display_name',
    'scopes',
    'origin',
    'locale',
    'theme',
    'type',
    'function_type',
    // Of a request to a provider by hand: its entry in the request log has them.
    'base_url',
    'path'
];
