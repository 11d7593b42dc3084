import type { getLog, listLogs } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';
import { proxyCurl, shellQuoted } from '../../parts/snippets.ts';

export type LogEntry = SuccessOut<typeof listLogs>['data'][number];
export type LogDetail = SuccessOut<typeof getLog>['data'];

const slowMs = 5000;

/** What a status usually means, where the request was one of ours to a provider. */
const causes: Readonly<Record<number, string>> = {
    400: 'The provider did not understand the request: its path, query or body is wrong. Its response usually names the field.',
    401: 'The provider did not accept the credentials. Patchbay checks them at once; if they are refused, the connection needs reconnecting.',
    402: 'The provider asks for a payment: the plan of this account does not include the call.',
    403: 'The provider knows who asks, and does not allow it: a permission (scope) is missing, or the user may not see this.',
    404: 'The provider has nothing at this address, or this account may not know of it.',
    405: 'The provider does not take this method at this address.',
    409: 'It contradicts what the provider has, such as a newer version or something of the same name.',
    413: 'The body was larger than the provider takes.',
    415: 'The provider does not take this content type.',
    422: 'The provider understood the request and refused its content. Its response usually names the field.',
    429: 'The provider’s rate limit was reached. Patchbay waits as long as the provider says before it asks again.'
};

/** What happened, by rules alone: sentences that what is logged proves. */
export function whyOf({ kind, status, error, attempt, timings, connection_id: connection }: LogEntry): string[] {
    const sentences: string[] = [];
    if (error) sentences.push(error.message);
    else if (status === null) sentences.push('There was no response, and what went wrong is not known.');
    else if (status < 400) sentences.push('It went well.');
    else if (kind === 'webhook_delivery') sentences.push('Your endpoint did not take the event. It is sent again, for up to 75 hours.');
    else if (kind === 'incoming_webhook') sentences.push('Patchbay did not take the provider’s webhook: its response says why.');
    else if (status >= 500) sentences.push('The provider failed. That is neither the credentials nor the request.');
    else sentences.push(causes[status] ?? 'The provider refused the request. Its response is below.');
    if (kind === 'refresh' && status !== null && status >= 400 && status < 500)
        sentences.push('A refused renewal ends a connection: its end user has to reconnect.');
    if (attempt > 1) sentences.push(`It was attempt ${attempt} of one operation.`);
    if (timings.queue_ms >= 1000) sentences.push(`It waited ${seconds(timings.queue_ms)} for its turn under the provider’s rate limit.`);
    if (timings.total_ms >= slowMs) sentences.push(`It took ${seconds(timings.total_ms)}.`);
    if (connection === null && kind === 'proxy') sentences.push('No connection was found for it.');
    return sentences;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Path and query of an address. */
export function pathOf(url: string): string {
    const at = url.indexOf('/', url.indexOf('://') + 3);
    return at === -1 ? '/' : url.slice(at);
}

/** Where a request went; what is cut out of an address may leave none that can be parsed. */
export const baseOf = (url: string): { baseUrl?: string } => (URL.canParse(url) ? { baseUrl: new URL(url).origin } : {});

/** The same request by curl, without secrets; one of the proxy goes through it again. */
export function curlOf(entry: LogDetail, apiUrl: string): string {
    const body = entry.request.body?.text;
    const { method, connection_id: connection, integration_id: integration } = entry;
    const lines =
        entry.kind === 'proxy' && connection !== null && integration !== null
            ? proxyCurl(apiUrl, { method, path: pathOf(entry.url), integration, connection, ...baseOf(entry.url) })
            : [
                  `curl -X ${method} ${shellQuoted(entry.url)}`,
                  ...Object.entries(entry.request.headers)
                      .filter(([name]) => !/^(?:content-length|host|connection|transfer-encoding|traceparent)$/.test(name))
                      .map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`)
              ];
    const type = entry.request.headers['content-type'];
    if (entry.kind === 'proxy' && body !== undefined && type !== undefined) lines.push(`-H ${shellQuoted(`Content-Type: ${type}`)}`);
    if (body !== undefined) lines.push(`--data-raw ${shellQuoted(body)}`);
    return lines.join(' \\\n  ');
}
