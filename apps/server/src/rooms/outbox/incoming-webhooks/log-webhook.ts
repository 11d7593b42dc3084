import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { captureRequest } from '../../../kernel/log/request-context.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { sampledBytes } from '../../platform/request-log/body-text.ts';
import { beginOperation } from '../../platform/request-log/operation.ts';
import { logExchange } from '../../platform/request-log/request-log.ts';

/** What is refused needs no credential, so a server logs so many of an integration. */
const refusedPerMinute = 60;
const minuteMs = 60_000;

/** @returns whether a refused one of this integration is logged */
export type SampleRefused = (integrationId: string) => boolean;

export function createRefusedSample({ clock }: Pick<Deps, 'clock'>): SampleRefused {
    const counts = new Map<string, number>();
    let minute = 0;
    return (integrationId) => {
        const now = Math.floor(clock.now().getTime() / minuteMs);
        if (now !== minute) counts.clear();
        minute = now;
        const count = (counts.get(integrationId) ?? 0) + 1;
        counts.set(integrationId, count);
        return count <= refusedPerMinute;
    };
}

/** What becomes of a request while it is served. */
export interface WebhookEntry {
    body: Buffer | undefined;
    error: AppError | undefined;
}

/** Logs a provider's request when the response to it has ended. */
export function logWebhook(
    deps: Pick<Deps, 'requestLog' | 'clock' | 'ids' | 'sampleRefusedWebhook'>,
    { row, provider }: Integration,
    { request, response, url }: { request: IncomingMessage; response: ServerResponse; url: string }
): WebhookEntry {
    const entry: WebhookEntry = { body: undefined, error: undefined };
    const startedAt = performance.now();
    const asked = captureRequest();
    const { method = 'POST', headers } = request;
    response.once('close', () => {
        const { statusCode: status } = response;
        if (status >= 400 && !deps.sampleRefusedWebhook(row.id)) return;
        const { body, error } = entry;
        logExchange(deps, {
            purpose: beginOperation({
                kind: 'incoming_webhook',
                environmentId: row.environment_id,
                provider: provider.id,
                integrationKey: row.unique_key
            }),
            request: asked,
            method,
            url,
            requestHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
            // Copied, so that the whole of it is not kept.
            requestBody: { chunks: body ? [Buffer.from(body.subarray(0, sampledBytes))] : [], bytes: body?.length ?? 0 },
            status: response.headersSent ? status : undefined,
            responseHeaders: { 'content-type': String(response.getHeader('content-type') ?? '') },
            error,
            startedAt
        });
    });
    return entry;
}
