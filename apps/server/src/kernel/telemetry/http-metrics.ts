import { metric } from './metric.ts';

export const serverDuration = metric({
    name: 'http.server.request.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of requests to this server, until the last byte of the response',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'error.type']
});

export const clientDuration = metric({
    name: 'http.client.request.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of requests to providers and webhook endpoints, each attempt by itself',
    attributes: ['http.request.method', 'http.response.status_code', 'error.type', 'patchbay.operation']
});

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/** Any word can be a method; `_OTHER` is the semantic conventions' name for an unknown one. */
export function knownMethod(method = ''): string {
    return methods.has(method) ? method : '_OTHER';
}
