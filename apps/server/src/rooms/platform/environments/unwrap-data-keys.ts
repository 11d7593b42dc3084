import type { KeyObject } from 'node:crypto';
import type { DataKeyRow } from '@patchbay/db';
import type { DataKey, DataKeyGenerations } from '../../../kernel/crypto/data-keys.ts';
import { type KeyRing, SealError, unwrapKey, wrapKey } from '../../../kernel/crypto/seal.ts';

export interface UnreadableDataKey {
    environmentId: string;
    id: string;
    error: SealError;
}

type Key = Pick<DataKeyRow, 'environment_id' | 'id'>;

/** @param known generations that are unwrapped already; a key never changes under its id */
export function unwrapDataKeys(
    rows: readonly DataKeyRow[],
    ring: KeyRing,
    known: DataKeyGenerations = new Map()
): { generations: DataKeyGenerations; unreadable: UnreadableDataKey[] } {
    const generations = new Map<string, DataKey[]>();
    const unreadable: UnreadableDataKey[] = [];
    for (const row of rows) {
        const { environment_id: environmentId, id } = row;
        try {
            const key = known.get(environmentId)?.find((one) => one.id === id)?.key ?? unwrapKey(ring, contextOf(row), row.wrapped);
            const generation = { id, key, sealsFrom: row.seals_from, isRetired: row.retired_at !== null };
            generations.set(environmentId, [...(generations.get(environmentId) ?? []), generation]);
        } catch (error) {
            if (!(error instanceof SealError)) throw error;
            unreadable.push({ environmentId, id, error });
        }
    }
    return { generations, unreadable };
}

export function wrapDataKey(ring: KeyRing, row: Key, key: Buffer | KeyObject): Buffer {
    return wrapKey(ring, contextOf(row), Buffer.isBuffer(key) ? key : key.export());
}

function contextOf({ environment_id: environmentId, id }: Key): string {
    return `data_keys|${environmentId}|${id}`;
}
