import type { ConnectionRow } from '@patchbay/db';

type Seen = Pick<ConnectionRow, 'id' | 'generation' | 'refreshed_at'>;

/** The newest credentials of each connection that this server has seen, so that a database that shows older ones is noticed. */
export interface NewestSeen {
    note(row: Seen): void;
    /** Whether the row is older than one that was noted: the database was restored, or is a replica that lags. */
    isOlder(row: Seen): boolean;
}

/** Beyond it the connections that have not changed for longest are forgotten. */
const mostRemembered = 100_000;

export function createNewestSeen(): NewestSeen {
    const newest = new Map<number, { generation: number; refreshedAt: number }>();
    // By both: what is connected, or renewed elsewhere, after a restore is newer although it counts from less.
    const isOlder = ({ id, generation, refreshed_at: at }: Seen) => {
        const known = newest.get(id);
        return known !== undefined && generation < known.generation && (at?.getTime() ?? 0) < known.refreshedAt;
    };
    return {
        isOlder,
        note(row) {
            const known = newest.get(row.id);
            const refreshedAt = row.refreshed_at?.getTime() ?? 0;
            if (isOlder(row) || (known?.generation === row.generation && known.refreshedAt === refreshedAt)) return;
            newest.delete(row.id);
            newest.set(row.id, { generation: row.generation, refreshedAt });
            const [oldest] = newest.keys();
            if (newest.size > mostRemembered && oldest !== undefined) newest.delete(oldest);
        }
    };
}
