import { invalidBody } from '@patchbay/contracts';
import { trimTrailingSlashes } from '@patchbay/providers';
import { isListedHost } from '../../../kernel/egress/egress.ts';

/**
 * Validates additional base addresses for credentials; the result has no trailing slashes.
 * @param allowPrivateHosts may be called by plain http
 * @throws {AppError} `invalid_body` naming the address
 */
export function readBaseUrls(given: readonly string[], allowPrivateHosts: readonly string[]): string[] {
    const urls = given.map((text, index) => {
        const refuse = (message: string) => invalidBody(['allowed_base_urls', index], message);
        const url = URL.parse(text);
        if (!url) throw refuse('Must be a URL, such as https://api.example.com.');
        const { protocol, hostname } = url;
        if (protocol !== 'https:' && !isListedHost(url, allowPrivateHosts))
            throw refuse('Use https, because credentials are sent to this address.');
        if (url.username !== '' || url.password !== '') throw refuse('Remove the user name and password from the address.');
        if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) throw refuse('Remove the query and the fragment from the address.');
        if (hostname.endsWith('.')) throw refuse('Remove the dot at the end of the host name.');
        return `${url.origin}${trimTrailingSlashes(url.pathname)}`;
    });
    return [...new Set(urls)];
}
