import { attemptSentences } from '@patchbay/contracts/browser';
import { ConnectError } from './connect-error.ts';

const sentences: Readonly<Record<string, string>> = attemptSentences;

/** @param code of a newer server, perhaps, that has more of them */
export function attemptError(code: string, ref?: string, providerText?: string | null): ConnectError {
    const sentence = sentences[code] ?? code;
    return new ConnectError(code, providerText ? `${sentence} ${providerText}` : sentence, ref);
}
