import type { AttemptCode } from '@patchbay/contracts/browser';
import { ConnectError } from './connect-error.ts';

const sentences: Record<AttemptCode, string> = {
    validation: 'A value is malformed.',
    credentials_rejected: 'The provider did not accept the credentials.',
    consent_denied: 'Access was not given.',
    missing_permissions: 'Permissions are missing.',
    provider_error: 'The provider ended the sign-in.',
    provider_down: 'The provider does not respond.',
    state_mismatch: 'The sign-in was used already.',
    browser_mismatch: 'The sign-in ended in another browser.',
    timeout: 'The sign-in took too long.',
    cancelled: 'The attempt was given up.',
    duplicate: 'The account is connected already.',
    connection_limit: 'No more connections are allowed.',
    integration_misconfigured: 'The integration is misconfigured.',
    unexpected: 'The server failed.'
};

/** @param code of a newer server, perhaps, that has more of them */
export function attemptError(code: AttemptCode, ref?: string, providerText?: string | null): ConnectError {
    const sentence = (sentences[code] as string | undefined) ?? code;
    return new ConnectError(code, providerText ? `${sentence} ${providerText}` : sentence, ref);
}
