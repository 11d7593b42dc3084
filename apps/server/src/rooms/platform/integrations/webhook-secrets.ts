import type { IntegrationChanges } from './integration-changes.ts';
import type { Integration, IntegrationSecrets } from './open-integration.ts';

/** How clients of the reference give the secret. */
const customName = 'webhookSecret';

/** Webhooks that the provider has signed before it knew the new secret are retried for hours. */
const defaultOverlapMs = 24 * 60 * 60_000;

/** The secret that webhooks of the provider are signed with, where one was given. */
export function webhookSecretOf({ webhookSecret, custom }: IntegrationSecrets): string | undefined {
    return webhookSecret ?? custom[customName];
}

/** Every secret that verifies webhooks now: the current one, and the one before it for a time. */
export function webhookSecretsOf({ provider, secrets }: Integration, now: Date): string[] {
    const given = webhookSecretOf(secrets);
    const current = given ?? (provider.webhooks?.secret === 'client_secret' ? secrets.clientSecret : undefined);
    const { previousWebhookSecret: previous } = secrets;
    const isPreviousValid = previous && now < new Date(previous.until);
    return [...(current === undefined ? [] : [current]), ...(isPreviousValid ? [previous.secret] : [])];
}

/** The secrets of webhooks after a change. The one that is replaced stays valid for a while. */
export function replaceWebhookSecret(
    stored: IntegrationSecrets,
    {
        webhookSecret: given,
        webhookSecretOverlapMs: overlapMs = defaultOverlapMs
    }: Pick<IntegrationChanges, 'webhookSecret' | 'webhookSecretOverlapMs'>,
    now: Date
): Pick<IntegrationSecrets, 'webhookSecret' | 'previousWebhookSecret'> {
    const { webhookSecret: current, previousWebhookSecret: previous } = stored;
    if (given === null) return {};
    if (given === undefined || given === current)
        return {
            ...(current === undefined ? {} : { webhookSecret: current }),
            ...(previous === undefined ? {} : { previousWebhookSecret: previous })
        };
    const replaced = webhookSecretOf(stored);
    const until = new Date(now.getTime() + overlapMs).toISOString();
    return { webhookSecret: given, ...(replaced && overlapMs > 0 ? { previousWebhookSecret: { secret: replaced, until } } : {}) };
}
