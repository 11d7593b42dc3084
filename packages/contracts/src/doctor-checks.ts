/** What a misconfiguration is, and how to repair it. */
export interface DoctorCheckEntry {
    severity: 'error' | 'warning';
    /** `{app}` is the name of the integration. */
    message: string;
    remedy: string;
}

/** Closed list. A new one joins it with its check in `management/doctor`. */
export const doctorChecks = {
    public_url_mismatch: {
        severity: 'error',
        message: 'PATCHBAY_PUBLIC_URL is not the address at which this server is reached.',
        remedy: 'Set PATCHBAY_PUBLIC_URL to the address that browsers use, and let the proxy in front pass on Host and X-Forwarded-Proto.'
    },
    not_https: {
        severity: 'error',
        message: 'A public address is plain http.',
        remedy: 'Serve both addresses by https: browsers keep no secure cookies for http, and providers refuse such redirect URIs.'
    },
    proxy_not_trusted: {
        severity: 'warning',
        message: 'A proxy is in front that PATCHBAY_TRUSTED_PROXIES does not name, so all clients count as one.',
        remedy: 'Set PATCHBAY_TRUSTED_PROXIES to how many proxies are in front, or to their addresses.'
    },
    embed_origin_refused: {
        severity: 'error',
        message: 'A page that should embed the Connect UI may not: the frame-ancestors of its Content-Security-Policy lack the origin.',
        remedy: 'Add the origin to PATCHBAY_EMBED_ORIGINS.'
    },
    embed_origins_open: {
        severity: 'warning',
        message: 'Any page may embed the Connect UI of this production environment.',
        remedy: 'Set PATCHBAY_EMBED_ORIGINS to the origins of your product.'
    },
    clock_skew: {
        severity: 'error',
        message: 'The clock of this server is wrong.',
        remedy: 'Synchronize the clocks of server and database (NTP). Tokens are renewed too early or too late until then, and signatures are refused.'
    },
    server_outdated: {
        severity: 'warning',
        message: 'A newer release has changed the database than the one that this server runs.',
        remedy: 'Finish the update: replace every server by the newer release.'
    },
    migrations_pending: {
        severity: 'error',
        message: 'The database lacks migrations of this release.',
        remedy: 'Restart one server of this release: it migrates the database. If it was restored from an older backup, see docs/operating.md.'
    },
    webhook_endpoint_failing: {
        severity: 'error',
        message: 'Your webhook endpoint does not take the events of Patchbay.',
        remedy: 'Let it respond with a status from 200 to 299 within the time limit, enable it if it was disabled, then replay what it missed.'
    },
    encryption_key_missing: {
        severity: 'error',
        message: 'Secrets of {app} cannot be opened with the keys of this server.',
        remedy: 'Add the earlier key to PATCHBAY_ENCRYPTION_KEYS, after the current one. Without it, enter the secrets again and let end users reconnect.'
    },
    integration_switched_off: {
        severity: 'warning',
        message: '{app} is switched off, and has connections.',
        remedy: 'Switch the integration on, or delete it.'
    },
    integration_frozen: {
        severity: 'error',
        message: '{app} is frozen: its credentials are neither given out nor used.',
        remedy: 'Read in GET /freezes why, and lift the freeze when that no longer holds.'
    },
    integration_not_offered: {
        severity: 'warning',
        message: 'No recent connect session allows {app}.',
        remedy: 'Name the integration in `allowed_integrations` of POST /connect/sessions, or leave the list out.'
    },
    sandbox_in_production: {
        severity: 'warning',
        message: '{app} is of the sandbox, and this is a production environment.',
        remedy: 'Delete the integration here, and use the sandbox in a development environment.'
    },
    egress_blocked: {
        severity: 'error',
        message: 'Patchbay refuses to call {app}, because its address is not public or not https.',
        remedy: 'Correct the address or, where it is meant to be private, list host and port in PATCHBAY_ALLOW_PRIVATE_HOSTS.'
    },
    provider_unreachable: {
        severity: 'error',
        message: '{app} cannot be reached from this server.',
        remedy: 'Check the address, the name server and the firewall of this server, then the status page of the provider.'
    },
    provider_failing: {
        severity: 'error',
        message: '{app} responds with server errors.',
        remedy: 'Nothing is wrong with the setup. See the status page of the provider, and try again later.'
    },
    client_id_unknown: {
        severity: 'error',
        message: '{app} does not know the client ID.',
        remedy: 'Copy the client ID again from the app at the provider. It may have been deleted, or be of another region or of the sandbox.'
    },
    client_secret_refused: {
        severity: 'error',
        message: '{app} refuses the client secret or the private key.',
        remedy: 'Make a new one at the provider if need be, and enter it. Connections that wait for it are renewed at once.'
    },
    redirect_uri_mismatch: {
        severity: 'error',
        message: 'The redirect URI is not registered at {app}.',
        remedy: 'Register exactly the redirect URI of the evidence in the app at the provider: scheme, host, port and path count.'
    },
    scopes_refused: {
        severity: 'error',
        message: '{app} does not give the scopes that are asked for.',
        remedy: 'Allow these scopes for the app at the provider, or take them out of the integration.'
    },
    offline_scope_missing: {
        severity: 'error',
        message: 'The scope without which {app} gives no refresh token is not asked for.',
        remedy: 'Add the scope of the evidence to the integration. Connections that exist have to be reconnected.'
    },
    refresh_token_missing: {
        severity: 'error',
        message: 'Access tokens of {app} expire, and no refresh token came with them.',
        remedy: 'Switch refresh tokens on for the app at the provider, or ask for the scope of offline access. Then let end users reconnect.'
    },
    app_in_test_mode: {
        severity: 'error',
        message: 'The access to {app} ends some days after each sign-in, as it does while the app is in test mode.',
        remedy: 'Publish the app at the provider, or let it be verified. Then let end users reconnect.'
    },
    wrong_host: {
        severity: 'error',
        message: 'The API of {app} refuses credentials that are valid elsewhere.',
        remedy: 'Compare the host of the evidence with where the credentials are from: sandbox or production, region, subdomain.'
    },
    rate_limited: {
        severity: 'warning',
        message: '{app} refuses calls because there are too many.',
        remedy: 'Call less often or spread the calls, and ask the provider for a higher limit.'
    },
    webhook_secret_missing: {
        severity: 'error',
        message: 'Webhooks of {app} are refused, because no secret is known that verifies them.',
        remedy: 'Enter the secret that the provider signs with as `webhook_secret` of the integration.'
    },
    webhook_signatures_refused: {
        severity: 'error',
        message: 'Webhooks of {app} are refused, because their signatures are not valid.',
        remedy: 'Compare `webhook_secret` with the secret at the provider, and let no proxy change the bodies.'
    },
    sign_in_cookie_lost: {
        severity: 'error',
        message: 'Browsers come back from {app} without the cookie that they were sent off with.',
        remedy: 'Let the launch page and the redirect URI be on one origin, by https, and let no proxy remove Set-Cookie or Cookie.'
    },
    sign_ins_never_return: {
        severity: 'warning',
        message: 'Browsers are sent to {app} and do not come back.',
        remedy: 'Open a sign-in and read the page of the provider. Most often the redirect URI is not registered, or the client ID is wrong.'
    }
} as const satisfies Record<string, DoctorCheckEntry>;
export type DoctorCode = keyof typeof doctorChecks;

// `Object.keys` gives any texts.
export const doctorCodes = Object.keys(doctorChecks) as DoctorCode[];
