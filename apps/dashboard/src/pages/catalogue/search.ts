/** All filters are in the address. */
export interface CatalogueSearch {
    search?: string;
    category?: string;
}

const text = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

export function catalogueSearch({ search, category }: Record<string, unknown>): CatalogueSearch {
    const given = { search: text(search), category: text(category) };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
