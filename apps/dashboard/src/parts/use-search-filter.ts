import { useNavigate, useSearch } from '@tanstack/react-router';

interface SearchFilter<Search> {
    search: Search;
    change: (changes: { [Name in keyof Search]?: Search[Name] | string | undefined }) => void;
    clear: () => void;
}

/**
 * The filters in the address of the page.
 * @param parse keeps what is valid, as the route does
 */
export function useSearchFilter<Search extends object>(parse: (params: Record<string, unknown>) => Search): SearchFilter<Search> {
    const search = parse(useSearch({ strict: false }));
    const navigate = useNavigate();
    return {
        search,
        change: (changes) => void navigate({ to: '.', search: (before) => parse({ ...before, ...changes }), replace: true }),
        clear: () => void navigate({ to: '.', search: {}, replace: true })
    };
}
