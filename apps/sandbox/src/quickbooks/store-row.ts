import type { Change, Company, Operation } from './company.ts';
import { applyEffects } from './effects.ts';
import type { KindName } from './kinds.ts';
import { pacificTime } from './pacific-time.ts';
import { textOf } from './row.ts';
import type { Row } from './row.ts';
import type { Settings } from './settings.ts';

export interface WriteContext {
    company: Company;
    settings: Settings;
    nowMs: number;
    report(change: Change): void;
}

const SECOND_MS = 1_000;

/** Writes a row with its next version and time, and the balances and events that follow. */
export function storeRow(context: WriteContext, kind: KindName, before: Row | undefined, after: Row, operation: Operation): Row {
    const { company, nowMs } = context;
    // The vendor's times have whole seconds.
    const updatedMs = Math.floor(nowMs / SECOND_MS) * SECOND_MS;
    const id = textOf(before?.['Id']) ?? company.books.newId();
    const createdMs = before ? (company.books.entry(kind, id)?.createdMs ?? updatedMs) : updatedMs;
    const row = {
        ...after,
        domain: 'QBO',
        sparse: false,
        Id: id,
        SyncToken: before ? String(Number(before['SyncToken']) + 1) : '0',
        MetaData: { CreateTime: pacificTime(createdMs), LastUpdatedTime: pacificTime(updatedMs) }
    };
    applyEffects(company.books, kind, before, row);
    company.books.put(kind, row, { createdMs, updatedMs });
    context.report({ realmId: company.realmId, kind, id, operation, atMs: nowMs });
    return company.books.get(kind, id) ?? row;
}
