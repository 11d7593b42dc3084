import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { room } from '../../../room.ts';
import { sealedClients } from './mcp/register-client.ts';

export const providerCalls = room({
    name: 'provider-calls',
    sealed: [sealedClients],
    cleanUps: { deleteRegisteredClients: deleteOlder('registered_clients', 'expires_at', 0) }
});
