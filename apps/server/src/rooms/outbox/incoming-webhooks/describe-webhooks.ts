import type { IntegrationView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { webhookSecretsOf } from '../../platform/integrations/webhook-secrets.ts';
import { readWebhookCounts } from './incoming-webhooks.sql.ts';

const countedMs = 7 * 24 * 60 * 60_000;

export function webhookUrlOf({ publicUrl }: Pick<Deps['config'], 'publicUrl'>, environmentId: string, integrationKey: string): string {
    return `${publicUrl}/webhook/${environmentId}/${encodeURIComponent(integrationKey)}`;
}

/** The address of an integration's webhooks, and what became of those that were sent there. */
export async function describeWebhooks(
    { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
    integration: Integration
): Promise<Pick<IntegrationView, 'webhook_url' | 'webhooks'>> {
    const { row, provider } = integration;
    if (!provider.webhooks) return { webhook_url: null, webhooks: null };
    const now = clock.now();
    const owner = { environmentId: row.environment_id, integrationId: row.id };
    const counts = await readWebhookCounts(db, owner, new Date(now.getTime() - countedMs));
    const { previousWebhookSecret: previous } = integration.secrets;
    return {
        webhook_url: webhookUrlOf(config, row.environment_id, row.unique_key),
        webhooks: {
            has_secret: webhookSecretsOf(integration, now).some((secret) => secret !== ''),
            previous_secret_until: previous && now < new Date(previous.until) ? previous.until : null,
            last_days: Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count]))
        }
    };
}
