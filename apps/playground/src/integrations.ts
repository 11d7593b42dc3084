import { ApiError, type NewIntegration, type Patchbay } from '@patchbay/node';
import { appOf } from './apps.ts';
import { dataUrl } from './data-url.ts';
import type { Vendor } from './sandbox-client.ts';
import { SettingsError } from './settings.ts';

const contactScopes = 'openid,profile,email,offline_access,contacts.read';

/**
 * Creates the missing integrations that the page offers.
 * @throws {SettingsError} when the server does not know the sandbox; else the SDK's errors
 */
export async function ensureIntegrations(patchbay: Patchbay, vendors: readonly Vendor[]): Promise<void> {
    const { data: existing } = await patchbay.integrations.list();
    for (const vendor of vendors) {
        if (existing.some(({ unique_key: key }) => key === vendor.id)) continue;
        const integration = integrationOf(vendor);
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

function integrationOf({ id, name, mark, client, webhook_secret }: Vendor): NewIntegration {
    const app = appOf(id);
    if (!app) throw new Error(`Juniper does not know the app ${id}.`);
    return {
        provider: app.provider,
        unique_key: id,
        display_name: name,
        logo: dataUrl(mark),
        access: app.access,
        ...(app.config && { integration_config: app.config }),
        ...(webhook_secret !== undefined && { webhook_secret }),
        ...(client && {
            credentials: {
                type: 'OAUTH2',
                client_id: client.id,
                client_secret: client.secret,
                ...(app.signIn === 'person' && { scopes: contactScopes })
            }
        })
    };
}
