import { deleteIntegration, listIntegrations } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';

/** Credentials of an integration, with canaries for secrets. */
export const oauthApp = {
    type: 'OAUTH2',
    client_id: 'client-1',
    client_secret: 'canary-client-secret-1',
    webhook_secret: 'canary-webhook-secret-1',
    scopes: 'repo,user'
} as const;

export async function deleteIntegrations(app: TestApp): Promise<void> {
    for (const { unique_key: id } of (await app.call(listIntegrations, {})).data) await app.call(deleteIntegration, { params: { id } });
}
