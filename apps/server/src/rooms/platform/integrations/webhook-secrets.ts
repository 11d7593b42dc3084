import type { IntegrationChanges } from './integration-changes.ts';
import type { Integration, IntegrationSecrets, WebhookSecrets } from './open-integration.ts';

/** How clients of the reference give the secret. */
const customName = 'webhookSecret';

/** Webhooks that the provider has signed before it knew the new secret are retried for hours. */
const defaultOverlapMs = 24 * 60 * 60_000;

/** The secret that webhooks of the provider are signed with, where one was given. */
export function webhookSecretOf({
    webhookSecret,
    custom
}: WebhookSecrets & Partial<Pick<IntegrationSecrets, 'custom'>>): string | undefined {
    return webhookSecret ?? custom?.[customName];
}

/** Every secret that verifies webhooks now: the current one, and the one before it for a time. */
export function webhookSecretsOf({ provider, secrets }: Integration, now: Date): string[] {
    const ofApp = provider.webhooks?.secret === 'client_secret' ? secrets.clientSecret : undefined;
    return validSecrets(secrets, now, webhookSecretOf(secrets) ?? ofApp);
}

/** The current secret, where there is one, and the one before it while it is valid. */
export function validSecrets(secrets: WebhookSecrets, now: Date, current = secrets.webhookSecret): string[] {
    return [...(current === undefined ? [] : [current]), ...previousSecrets(secrets, now)];
}

/** The secret before the current one, while it is valid. */
export function previousSecrets({ previousWebhookSecret: previous }: WebhookSecrets, now: Date): string[] {
    return previous && now < new Date(previous.until) ? [previous.secret] : [];
}

/** The secrets of webhooks after a change. The one that is replaced stays valid for a while. */
export function replaceWebhookSecret(
    stored: WebhookSecrets & Partial<Pick<IntegrationSecrets, 'custom'>>,
    {
        webhookSecret: given,
        webhookSecretOverlapMs: overlapMs = defaultOverlapMs
    }: Pick<IntegrationChanges, 'webhookSecret' | 'webhookSecretOverlapMs'>,
    now: Date
): WebhookSecrets {
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
