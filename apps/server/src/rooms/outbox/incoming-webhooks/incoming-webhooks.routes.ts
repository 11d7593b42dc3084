import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, getConnectionWebhook, receiveWebhook, setConnectionWebhookSecret, type WebhookOutcome } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { route, stream } from '../../../kernel/http/mount.ts';
import { currentSpan } from '../../../kernel/log/request-context.ts';
import { readBytes } from '../../../kernel/http/read-request.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { findEnvironmentName } from '../../platform/environments/environments.sql.ts';
import { type Integration, openIntegration } from '../../platform/integrations/open-integration.ts';
import { describeConnectionWebhook, setConnectionWebhook } from './connection-webhook.ts';
import { acceptWebhook } from './accept-webhook.ts';
import { logWebhook } from './log-webhook.ts';

const outcomes: Readonly<Partial<Record<string, WebhookOutcome>>> = {
    missing_webhook_signature: 'missing_signature',
    invalid_webhook_signature: 'invalid_signature',
    stale_webhook: 'stale',
    request_too_large: 'too_large',
    unsupported_content_encoding: 'compressed',
    too_many_request: 'too_many'
};

export const incomingWebhooksRoutes = [
    stream(receiveWebhook, async (deps, { params }, request, response) => {
        const integration = await requireIntegration(deps, params, request, response);
        const { row, provider } = integration;
        currentSpan()?.set({ 'patchbay.environment': row.environment_id, 'patchbay.integration.id': row.unique_key });
        // Some providers ask so whether the address exists.
        if (request.method === 'HEAD') return void response.end();
        if (!provider.webhooks) return respondEmpty(request, response);
        const { method = 'POST', url = '', headersDistinct: headers } = request;
        // The address that the provider was given, whatever proxies made of it.
        const address = `${deps.config.publicUrl}${url.replace(/^https?:\/\/[^/?#]*/i, '')}`;
        const entry = logWebhook(deps, integration, { request, response, url: address });
        try {
            const body = await readBytes(request, receiveWebhook.maxBodyBytes);
            entry.body = body;
            const { outcome, challenge } = await acceptWebhook(deps, integration, { method, url: address, headers, body }, () =>
                deps.limitWebhooks(response, row.id)
            );
            deps.webhookCounter.count(row, outcome);
            respond(response, provider.webhooks.empty_response ? (challenge ?? '') : (challenge ?? '{"status":"success"}'), challenge);
        } catch (error) {
            entry.error = error instanceof AppError ? error : new AppError('server_error');
            const outcome = outcomes[entry.error.code];
            if (outcome) deps.webhookCounter.count(row, outcome);
            // Apart from those that are verified, whose number is not up to who sends others.
            if (outcome && outcome !== 'too_many') await deps.limitRefusedWebhooks(response, row.id);
            throw error;
        }
    }),
    route(getConnectionWebhook, async (deps, { auth, params, query }) => ({
        data: await describeConnectionWebhook(deps, toTarget(auth, params, query))
    })),
    route(setConnectionWebhookSecret, async (deps, { auth, params, query, body }) => ({
        data: await setConnectionWebhook(deps, toTarget(auth, params, query), body)
    }))
];

function toTarget(
    { environmentId }: { environmentId: string },
    { connection_id: connectionId }: { connection_id: string },
    { provider_config_key: integrationKey }: { provider_config_key: string }
): ConnectionTarget {
    return { environmentId, connectionId, integrationKey };
}

async function requireIntegration(
    deps: Pick<Deps, 'batches' | 'seal' | 'providers' | 'limitUnknownWebhooks' | 'clientAddress'>,
    { environment_id: environmentId, integration_id: key }: { environment_id: string; integration_id: string },
    request: IncomingMessage,
    response: ServerResponse
): Promise<Integration> {
    const integration = await openIntegration(deps, environmentId, key);
    if (integration) return integration;
    await deps.limitUnknownWebhooks(response, deps.clientAddress(request));
    if ((await findEnvironmentName(deps.batches, environmentId)) === undefined) throw new AppError('unknown_environment');
    throw new AppError('unknown_provider_config');
}

/** The body that is not wanted is read, so that the connection can be used again. */
function respondEmpty(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    response.statusCode = 204;
    response.end();
}

function respond(response: ServerResponse, body: string, challenge: string | undefined): void {
    response.statusCode = 200;
    if (body !== '')
        response.setHeader('content-type', challenge === undefined ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
}
