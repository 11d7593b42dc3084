/** What opens the row after this one, or before it; outside of lists, the first row of the page. */
export function neighbourOf(focused: Element | null, step: 1 | -1): HTMLElement | undefined {
    const list = focused?.closest('main :is(tbody, ul, ol)') ?? undefined;
    const rows = rowsOf(list ?? firstList());
    const at = rows.findIndex((row) => row.contains(focused));
    return openerOf(rows[at === -1 ? 0 : at + step]);
}

export const isInList = (element: Element | null) => (element?.closest('main :is(tbody, ul, ol)') ?? null) !== null;

function firstList(): Element | undefined {
    const lists = [...document.querySelectorAll('main :is(tbody, ul, ol)')];
    return lists.find((list) => list.closest('nav') === null && rowsOf(list).length > 0);
}

/** Those with something to open. */
const rowsOf = (list: Element | undefined) => [...(list?.children ?? [])].filter((row) => openerOf(row) !== undefined);

const openerOf = (row: Element | undefined) =>
    row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('button') ?? undefined;
