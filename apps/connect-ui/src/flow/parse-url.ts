/**
 * @returns undefined for a text that is no absolute address. `URL.canParse` is newer than the
 * browsers that are supported.
 */
export function parseUrl(text: string): URL | undefined {
    try {
        return new URL(text);
    } catch {
        return undefined;
    }
}
