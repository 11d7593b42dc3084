/** The package has no types of its own, and there are none elsewhere. */
declare module 'oauth-sign' {
    /** @param params decoded; a list for a name that occurs more than once */
    export function sign(
        method: string,
        httpMethod: string,
        baseUri: string,
        params: Record<string, string | string[]>,
        secret: string,
        tokenSecret?: string
    ): string;
    /** Percent-encodes as RFC 5849 §3.6 wants it. */
    export function rfc3986(text: string): string;
}
