import { room } from '../../../room.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { sealedEventSecrets } from './event-secrets.ts';
import { removeOldDescriptions } from './remove-old-descriptions.ts';

export const events = room({
    name: 'events',
    sealed: [sealedEventSecrets],
    cleanUps: {
        removeOldDescriptions,
        // Their deliveries go with them.
        deleteExpiredEvents: deleteOlder('events', 'created_at', 30 * 24 * 60 * 60_000),
        deleteExpiredEventSecrets: deleteOlder('event_secrets', 'expires_at', 0)
    }
});
