import type { FetchedResponse } from './context.ts';
import type { HostResponse } from './host.ts';

export function fetchedResponse({ status, headers, body }: HostResponse): FetchedResponse {
    const bytes = async () => (typeof body === 'string' ? new TextEncoder().encode(body) : body.slice());
    const text = async () => (typeof body === 'string' ? body : new TextDecoder().decode(body));
    return {
        ok: status >= 200 && status <= 299,
        status,
        headers: new Headers(headers),
        text,
        async json() {
            const value: unknown = JSON.parse(await text());
            return value;
        },
        bytes,
        arrayBuffer: async () => Uint8Array.from(await bytes()).buffer
    };
}
