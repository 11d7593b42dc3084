import { room } from '../../room.ts';
import { compatRoutes } from './compat.routes.ts';
import { deleteOlder } from '../../kernel/sql/delete-older.sql.ts';

export const compat = room({
    name: 'compat',
    routes: compatRoutes,
    // Longer than any socket waits.
    cleanUps: { deleteExpiredPopups: deleteOlder('popup_clients', 'created_at', 60 * 60_000) }
});
