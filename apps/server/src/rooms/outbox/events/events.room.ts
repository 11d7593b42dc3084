import { room } from '../../../room.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { removeOldDescriptions } from './remove-old-descriptions.ts';

export const events = room({
    name: 'events',
    // Their deliveries go with them.
    cleanUps: { removeOldDescriptions, deleteExpiredEvents: deleteOlder('events', 'created_at', 30 * 24 * 60 * 60_000) }
});
