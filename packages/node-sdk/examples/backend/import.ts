import type { ImportedConnection } from '@patchbay/node';
import { patchbay } from './client.ts';

// README: begin
type Credentials = ImportedConnection['credentials'];

export const oauth = (old: { access: string; refresh: string; endsAt: string }): Credentials => ({
    type: 'OAUTH2',
    access_token: old.access,
    refresh_token: old.refresh,
    expires_at: old.endsAt
});
export const apiKey = (key: string): Credentials => ({ type: 'API_KEY', apiKey: key });
export const basic = (username: string, password: string): Credentials => ({ type: 'BASIC', username, password });
export const clientCredentials = (old: { token: string; id: string; secret: string; endsAt: string }): Credentials => ({
    type: 'OAUTH2_CC',
    token: old.token,
    client_id: old.id,
    client_secret: old.secret,
    expires_at: old.endsAt
});
export const none: Credentials = { type: 'NONE' };

export function importOne(integration: string, id: string, userId: string, credentials: Credentials) {
    return patchbay.connections.import({ provider_config_key: integration, connection_id: id, end_user: { id: userId }, credentials });
}
// README: end
