import { given, textParam } from '../../parts/search-params.ts';

/** All filters are in the address. */
export interface CatalogueSearch {
    search?: string;
    category?: string;
}

export function catalogueSearch({ search, category }: Record<string, unknown>): CatalogueSearch {
    return given({ search: textParam(search), category: textParam(category) });
}
