import { checkFields, InvalidInput, isRecord, isText } from '../check-fields.ts';
import { ApiError } from './api-error.ts';
import { nameIn } from './books.ts';
import { findKind, KIND_NAMES, KINDS } from './kinds.ts';
import type { Kind, KindName } from './kinds.ts';
import { refValue } from './row.ts';
import type { Row } from './row.ts';
import { storeRow } from './store-row.ts';
import type { WriteContext } from './store-row.ts';
import { removeRow, writeEntity } from './write.ts';

/**
 * Changes something as a user of the product does: `{entity, operation, id?, into?, body?}`.
 * @throws {InvalidInput}
 */
export function mutate(context: WriteContext, input: unknown): Row {
    checkFields('The change', input, { '*entity': isText, '*operation': isText, id: isText, into: isText, body: isRecord });
    const { entity, operation, id, into, body } = input;
    const kind = findKind(String(entity));
    if (!kind) throw new InvalidInput(`"entity" must be one of ${KIND_NAMES.join(', ')}.`);
    const fields = isRecord(body) ? body : {};
    try {
        if (operation === 'create') return write(context, kind, fields, '');
        const row = context.company.books.get(kind.name, String(id));
        if (!row) throw new InvalidInput(`There is no ${kind.name} ${String(id)}.`);
        const current = { Id: row['Id'], SyncToken: row['SyncToken'], sparse: true };
        if (operation === 'update') return write(context, kind, { ...fields, ...current }, 'update');
        if (operation === 'delete') return write(context, kind, current, 'delete');
        if (operation === 'void') return write(context, kind, current, 'void');
        if (operation === 'merge') return merge(context, kind, row, String(into));
    } catch (error) {
        if (error instanceof ApiError) throw new InvalidInput(`${error.code} ${error.message}: ${error.detail}`);
        throw error;
    }
    throw new InvalidInput('"operation" must be one of create, update, delete, void, merge.');
}

function write(context: WriteContext, kind: Kind, body: Row, operation: string): Row {
    const isIncluded = operation === 'void' && kind.voiding === 'include';
    return writeEntity(context, kind, body, { operation: isIncluded ? 'update' : operation, include: isIncluded ? ['void'] : [] });
}

/** The loser vanishes, and what referred to it refers to the winner. */
function merge(context: WriteContext, kind: Kind, loser: Row, winnerId: string): Row {
    const { books, realmId } = context.company;
    const winner = books.get(kind.name, winnerId);
    if (kind.nameField === undefined || !winner) throw new InvalidInput('Names of a list are merged "into" another one of it.');
    const loserId = String(loser['Id']);
    const name = nameIn(books, kind.name, winnerId);
    for (const other of KIND_NAMES) {
        const fields = fieldsFor(other, kind.name);
        if (fields.length === 0 || KINDS[other].nameField !== undefined) continue;
        // Storing adds to the entries.
        const entries = [...books.entries(other)];
        for (const entry of entries) {
            const row = entry.isDeleted ? {} : entry.row();
            const moved = fields.filter((field) => refValue(row[field]) === loserId);
            if (moved.length === 0) continue;
            const refs = Object.fromEntries(moved.map((field) => [field, { value: winnerId, name }]));
            storeRow(context, other, row, { ...row, ...refs }, 'updated');
        }
    }
    // The event of a merge takes the place of that of the deletion.
    removeRow({ ...context, report: () => undefined }, kind, loser);
    context.report({ realmId, kind: kind.name, id: winnerId, operation: 'merged', atMs: context.nowMs, deletedId: loserId });
    return winner;
}

function fieldsFor(kind: KindName, target: KindName): string[] {
    return Object.entries(KINDS[kind].references).flatMap(([field, to]) => (to === target ? [field] : []));
}
