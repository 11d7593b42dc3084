import { invalidBody } from '@patchbay/contracts';
import { withoutTrailingSlashes } from '@patchbay/providers';
import { isListedHost } from '../../../kernel/egress/egress.ts';

/**
 * Checks the addresses to which credentials may be sent besides the provider's own, and writes them in one way: without a slash at the end.
 * @param allowPrivateHosts what the operator has opened may be spoken to in plain http
 * @throws {AppError} `invalid_body` naming the address
 */
export function readBaseUrls(given: readonly string[], allowPrivateHosts: readonly string[]): string[] {
    const urls = given.map((text, index) => {
        const refuse = (message: string) => invalidBody(['allowed_base_urls', index], message);
        const url = URL.parse(text);
        if (!url) throw refuse('This is not an address.');
        const { protocol, hostname } = url;
        if (protocol !== 'https:' && !isListedHost(url, allowPrivateHosts))
            throw refuse('Use https, because credentials are sent to this address.');
        if (url.username !== '' || url.password !== '') throw refuse('Leave user name and password out of the address.');
        if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) throw refuse('Leave out what follows the path of the address.');
        if (hostname.endsWith('.')) throw refuse('Leave out the dot at the end of the host name.');
        return `${url.origin}${withoutTrailingSlashes(url.pathname)}`;
    });
    return [...new Set(urls)];
}
