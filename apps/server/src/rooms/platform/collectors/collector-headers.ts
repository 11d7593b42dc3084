import type { CollectorRow } from '@patchbay/db';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { Sealed } from '../../../kernel/crypto/seal.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';

export const sealedCollectors = sealedTable({ name: 'collectors', columns: ['headers'], key: 'id', boundTo: ['id'] });

type Key = Pick<CollectorRow, 'environment_id' | 'id'>;

export function sealHeaders({ seal }: Pick<Deps, 'seal'>, row: Key, headers: Readonly<Record<string, string>>): Sealed {
    return seal.seal(sealedCollectors.place(row, 'headers'), headers);
}

/** @throws {SealError} */
export function openHeaders({ seal }: Pick<Deps, 'seal'>, row: Key & Pick<CollectorRow, 'headers'>): Record<string, string> {
    return row.headers === null ? {} : seal.open(sealedCollectors.place(row, 'headers'), row.headers, z.record(z.string(), z.string()));
}
