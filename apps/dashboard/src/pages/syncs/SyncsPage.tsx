import { countSyncs, listSyncs } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { AppFilter } from '../../parts/AppFilter.tsx';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { ChipFilter, FilterChip } from '../../parts/Filters.tsx';
import { isSettled, useHeldRows } from '../../parts/held-rows.ts';
import { LoadOlder } from '../../parts/LoadOlder.tsx';
import { NewRows } from '../../parts/NewRows.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { useSearchFilter } from '../../parts/use-search-filter.ts';
import { queryOf, scopeOf, stateFilters, syncsSearch } from './search.ts';
import { SyncTable } from './SyncTable.tsx';

/** The syncs of all connections, by state and app. */
export function SyncsPage() {
    return (
        <Page title="Syncs">
            <Filters />
            <Card>
                <Syncs />
            </Card>
        </Page>
    );
}

function Filters() {
    const environment = useEnvironment();
    const { search, change } = useSearchFilter(syncsSearch);
    const counts = useRead(countSyncs, { query: scopeOf(environment, search) }, { refetchInterval: 5000, keepsPrevious: true });
    return (
        <search className="flex flex-wrap items-center gap-3">
            <ChipFilter
                label="State"
                defaultName="All"
                value={search.state ?? ''}
                onChange={(state) => change({ state })}
                options={Object.entries(stateFilters).map(([state, name]) => ({
                    value: state,
                    name,
                    count: new Map(Object.entries(counts.data?.data ?? {})).get(state)
                }))}
            />
            <AppFilter value={search.integration} onChange={(integration) => change({ integration })} />
            <FilterChip name="Connection" value={search.connection} onRemove={() => change({ connection: undefined })} />
            <FilterChip name="Sync" value={search.name} onRemove={() => change({ name: undefined })} />
        </search>
    );
}

function Syncs() {
    const environment = useEnvironment();
    const { search, clear } = useSearchFilter(syncsSearch);
    const pages = usePages(
        listSyncs,
        { query: queryOf(environment, search) },
        ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor }),
        { refetchInterval: 5000 }
    );
    const { data, error, refetch, isPending } = pages;
    const syncs = data?.pages.flatMap((page) => page.data) ?? [];
    const held = useHeldRows(syncs, { list: JSON.stringify([environment, search]), isCurrent: isSettled(pages) });
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={8} height={56} />;
    if (syncs.length === 0)
        return Object.keys(search).length === 0 ? (
            <EmptyState
                action={
                    <Link to="/$environment/integrations" params={{ environment }} className={buttonClass()}>
                        Look at the integrations
                    </Link>
                }
            >
                No syncs are set up. Those of an app begin as soon as someone has connected it.
            </EmptyState>
        ) : (
            <EmptyState action={<Button onClick={clear}>Show all</Button>}>
                {search.state === 'failing' ? 'No sync fails right now.' : 'No sync fits.'}
            </EmptyState>
        );
    return (
        <>
            <NewRows count={held.waiting} onShow={held.show} />
            <SyncTable syncs={syncs.slice(held.waiting)} />
            <LoadOlder pages={pages} />
        </>
    );
}
