import { type AuditEntryView, exportAuditEntries, listAuditEntries } from '@patchbay/contracts';
import type { AuditEntryRow } from '@patchbay/db';
import { page, route } from '../../../kernel/http/mount.ts';
import { requireManager } from '../members/require-manager.ts';
import { findEntries } from './audit-log.sql.ts';

const mostExported = 100_000;

export const auditLogRoutes = [
    route(listAuditEntries, async ({ db }, { auth, query: { limit, ...filter } }) => {
        requireManager(auth);
        return { data: (await findEntries(db, filter, limit)).map(describeEntry) };
    }),
    page(exportAuditEntries, async ({ db }, { auth, query }) => {
        requireManager(auth);
        const rows = await findEntries(db, query, mostExported);
        const lines = [columns, ...rows.map((row) => columns.map((name) => cellOf(row, name)))];
        return {
            status: 200,
            headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="audit.csv"' },
            body: lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
        };
    })
];

const columns = [
    'at',
    'environment_name',
    'actor_kind',
    'actor_id',
    'actor_name',
    'action',
    'target',
    'fields',
    'status',
    'error_code',
    'request_id',
    'client_address'
] as const;

function cellOf(row: AuditEntryRow, name: (typeof columns)[number]): string {
    const value = row[name];
    return value === null ? '' : value instanceof Date ? value.toISOString() : String(value);
}

/** A cell that spreadsheets would read as a formula is made text (OWASP, CSV injection). */
function quoted(cell: string): string {
    const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function describeEntry(row: AuditEntryRow): AuditEntryView {
    return {
        id: row.id,
        at: row.at.toISOString(),
        environment: row.environment_name,
        actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
        action: row.action,
        target: row.target,
        // Written by `auditChanges`.
        fields: JSON.parse(row.fields ?? '[]') as string[],
        status: row.status,
        error_code: row.error_code,
        request_id: row.request_id,
        client_address: row.client_address
    };
}
