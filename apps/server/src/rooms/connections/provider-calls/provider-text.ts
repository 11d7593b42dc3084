import { readableText } from '@patchbay/oauth';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import { replaceSecrets, textsIn } from '../../../kernel/log/secret-search.ts';

declare const isScrubbed: unique symbol;

/** A provider's text, scrubbed of secrets: one line, at most 300 characters; not escaped. */
export type ProviderText = string & { readonly [isScrubbed]: true };

/** Longer texts are replaced as a whole, because searching them takes long. */
const maxTextLength = 16_384;
/** Decoded characters of one exchange: a third of a second, or several thousand accounts. */
const maxSearchedCharacters = 2_000_000;
/** An id that contains a short password by chance must stay unchanged. */
const minLengthInValues = 8;

/** Scrubs all text of a provider before it is stored, shown, logged or sent. */
export interface Scrubber {
    /** A text for a person. */
    text(said: string): ProviderText;
    /** Values that are kept, such as scopes and ids: every text in them, at any depth. */
    values<T>(said: T): T;
}

/** @param secrets sent to or issued by the provider; log lines of this request are scrubbed too */
export function scrubberOf(secrets: unknown): Scrubber {
    rememberSecrets(secrets);
    const budget = { left: maxSearchedCharacters };
    const scrub = (said: string, shortest?: number) =>
        said.length > maxTextLength || budget.left < 0 ? '[too long]' : replaceSecrets(said, textsIn(secrets, shortest), budget);
    const scrubValue = (said: unknown): unknown => {
        if (typeof said === 'string') return scrub(said, minLengthInValues);
        if (Array.isArray(said)) return said.map(scrubValue);
        if (typeof said !== 'object' || said === null) return said;
        return Object.fromEntries(Object.entries(said).map(([name, value]) => [scrub(name, minLengthInValues), scrubValue(value)]));
    };
    return {
        // The brand is given here and in `ownSentence` alone.
        text: (said) => readableText(scrub(said)) as ProviderText,
        // The shape stays, only texts change.
        values: <T>(said: T) => scrubValue(said) as T
    };
}

/** Our own sentence in place of a provider's; what it quotes must be scrubbed. */
export function ownSentence(text: string): ProviderText {
    // The brand is given here and in `text` above alone.
    return readableText(text) as ProviderText;
}
