/** How a provider's refresh tokens behave. */
export interface RefreshDefinition {
    /**
     * The old refresh token remains valid, is valid for `grace_seconds`, or ends at once; absent:
     * unknown. Informative only: tokens of every kind are renewed as if they were `strict`.
     */
    rotation?: 'none' | 'grace' | 'strict';
    grace_seconds?: number;
    /** Expires after so many hours without use. Default 24: every connection is renewed daily. */
    idle_hours?: number;
    /**
     * Expires so many hours after the sign-in, renewed or not. For responses that do not state it.
     */
    grant_hours?: number;
    /**
     * `rolling` (default): the expiry in the token response moves with each renewal. `hard`: it
     * does not, so that the end user has to connect again then.
     */
    expiry?: 'rolling' | 'hard';
    /** The provider refuses to renew a token sooner. */
    min_interval_seconds?: number;
    /** Codes that mean, besides RFC 6749's `invalid_grant`, that the grant has ended. */
    permanent_errors?: readonly string[];
}
