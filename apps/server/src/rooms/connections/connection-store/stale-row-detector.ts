import type { ConnectionRow } from '@patchbay/db';

type RowVersion = Pick<ConnectionRow, 'id' | 'generation' | 'refreshed_at'>;

/** Detects rows older than this server has read before: of a restored or lagging database. */
export interface StaleRowDetector {
    record(row: RowVersion): void;
    /** Whether the row is older than one that was recorded. */
    isStale(row: RowVersion): boolean;
}

/** Beyond it the least recently changed are evicted. */
const maxEntries = 100_000;

export function createStaleRowDetector(): StaleRowDetector {
    const newest = new Map<number, { generation: number; refreshedAt: number }>();
    // By both: after a restore, new credentials have a lower generation but a later time.
    const isStale = ({ id, generation, refreshed_at: at }: RowVersion) => {
        const known = newest.get(id);
        return known !== undefined && generation < known.generation && (at?.getTime() ?? 0) < known.refreshedAt;
    };
    return {
        isStale,
        record(row) {
            const known = newest.get(row.id);
            const refreshedAt = row.refreshed_at?.getTime() ?? 0;
            if (isStale(row) || (known?.generation === row.generation && known.refreshedAt === refreshedAt)) return;
            newest.delete(row.id);
            newest.set(row.id, { generation: row.generation, refreshedAt });
            const [oldest] = newest.keys();
            if (newest.size > maxEntries && oldest !== undefined) newest.delete(oldest);
        }
    };
}
