import { readableText } from '@patchbay/oauth';
import { rememberSecrets } from '../runtime/request-context.ts';
import { replaceSecrets, textsIn } from '../runtime/secret-search.ts';

declare const isScrubbed: unique symbol;

/** What a provider said, without the secrets that it was sent: one line, at most 300 characters. Still to be escaped where it is shown. */
export type ProviderText = string & { readonly [isScrubbed]: true };

/** No provider explains itself at such length; it would take long to search. */
const longestText = 16_384;
/** Of one conversation, in decoded characters: a third of a second at worst, and the accounts of several thousand companies. */
const searchedTogether = 2_000_000;
/** An id that holds a short password by chance has to stay what it is. */
const shortestInValues = 8;

/** Scrubs what one provider says in one conversation. Everything that it says passes here before it is stored, shown, logged or told. */
export interface Scrubber {
    /** Words for a person. */
    text(said: string): ProviderText;
    /** Values that are kept, such as scopes and ids: every text in them, at any depth. */
    values<T>(said: T): T;
}

/** @param secrets every text in it that the provider was sent or has issued, and may repeat; log lines of this request are scrubbed of them too */
export function scrubberOf(secrets: unknown): Scrubber {
    rememberSecrets(secrets);
    const budget = { left: searchedTogether };
    const scrub = (said: string, shortest?: number) =>
        said.length > longestText || budget.left < 0 ? '[too long]' : replaceSecrets(said, textsIn(secrets, shortest), budget);
    const scrubValue = (said: unknown): unknown => {
        if (typeof said === 'string') return scrub(said, shortestInValues);
        if (Array.isArray(said)) return said.map(scrubValue);
        if (typeof said !== 'object' || said === null) return said;
        return Object.fromEntries(Object.entries(said).map(([name, value]) => [scrub(name, shortestInValues), scrubValue(value)]));
    };
    return {
        text: (said) => readableText(scrub(said)) as ProviderText,
        // The shape stays, only texts change.
        values: <T>(said: T) => scrubValue(said) as T
    };
}

/** A sentence of ours where else a provider is quoted. What a provider said may stand in it once it is scrubbed. */
export function ownSentence(text: string): ProviderText {
    return readableText(text) as ProviderText;
}
