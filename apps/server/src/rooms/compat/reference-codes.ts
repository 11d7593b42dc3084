import type { AttemptCode, ErrorCode } from '@patchbay/contracts';
import type { AttemptRow } from '@patchbay/db';
import { wordsForEndUser } from '../connect/attempts/describe-attempt.ts';
import { callbackRefused } from '../connect/attempts/timeline.ts';

/** How a failed attempt is told to clients of the reference: as `error.code` of an answer, and as `error_type` through the socket. */
interface Told {
    answer: ErrorCode;
    socket: string;
    sentence(provider: string): string;
}

const unusable = { answer: 'connection_validation_failed', socket: 'connection_validation_failed' } as const;
const ours = { answer: 'server_error', socket: 'unknown_err' } as const;

/** The only place where attempt codes become the reference's. Its clients show these sentences; the Connect UI has a catalogue of its own. */
const table: Readonly<Record<AttemptCode, Told>> = {
    validation: { ...unusable, sentence: (provider) => `${provider} could not be connected.` },
    credentials_rejected: {
        answer: 'connection_test_failed',
        socket: 'connection_validation_failed',
        sentence: (provider) => `${provider} refused these credentials.`
    },
    consent_denied: {
        answer: 'connection_validation_failed',
        socket: 'callback_err',
        sentence: (provider) => `Access was not given in ${provider}. Nothing was connected.`
    },
    missing_permissions: { ...unusable, sentence: (provider) => `${provider} did not give all the permissions that are needed.` },
    provider_error: {
        answer: 'connection_validation_failed',
        socket: 'token_err',
        sentence: (provider) => `${provider} broke off the connection.`
    },
    provider_down: {
        answer: 'connection_test_failed',
        socket: 'token_err',
        sentence: (provider) => `${provider} did not answer. Try again in a few minutes.`
    },
    state_mismatch: { answer: 'invalid_connection', socket: 'state_err', sentence: () => 'This sign-in is over. Start again.' },
    browser_mismatch: {
        answer: 'invalid_connection',
        socket: 'state_cookie_err',
        sentence: () => 'This sign-in was started in another browser. Start again here.'
    },
    timeout: { ...ours, sentence: () => 'The sign-in was not finished in time. Start again.' },
    cancelled: { ...unusable, socket: 'callback_err', sentence: () => 'The connection was cancelled.' },
    duplicate: { ...unusable, sentence: (provider) => `This ${provider} account is connected already.` },
    connection_limit: { answer: 'resource_capped', socket: 'resource_capped', sentence: () => 'No more connections are allowed.' },
    integration_misconfigured: {
        answer: 'server_error',
        socket: 'provider_config_err',
        sentence: (provider) => `${provider} is not set up completely in this app. Its support team has to change that.`
    },
    unexpected: { ...ours, sentence: () => 'Something went wrong on our side. Try again in a few minutes.' }
};

/** Client credentials are traded for a token, and the reference has a code of its own for that. */
const tokenCodes: readonly AttemptCode[] = ['credentials_rejected', 'provider_error', 'provider_down'];

/** What to tell of an attempt that came to nothing. The reference at the end finds it in the server's log. */
export function referenceFailure(
    row: Pick<AttemptRow, 'code' | 'provider_text' | 'ref' | 'timeline'>,
    { provider, mode }: { provider: string; mode: string }
): { answer: ErrorCode; socket: string; message: string } {
    const { code, ref } = row;
    const quote = wordsForEndUser(row);
    const known = isAttemptCode(code) ? code : 'unexpected';
    const { answer, socket, sentence } = table[known];
    const message = [sentence(provider), ...(quote ? [quote] : []), `(${ref})`].join(' ');
    return {
        answer: mode === 'OAUTH2_CC' && tokenCodes.includes(known) ? 'client_credentials_fetch_error' : answer,
        socket: row.timeline.some(({ step }) => step === callbackRefused) ? 'callback_err' : socket,
        message
    };
}

function isAttemptCode(code: string | null): code is AttemptCode {
    return code !== null && Object.hasOwn(table, code);
}

/** What the socket is told of a failure before there was an attempt; what is answered as JSON goes by its own code. */
const beforeAttempt: Partial<Record<ErrorCode, string>> = {
    unknown_provider_config: 'unknown_config_key',
    invalid_auth_mode: 'auth_mode_err',
    invalid_body: 'url_param_err'
};

export function referenceErrorType(code: ErrorCode): string {
    return code === 'server_error' ? 'unknown_err' : (beforeAttempt[code] ?? code);
}
