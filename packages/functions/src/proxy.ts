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
        method: config.method ?? 'GET',
        endpoint: config.endpoint,
        query: queryOf(config.params),
        headers,
        body,
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

function bodyOf(data: unknown): { body: string | Uint8Array | null; contentType?: string } {
    if (data === undefined || data === null) return { body: null };
    if (typeof data === 'string' || data instanceof Uint8Array) return { body: data };
    if (data instanceof URLSearchParams) return { body: data.toString(), contentType: 'application/x-www-form-urlencoded' };
    return { body: JSON.stringify(data), contentType: 'application/json' };
}

function queryOf(params: ProxyConfig['params']): string {
    if (params === undefined) return '';
    if (typeof params === 'string') return params.replace(/^\?/, '');
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(params))
        for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one));
    return query.toString();
}

function dataOf({ body }: HostResponse, { responseType = 'json', numbers = 'float' }: ProxyConfig): unknown {
    if (responseType !== 'json' || typeof body !== 'string') return body;
    if (body === '') return null;
    try {
        return parseJson(body, numbers);
    } catch {
        return body;
    }
}
