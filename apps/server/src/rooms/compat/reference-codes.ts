import type { AttemptCode, ErrorCode } from '@patchbay/contracts';
import type { AttemptRow } from '@patchbay/db';
import { providerTextForEndUser, toAttemptCode } from '../connect/attempts/describe-attempt.ts';
import { callbackRefused } from '../connect/attempts/step.ts';

/** A failed attempt for the reference's clients: `error.code` and the socket's `error_type`. */
interface ReferenceCodes {
    response: ErrorCode;
    socket: string;
    sentence(provider: string): string;
}

/** For codes that have no entry of their own. */
const unusable: ReferenceCodes = {
    response: 'connection_validation_failed',
    socket: 'connection_validation_failed',
    sentence: (provider) => `${provider} could not be connected.`
};
const ours = { response: 'server_error', socket: 'unknown_err' } as const;

/** The only map from attempt codes to the reference's. Its clients show these sentences. */
const table: Readonly<Partial<Record<AttemptCode, ReferenceCodes>>> = {
    credentials_rejected: {
        response: 'connection_test_failed',
        socket: 'connection_validation_failed',
        sentence: (provider) => `${provider} refused these credentials.`
    },
    consent_denied: {
        response: 'connection_validation_failed',
        socket: 'callback_err',
        sentence: (provider) => `Access was not given in ${provider}. Nothing was connected.`
    },
    missing_permissions: { ...unusable, sentence: (provider) => `${provider} did not give all the permissions that are needed.` },
    provider_error: {
        response: 'connection_validation_failed',
        socket: 'token_err',
        sentence: (provider) => `${provider} ended the sign-in with an error.`
    },
    provider_down: {
        response: 'connection_test_failed',
        socket: 'token_err',
        sentence: (provider) => `${provider} did not respond. Try again in a few minutes.`
    },
    state_mismatch: { response: 'invalid_connection', socket: 'state_err', sentence: () => 'This sign-in is over. Start again.' },
    timeout: { ...ours, sentence: () => 'The sign-in was not finished in time. Start again.' },
    cancelled: { ...unusable, socket: 'callback_err', sentence: () => 'The connection was cancelled.' },
    integration_misconfigured: {
        response: 'server_error',
        socket: 'provider_config_err',
        sentence: (provider) => `${provider} is not set up completely in this app. Its support team has to change that.`
    },
    unexpected: { ...ours, sentence: () => 'Something went wrong on our side. Try again in a few minutes.' }
};

/** The reference has its own code for a failed client credentials grant. */
const tokenCodes: readonly AttemptCode[] = ['credentials_rejected', 'provider_error', 'provider_down'];

/** How to report a failed attempt. The reference at the end of the message is in the log. */
export function referenceFailure(
    row: Pick<AttemptRow, 'code' | 'provider_text' | 'ref' | 'timeline'>,
    { provider, mode }: { provider: string; mode: string }
): { response: ErrorCode; socket: string; message: string } {
    const { code, ref } = row;
    const quote = providerTextForEndUser(row);
    const known = toAttemptCode(code) ?? 'unexpected';
    const { response, socket, sentence } = table[known] ?? unusable;
    const message = [sentence(provider), ...(quote ? [quote] : []), `(${ref})`].join(' ');
    return {
        response:
            (mode === 'OAUTH2_CC' && tokenCodes.includes(known) && 'client_credentials_fetch_error') ||
            (mode === 'TBA' && known === 'credentials_rejected' && 'invalid_credentials') ||
            response,
        socket: row.timeline.some(({ step }) => step === callbackRefused) ? 'callback_err' : socket,
        message
    };
}

/** The socket's `error_type` for a failure before there was an attempt. */
const beforeAttempt: Partial<Record<ErrorCode, string>> = {
    unknown_provider_config: 'unknown_config_key',
    invalid_auth_mode: 'auth_mode_err',
    invalid_body: 'url_param_err'
};

export function referenceErrorType(code: ErrorCode): string {
    return code === 'server_error' ? 'unknown_err' : (beforeAttempt[code] ?? code);
}
