import manifest from '../../../package.json' with { type: 'json' };
import { EgressError } from './egress-error.ts';

const USER_AGENT = `patchbay/${manifest.version}`;
// They frame the message or choose its host; undici writes them itself.
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
    'connection',
    'content-length',
    'expect',
    'host',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authorization',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade'
]);

/**
 * The form in which protected names are compared: CGI and some proxies read `X_Api_Key` as
 * `X-Api-Key`.
 */
export function canonicalHeader(name: string): string {
    return name.toLowerCase().replaceAll('_', '-');
}

/** Whether a header is hop-by-hop or frames a message (RFC 9110 §7.6.1): never the caller's. */
export function isReservedHeader(name: string): boolean {
    return RESERVED_HEADERS.has(canonicalHeader(name));
}

/**
 * A request's headers as sent: lower-case names, our user agent as the default.
 * @throws {EgressError} `protocol`
 */
export function headersToSend(headers: Readonly<Record<string, string>>, host: string): Record<string, string> {
    const own: Record<string, string> = { 'user-agent': USER_AGENT };
    for (const [givenName, value] of Object.entries(headers)) {
        const name = givenName.toLowerCase();
        // RFC 9110 §5.6.2 and §5.5; anything else could start a header or a request of its own.
        if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || isReservedHeader(name)) {
            throw new EgressError('protocol', `${host}: a header with this name must not be sent`);
        }
        if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
            throw new EgressError('protocol', `${host}: the value of header ${name} holds characters that must not be sent`);
        }
        own[name] = value;
    }
    return own;
}
