import { AppError } from '@patchbay/contracts';
import { readWebhook, verifyWebhook, type WebhookRequest } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { webhookSecretsOf } from '../../platform/integrations/webhook-secrets.ts';
import { findOwnSecrets } from './connection-webhook.ts';
import { storeWebhook } from './store-webhook.ts';

type AcceptDeps = Pick<Deps, 'db' | 'batches' | 'clock' | 'ids' | 'keyedHash' | 'seal'>;

const refusals = {
    missing: 'missing_webhook_signature',
    invalid: 'invalid_webhook_signature',
    stale: 'stale_webhook'
} as const;

/**
 * Verifies a provider's request and stores what it tells, once.
 * @param onVerified may throw: then nothing is stored
 * @returns `challenge`: what shows the provider that the address is ours
 * @throws {AppError} `missing_webhook_signature`, `invalid_webhook_signature`, `stale_webhook`
 */
export async function acceptWebhook(
    deps: AcceptDeps,
    integration: Integration,
    request: WebhookRequest,
    onVerified: () => Promise<void>
): Promise<{ outcome: 'accepted' | 'duplicate'; challenge: string | undefined }> {
    const { provider } = integration;
    const { webhooks } = provider;
    if (!webhooks) return { outcome: 'accepted', challenge: undefined };
    const now = deps.clock.now();
    const own = await findOwnSecrets(deps, integration, { url: request.url, now });
    const secrets = own?.secrets ?? webhookSecretsOf(integration, now);
    const verdict = verifyWebhook({ ...provider, webhooks }, request, { secrets, now });
    if (verdict !== 'verified') throw new AppError(refusals[verdict]);
    await onVerified();
    const read = readWebhook(webhooks, request, own?.connectionId);
    if (read.challenge !== undefined || read.events.length === 0) return { outcome: 'accepted', challenge: read.challenge };
    const isNew = await storeWebhook(deps, integration, { request, read, now });
    return { outcome: isNew ? 'accepted' : 'duplicate', challenge: undefined };
}
