/** Longer texts are cut: they are shown to a person. */
const MAX_CHARACTERS = 300;

/** A provider's words as one line without control characters, of bounded length. */
export function readableText(text: string): string {
    const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
    // Cut in the middle of a pair of surrogates, it could not be stored.
    return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : line;
}
