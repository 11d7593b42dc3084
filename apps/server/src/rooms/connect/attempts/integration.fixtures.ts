import { findProvider } from '@patchbay/providers';
import type { Integration } from '../../platform/integrations/open-integration.ts';

const now = new Date('2026-01-02T03:04:05.000Z');

/** An integration as the pure functions take it, without a database. */
export function integrationOf(providerId: string, changes: Partial<Integration['row']> = {}): Integration {
    const provider = findProvider(providerId);
    if (!provider) throw new Error(`There is no provider ${providerId}.`);
    const row: Integration['row'] = {
        environment_id: 'e',
        id: 'i',
        unique_key: 'crm',
        provider: providerId,
        display_name: null,
        client_id: 'client',
        scopes: [],
        access: [],
        guide: [],
        single_account: false,
        forward_webhooks: false,
        enabled: true,
        enabled_after_freeze: true,
        freeze_id: null,
        allowed_base_urls: [],
        app_refusal: null,
        secrets: Buffer.alloc(0),
        deleted_at: null,
        revocations: {},
        created_at: now,
        updated_at: now,
        ...changes
    };
    return { row, provider, secrets: { clientSecret: 'client-secret', config: {}, custom: {} } };
}
