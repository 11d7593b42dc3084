import { useState } from 'react';

interface Listed {
    readonly id: string | number;
}

/**
 * How many rows at the top are new to who looks at a list, newest first.
 * @param seen their ids; the row that one looked at may be gone
 */
export function newRowsAbove(rows: readonly Listed[], seen: ReadonlySet<Listed['id']>): number {
    return Math.max(
        0,
        rows.findIndex(({ id }) => seen.has(id))
    );
}

interface Options {
    /** Of which list they are, such as its filters: with another one, all rows are shown. */
    list: string;
    /** Whether these are its rows as the server has them now. */
    isCurrent: boolean;
    /** Whether new rows are shown at once. */
    isFollowing?: boolean;
}

/** Whether what was read is the list as it is now. */
export const isSettled = (query: { isFetching: boolean; isPlaceholderData: boolean }) => !query.isFetching && !query.isPlaceholderData;

/** Keeps back rows that have come on top, which else would move the others under who reads them. */
export function useHeldRows(rows: readonly Listed[], { list, isCurrent, isFollowing = false }: Options) {
    const [seen, setSeen] = useState<{ list: string; ids: ReadonlySet<Listed['id']> }>();
    const isKnown = seen?.list === list && (rows.length === 0 || rows.some(({ id }) => seen.ids.has(id)));
    const waiting = isKnown ? newRowsAbove(rows, seen.ids) : 0;
    if (isCurrent && (isKnown ? isFollowing && waiting > 0 : rows.length > 0)) setSeen({ list, ids: new Set(rows.map(({ id }) => id)) });
    return { waiting: isFollowing ? 0 : waiting, show: () => setSeen(undefined) };
}
