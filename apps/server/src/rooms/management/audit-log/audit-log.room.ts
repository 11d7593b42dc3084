import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { room } from '../../../room.ts';
import { auditLogRoutes } from './audit-log.routes.ts';

const yearMs = 365 * 24 * 60 * 60_000;

export const auditLog = room({
    name: 'audit-log',
    routes: auditLogRoutes,
    cleanUps: { deleteOldAuditEntries: deleteOlder('audit_entries', 'at', yearMs) }
});
