export type Templates = Readonly<Record<string, string>>;

export interface Verification {
    method: 'GET' | 'POST';
    /** Paths onto `base_url`, tried in order: the first success accepts. */
    endpoints: readonly string[];
    headers?: Templates;
    /** Sent as JSON. */
    data?: Readonly<Record<string, unknown>>;
}

/**
 * How to get a list's next page. Paths are dotted, into the JSON body; an empty or absent one is
 * the whole body, and `-1` the last item of a list.
 */
export type Paginate = {
    /**
     * Where the items are. `*`: the only list in the body. Of `A || B` the first that is a list.
     */
    response_path?: string;
    /** Nothing found leaves the list out of the response, rather than empty. */
    omits_empty_list?: true;
    /** The parameter for the size of a page, and the size to ask for unless the caller does. */
    limit_name_in_request?: string;
    limit?: number;
    /** Parameters go into the JSON body. Default: only where there is one, so not for GET. */
    in_body?: boolean;
} & (
    | { type: 'cursor'; cursor_path_in_response: string; cursor_name_in_request: string }
    | { type: 'link'; link_rel_in_response_header: string; link_path_in_response_body?: never }
    | { type: 'link'; link_path_in_response_body: string; link_rel_in_response_header?: never }
    | {
          type: 'offset';
          offset_name_in_request: string;
          /** Default 0; 1 for pages that are counted from one. */
          offset_start_value?: number;
          /** `by-response-size` (default): by as many as came; `per-page`: by one. */
          offset_calculation_method?: 'by-response-size' | 'per-page';
      }
);

/** How many calls a provider takes, and whose calls it counts together. */
export interface RateLimits {
    /**
     * `credentials`: by API key or user; `client`: all connections of one OAuth app; else a
     * template such as `${connectionConfig.realmId}`. Connections with the same value share the
     * budget.
     */
    per: 'credentials' | 'client' | (string & {});
    /** All of them hold at once. */
    windows: readonly { requests: number; per_seconds: number }[];
    /** To wait after a 429 that does not say how long. Default: 1 second, doubling up to 30. */
    wait_seconds?: number;
}

/** How the provider says when to try again. Header names in lower case. */
export interface RetryDefinition {
    /** Epoch seconds, epoch milliseconds or a date. */
    at?: string | readonly string[];
    /** Seconds to wait, a date (RFC 9110 §10.2.3), or a duration such as `6m0s`. */
    after?: string | readonly string[];
    /** Calls left. */
    remaining?: string;
    /**
     * Only these statuses are retried, as `429`, `5xx` or `500-502`, besides what the caller names.
     */
    error_code?: readonly string[];
    /**
     * What the provider sends instead of 429: a status, and a text in the JSON body, by a dotted
     * path. Without a path: the status with `Retry-After`, or with no calls left by `remaining`.
     */
    rate_limited?: { status: number } & ({ path: string; value: string } | { path?: never; value?: never });
}

/**
 * What a provider sends, besides 401, when it refuses the credentials: a status, with a header that
 * has this value, or unless the JSON body has this text at a dotted path.
 */
export type CredentialsRefused = { status: number } & (
    | { header: string; value: string; unless?: never }
    | { unless: { path: string; value: string }; header?: never; value?: never }
);

/** Errors that come with status 200, as a code in the JSON body. */
export interface ErrorsInSuccess {
    /** Where the code is: a dotted path. Nothing is there, or null: no error. */
    code: string;
    rate_limited?: readonly string[];
    /** Read as 401. */
    credentials_refused?: readonly string[];
}

export interface ProxyDefinition {
    /** Without a trailing slash. */
    base_url: string;
    /**
     * Further hosts that may receive credentials: `uploads.example.com`, or `.example.com` for all
     * below.
     */
    hosts?: readonly string[];
    /**
     * Every header that a call needs, also for credentials. One that does not resolve is left out.
     */
    headers?: Templates;
    query?: Templates;
    verification?: Verification;
    rate_limits?: RateLimits;
    retry?: RetryDefinition;
    /** After it the credentials are checked at once, so it may also be sent for something else. */
    credentials_refused?: CredentialsRefused;
    /** Read where the body comes in one piece of at most 16 KiB. */
    errors_in_success?: ErrorsInSuccess;
    paginate?: Paginate;
    /** Where a write carries its idempotency key. */
    idempotency?: { header: string; query?: never } | { query: string; header?: never };
    /** Answers without compression unless the caller says otherwise. */
    decompress?: boolean;
    /**
     * Keeps the caller's headers on a redirect to another host of this provider, never credentials.
     */
    forward_headers_on_redirect?: boolean;
}
