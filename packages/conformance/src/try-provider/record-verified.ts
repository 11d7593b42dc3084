/** Where a definition says how sure it is: in our own source, or in an operator's JSON. */
const inSource = /^( {4})certainty: \{ level: '\w+', checked_on: '[\d-]+' \}/m;

/**
 * Writes into the text of a definition that it was called, and when.
 * @param day as `2026-11-28`
 * @throws Error where the source says nowhere how sure it is
 */
export function recordVerified(text: string, { isJson, day }: { isJson: boolean; day: string }): string {
    if (isJson) return `${JSON.stringify({ ...JSON.parse(text), certainty: { level: 'verified', checked_on: day } }, undefined, 4)}\n`;
    if (!inSource.test(text)) throw new Error('The definition has no certainty in a line of its own.');
    return text.replace(inSource, `$1certainty: { level: 'verified', checked_on: '${day}' }`);
}
