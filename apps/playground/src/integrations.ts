import { ApiError, type NewIntegration, type Patchbay } from '@patchbay/node';
import { SettingsError } from './settings.ts';

// The sandbox's own client, published on its first page; it protects nothing.
const sandboxApp = {
    type: 'OAUTH2',
    client_id: 'patchbay-sandbox',
    client_secret: 'patchbay-sandbox-secret',
    scopes: 'openid,profile,email,offline_access,contacts.read'
} as const;

const wanted: readonly NewIntegration[] = [
    ...['sandbox-oauth2', 'sandbox-oauth2-tenants', 'sandbox-oauth2-subdomain'].map((id) => ({
        provider: id,
        unique_key: id,
        credentials: sandboxApp
    })),
    ...['sandbox-two-keys', 'sandbox-api-key', 'sandbox-basic', 'sandbox-oauth2-cc', 'unauthenticated'].map((id) => ({
        provider: id,
        unique_key: id
    }))
];

/**
 * Creates the missing integrations that the page offers.
 * @throws {SettingsError} when the server does not know the sandbox; else the SDK's errors
 */
export async function ensureIntegrations(patchbay: Patchbay): Promise<void> {
    const { data: existing } = await patchbay.integrations.list();
    for (const integration of wanted) {
        if (existing.some(({ unique_key: key }) => key === integration.unique_key)) continue;
        try {
            await patchbay.integrations.create(integration);
        } catch (error) {
            if (!(error instanceof ApiError) || !error.errors.some(({ path }) => path[0] === 'provider')) throw error;
            throw new SettingsError(
                `The Patchbay server does not know the provider ${integration.provider}: start the server with PATCHBAY_SANDBOX_URL set.`,
                { cause: error }
            );
        }
    }
}
