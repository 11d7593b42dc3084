import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { data, isoDateTime } from './primitives.ts';

const auditEntry = z.object({
    id: z.uuid(),
    at: isoDateTime,
    environment: z.string().nullable().describe('Name of the environment; null: the instance.'),
    actor: z.object({ kind: z.enum(['member', 'secret_key', 'account_key', 'system']), id: z.string().nullable(), name: z.string() }),
    action: z.string().describe('Id of the operation.'),
    target: z.string().nullable().describe('What was changed: the parameters of the address.'),
    fields: z.array(z.string()).describe('Names of the fields that were given.'),
    status: z.int().nullable().describe('HTTP status of the response; null: the server was ended meanwhile.'),
    error_code: z.string().nullable(),
    request_id: z.string().nullable(),
    client_address: z.string().nullable()
});
export type AuditEntryView = z.output<typeof auditEntry>;

const auditFilter = z.strictObject({
    environment: z.string().min(1).max(32).optional().describe('Only of this environment. Absent: all, and the instance.'),
    actor: z.string().min(1).max(255).optional().describe('Only of this actor, by id.'),
    action: z.string().min(1).max(255).optional().describe('Only this operation.'),
    before: z.uuid().optional().describe('Only entries older than this one.'),
    limit: z.coerce.number().int().min(1).max(1000).default(100)
});

export const listAuditEntries = defineEndpoint({
    id: 'listAuditEntries',
    method: 'GET',
    path: '/dashboard/api/audit',
    summary: 'What members and secret keys have changed, and whose credentials functions have read, newest first.',
    auth: ['dashboard_session'],
    query: auditFilter,
    success: {
        status: 200,
        body: data(z.array(auditEntry)),
        example: {
            data: [
                {
                    id: '0199a5c6-6f5b-7a5c-9a34-6a3e6e4b7d10',
                    at: '2026-03-01T09:00:00.000Z',
                    environment: 'prod',
                    actor: { kind: 'member', id: '0b0a5c6e-6f5b-4a5c-9a34-6a3e6e4b7d10', name: 'Dana' },
                    action: 'deleteConnection',
                    target: 'connection_id=acme',
                    fields: [],
                    status: 200,
                    error_code: null,
                    request_id: '2b0a5c6e-6f5b-4a5c-9a34-6a3e6e4b7d10',
                    client_address: '203.0.113.7'
                }
            ]
        }
    },
    errors: { forbidden: true }
});

export const exportAuditEntries = defineEndpoint({
    id: 'exportAuditEntries',
    method: 'GET',
    path: '/dashboard/api/audit.csv',
    summary: 'The audit log as CSV (RFC 4180), newest first, at most 100,000 entries.',
    auth: ['dashboard_session'],
    query: auditFilter.omit({ before: true, limit: true }),
    success: { status: 200, text: true },
    errors: { forbidden: true }
});
