import type { AttemptCode } from '@patchbay/contracts';
import { ownSentence, type ProviderText } from '../provider-text.ts';

/** Why there is no sign-in at a server that the end user has named, in words for them. */
export interface ServerProblem {
    ok: false;
    code: Extract<AttemptCode, 'provider_error' | 'provider_down' | 'integration_misconfigured'>;
    text: ProviderText;
}

/** The server, or what it says, cannot be used. */
export function unusable(sentence: string): ServerProblem {
    return { ok: false, code: 'provider_error', text: ownSentence(sentence) };
}

export function unreachable(url: string): ServerProblem {
    return { ok: false, code: 'provider_down', text: ownSentence(`${hostOf(url)} could not be reached or did not respond in time.`) };
}

/** For sentences; a server can give any address. */
export function hostOf(url: string): string {
    return URL.parse(url)?.host.slice(0, 100) ?? 'The server';
}
