import { z } from 'zod';
import type { Host, HostRequest, HostResponse } from '../host.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../json.ts';
import { fromBase64, toBase64 } from './base64.ts';

const json = z.custom<Json>((value) => value !== undefined);
const jsonObject = z.custom<JsonObject>(isObject);

/** Of JSON where that says all of it, else as text or bytes. */
const body = z.union([z.strictObject({ json }), z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() })]);
type Body = z.output<typeof body>;

const exchange = z.strictObject({
    request: z.strictObject({
        method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
        /** Below the provider's address, or a whole URL; with its query. */
        url: z.string(),
        body: body.nullable().default(null)
    }),
    response: z.strictObject({
        status: z.int().min(100).max(599),
        headers: z.record(z.string(), z.string()).default({}),
        body
    })
});

/** One request and what came back. */
export type Exchange = z.output<typeof exchange>;

/**
 * The file that `patchbay dryrun --save` writes, and that tests and `--replay` read. It has no
 * credentials: no header of a request, and of responses no cookies.
 */
export const recordingSchema = z.strictObject({
    version: z.literal(1),
    function: z.strictObject({ integration_id: z.string(), name: z.string(), type: z.enum(['sync', 'action', 'onEvent']) }).optional(),
    recorded_at: z.iso.datetime().optional(),
    /** What the run was given. */
    input: json.default(null),
    metadata: jsonObject.default({}),
    checkpoint: jsonObject.nullable().default(null),
    /** How the provider's lists are paged. */
    paginate: jsonObject.nullable().default(null),
    last_sync_date: z.iso.datetime().nullable().default(null),
    connection: z
        .strictObject({
            connection_id: z.string(),
            provider_config_key: z.string(),
            provider: z.string(),
            connection_config: jsonObject
        })
        .partial()
        .default({}),
    exchanges: z.array(exchange)
});

/** What a recording holds once it is read. */
export type Recording = z.output<typeof recordingSchema>;

/** A host that lets all through, and keeps the exchanges in the form of a recording. */
export function recordExchanges(host: Host): { host: Host; exchanges: Exchange[] } {
    const exchanges: Exchange[] = [];
    const request: Host['request'] = async (asked) => {
        const response = await host.request(asked);
        exchanges.push({
            request: { method: asked.method, url: urlOf(asked), body: asked.body === null ? null : toBody(asked.body) },
            response: { status: response.status, headers: withoutSecrets(response.headers), body: toBody(response.body) }
        });
        return response;
    };
    const recording = new Proxy(host, {
        get(target, name) {
            if (name === 'request') return request;
            const value: unknown = Reflect.get(target, name);
            // Its private fields are the host's own.
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        }
    });
    return { host: recording, exchanges };
}

/** The address of a request, with its query. */
export function urlOf({ endpoint, query, baseUrlOverride }: HostRequest): string {
    const base = baseUrlOverride?.replace(/\/$/, '') ?? '';
    const isWhole = /^https?:\/\//i.test(endpoint);
    const path = isWhole || endpoint.startsWith('/') ? endpoint : `/${endpoint}`;
    const joint = query === '' ? '' : path.includes('?') ? '&' : '?';
    return `${isWhole ? '' : base}${path}${joint}${query}`;
}

const secretHeaders = new Set(['set-cookie', 'set-cookie2', 'authorization', 'proxy-authorization', 'cookie']);

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !secretHeaders.has(name.toLowerCase())));
}

export function toBody(value: string | Uint8Array): Body {
    if (typeof value !== 'string') return { base64: toBase64(value) };
    try {
        const parsed: unknown = JSON.parse(value);
        // Digits that JavaScript has no number for would be lost.
        if (JSON.stringify(parseJson(value, 'text')) === JSON.stringify(parseJson(JSON.stringify(parsed), 'text')))
            // Of JSON.parse.
            return { json: parsed as Json };
    } catch {
        // It is no JSON.
    }
    return { text: value };
}

export function fromBody(given: Body, responseType: HostRequest['responseType']): HostResponse['body'] {
    if ('base64' in given) {
        const bytes = fromBase64(given.base64);
        return responseType === 'bytes' ? bytes : new TextDecoder().decode(bytes);
    }
    const text = 'json' in given ? JSON.stringify(given.json) : given.text;
    return responseType === 'bytes' ? new TextEncoder().encode(text) : text;
}
