import type { ProxyConfig, ProxyResponse } from './context.ts';
import { HttpError } from './errors.ts';
import type { Host, HostRequest, HostResponse } from './host.ts';
import { parseJson } from './json.ts';

/** @throws {HttpError} for a status outside of 200 to 299 */
export async function sendRequest(host: Host, config: ProxyConfig): Promise<ProxyResponse> {
    const response = await host.request(toHostRequest(config));
    if (response.status < 200 || response.status > 299) throw new HttpError(response);
    return { data: dataOf(response, config), status: response.status, headers: response.headers };
}

function toHostRequest(config: ProxyConfig): HostRequest {
    const { body, contentType } = bodyOf(config.data);
    const headers = { ...config.headers };
    const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    if (contentType !== undefined && !isTyped) headers['content-type'] = contentType;
    return {
        method: upperMethod(config.method),
        endpoint: config.endpoint,
        query: queryOf(config.params),
        headers,
        body,
        readOnly: config.readOnly ?? false,
        responseType: config.responseType === 'arraybuffer' ? 'bytes' : 'text',
        withCredentials: true,
        baseUrlOverride: config.baseUrlOverride ?? null,
        retries: config.retries ?? 0,
        retryOn: config.retryOn ?? [],
        retryHeader: config.retryHeader ? { at: config.retryHeader.at ?? null, after: config.retryHeader.after ?? null } : null,
        decompress: config.decompress ?? true,
        forwardHeadersOnRedirect: config.forwardHeadersOnRedirect ?? true,
        connectionId: config.connectionId ?? null,
        providerConfigKey: config.providerConfigKey ?? null
    };
}

export const upperMethod = (method: ProxyConfig['method'] = 'GET') =>
    // The lower-case ones are the same names.
    method.toUpperCase() as HostRequest['method'];

function bodyOf(data: unknown): { body: string | Uint8Array | null; contentType?: string } {
    if (data === undefined || data === null) return { body: null };
    if (typeof data === 'string' || data instanceof Uint8Array) return { body: data };
    if (isForm(data)) return { body: data.toString(), contentType: 'application/x-www-form-urlencoded' };
    return { body: JSON.stringify(data), contentType: 'application/json' };
}

export function queryOf(params: ProxyConfig['params']): string {
    if (params === undefined) return '';
    if (typeof params === 'string') return params.replace(/^\?/, '');
    const pairs = Object.entries(params).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined).map((one) => `${encode(name)}=${encode(String(one))}`)
    );
    return pairs.join('&');
}

/** As URLSearchParams does it, which behind the wall is a library that takes time to load. */
function encode(text: string): string {
    return encodeURIComponent(text.toWellFormed())
        .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
        .replaceAll('%20', '+');
}

/** Without naming the class, for the same reason. */
const isForm = (data: unknown): data is URLSearchParams => Object.prototype.toString.call(data) === '[object URLSearchParams]';

function dataOf({ body }: HostResponse, { responseType = 'json', numbers = 'float' }: ProxyConfig): unknown {
    if (responseType !== 'json' || typeof body !== 'string') return body;
    if (body === '') return null;
    try {
        return parseJson(body, numbers);
    } catch {
        return body;
    }
}
