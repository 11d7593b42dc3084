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

/** Why an attempt failed. Public and stable; each has a sentence in every locale of the Connect UI. */
export const attemptCodes = [
    'validation',
    'credentials_rejected',
    'consent_denied',
    'missing_permissions',
    'provider_error',
    'provider_down',
    'state_mismatch',
    'browser_mismatch',
    'timeout',
    'cancelled',
    'duplicate',
    'connection_limit',
    'integration_misconfigured',
    'unexpected'
] as const;
export type AttemptCode = (typeof attemptCodes)[number];
