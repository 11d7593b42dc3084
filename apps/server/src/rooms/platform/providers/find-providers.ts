import type { Provider } from '@patchbay/providers';

/** Those that all that is given fits, in the order of their ids. */
export function findProviders(
    providers: ReadonlyMap<string, Provider>,
    {
        search = '',
        category,
        auth_mode: mode
    }: { search?: string | undefined; category?: string | undefined; auth_mode?: string | undefined }
): Provider[] {
    const wanted = search.toLowerCase();
    const isFound = ({ id, display_name: name, aliases = [], other_ids: otherIds = [] }: Provider) =>
        [id, name, ...aliases, ...otherIds].some((text) => text.toLowerCase().includes(wanted));
    const found = [...providers.values()].filter(
        (provider) =>
            isFound(provider) &&
            (category === undefined || provider.categories.includes(category)) &&
            (mode === undefined || provider.auth_mode === mode)
    );
    // An operator's own come behind ours.
    return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
