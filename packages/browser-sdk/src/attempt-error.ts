import { attemptSentences, type AttemptCode } from '@patchbay/contracts/browser';
import { ConnectError } from './connect-error.ts';

/** @param code of a newer server, perhaps, that has more of them */
export function attemptError(code: AttemptCode, ref?: string, providerText?: string | null): ConnectError {
    // Not declared for a code that is newer than this SDK.
    const sentence = (attemptSentences[code] as string | undefined) ?? code;
    return new ConnectError(code, providerText ? `${sentence} ${providerText}` : sentence, ref);
}
