/** An escape of JSON: NUL, half of a surrogate pair, or another. */
const escapes = /\\(?:u0000|ud[89a-f][\da-f]{2}|.)/g;
const unstorable = '\\ufffd';

/**
 * JSON that `jsonb` accepts, with U+FFFD for what PostgreSQL cannot hold as text. `JSON.stringify`
 * escapes of surrogates those without their other half.
 */
export function storableJson(value: unknown): string {
    const text = JSON.stringify(value);
    return text.includes('\\u') ? text.replaceAll(escapes, (escape) => (/^\\u(?:0000|d)/.test(escape) ? unstorable : escape)) : text;
}
