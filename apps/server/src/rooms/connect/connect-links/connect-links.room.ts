import { room } from '../../../room.ts';
import { sealedLinks } from './create-link.ts';
import { connectLinkRoutes } from './connect-links.routes.ts';
import { hasSessions } from './connect-links.sql.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';

export const connectLinks = room({
    name: 'connect-links',
    sealed: [sealedLinks],
    routes: connectLinkRoutes,
    // Its last sessions, and their attempts, still read the link, which may take days.
    cleanUps: { deleteExpiredLinks: deleteOlder('connect_links', 'expires_at', 24 * 60 * 60_000, hasSessions) }
});
