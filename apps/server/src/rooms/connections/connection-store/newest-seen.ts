import type { ConnectionRow } from '@patchbay/db';

type Seen = Pick<ConnectionRow, 'id' | 'generation' | 'refreshed_at'>;

/** The newest credentials that this server has seen: detects a restored or lagging database. */
export interface NewestSeen {
    record(row: Seen): void;
    /** Whether the row is older than one that was recorded. */
    isOlder(row: Seen): boolean;
}

/** Beyond it the least recently changed are evicted. */
const maxEntries = 100_000;

export function createNewestSeen(): NewestSeen {
    const newest = new Map<number, { generation: number; refreshedAt: number }>();
    // By both: after a restore, new credentials have a lower generation but a later time.
    const isOlder = ({ id, generation, refreshed_at: at }: Seen) => {
        const known = newest.get(id);
        return known !== undefined && generation < known.generation && (at?.getTime() ?? 0) < known.refreshedAt;
    };
    return {
        isOlder,
        record(row) {
            const known = newest.get(row.id);
            const refreshedAt = row.refreshed_at?.getTime() ?? 0;
            if (isOlder(row) || (known?.generation === row.generation && known.refreshedAt === refreshedAt)) return;
            newest.delete(row.id);
            newest.set(row.id, { generation: row.generation, refreshedAt });
            const [oldest] = newest.keys();
            if (newest.size > maxEntries && oldest !== undefined) newest.delete(oldest);
        }
    };
}
