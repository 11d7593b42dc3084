/** Zod-free, because the Connect UI imports it. */

export const attemptStatuses = [
    'created',
    'awaiting_user',
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

/** Why an attempt failed. Public and stable; the Connect UI has a text for each in every locale. */
export const attemptCodes = [
    'validation',
    'credentials_rejected',
    'consent_denied',
    'missing_permissions',
    'provider_error',
    'provider_down',
    'state_mismatch',
    'timeout',
    'cancelled',
    'integration_misconfigured',
    'unexpected'
] as const;
export type AttemptCode = (typeof attemptCodes)[number];

/** What each means, for developers; end users read the texts of the Connect UI. */
export const attemptSentences: Record<AttemptCode, string> = {
    validation: 'A value is malformed.',
    credentials_rejected: 'The provider did not accept the credentials.',
    consent_denied: 'Access was not given.',
    missing_permissions: 'Permissions are missing.',
    provider_error: 'The provider ended the sign-in.',
    provider_down: 'The provider does not respond.',
    state_mismatch: 'The sign-in was used already.',
    timeout: 'The sign-in took too long.',
    cancelled: 'The attempt was cancelled.',
    integration_misconfigured: 'The integration is misconfigured.',
    unexpected: 'The server failed.'
};
