/** Zod-free, because the Connect UI imports it. */

export const attemptStatuses = [
    'created',
    'awaiting_user',
    'pending_approval',
    'exchanging',
    'verifying',
    'needs_choice',
    'account_mismatch',
    'succeeded',
    'failed',
    'cancelled',
    'expired'
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/**
 * Why an attempt failed. Public and stable; the Connect UI has a text for each in every locale. The
 * comments, what happened and what embedders can do, are a table of `docs/embedding.md`.
 */
export const attemptCodes = [
    /** A value that was typed is malformed. @remedy Nothing: the end user is asked again. */
    'validation',
    /**
     * The provider did not accept what was typed.
     * @remedy Nothing: the end user is asked again.
     */
    'credentials_rejected',
    /**
     * Your `validate-connection` function refused it.
     * @remedy The end user reads the message of the error that it threw; its run has the rest.
     */
    'connection_rejected',
    /** The end user said no at the provider. @remedy Nothing. */
    'consent_denied',
    /**
     * Permissions that the integration needs were not given, or the provider responded 403 to a
     * typed key.
     * @remedy Ask for fewer, or say why you need them.
     */
    'missing_permissions',
    /** The provider failed. @remedy Try later; the [timeline](support.md) has its words. */
    'provider_error',
    /** The provider does not respond. @remedy Try later. */
    'provider_down',
    /**
     * The sign-in was used already, or what it was for changed meanwhile.
     * @remedy Nothing: the end user starts again.
     */
    'state_mismatch',
    /** The end user took more than 15 minutes. @remedy Nothing. */
    'timeout',
    /** The end user gave up. @remedy Nothing. */
    'cancelled',
    /**
     * Client id, secret or redirect URI are not what the provider has.
     * @remedy Correct the integration.
     */
    'integration_misconfigured',
    /**
     * Our server failed or, without a `ref`, the Connect UI.
     * @remedy The server’s log has the `ref`, the browser’s console the error.
     */
    'unexpected'
] as const;
export type AttemptCode = (typeof attemptCodes)[number];

/** What each means, for developers; end users read the texts of the Connect UI. */
export const attemptSentences: Record<AttemptCode, string> = {
    validation: 'A value is malformed.',
    credentials_rejected: 'The provider refused the credentials.',
    connection_rejected: 'The product refused the connection.',
    consent_denied: 'Access was denied.',
    missing_permissions: 'Permissions are missing.',
    provider_error: 'The provider ended the sign-in.',
    provider_down: 'The provider does not respond.',
    state_mismatch: 'The sign-in was used before.',
    timeout: 'The sign-in took too long.',
    cancelled: 'The attempt was cancelled.',
    integration_misconfigured: 'The integration is misconfigured.',
    unexpected: 'The server failed.'
};
