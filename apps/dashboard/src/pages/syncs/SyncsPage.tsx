import { listIntegrations, listSyncs } from '@patchbay/contracts/dashboard';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../parts/Button.tsx';
import { SelectFilter } from '../../parts/Filters.tsx';
import { LoadOlder } from '../../parts/LoadOlder.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { queryOf, stateFilters, syncsSearch, type SyncsSearch } from './search.ts';
import { SyncTable } from './SyncTable.tsx';

const route = '/$environment/syncs';

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

function useFilter() {
    const search = useSearch({ from: route });
    const navigate = useNavigate({ from: route });
    const change = (changes: { [Name in keyof SyncsSearch]?: string | undefined }) =>
        void navigate({ to: '.', search: (before) => syncsSearch({ ...before, ...changes }), replace: true });
    return { search, change, clear: () => void navigate({ to: '.', search: {}, replace: true }) };
}

function Filters() {
    const { search, change } = useFilter();
    const integrations = useRead(listIntegrations, {});
    return (
        <search className="flex flex-wrap items-center gap-3">
            <SelectFilter
                label="State"
                any="Any state"
                value={search.state ?? ''}
                onChange={(state) => change({ state })}
                options={Object.entries(stateFilters).map(([value, name]) => ({ value, name }))}
            />
            <SelectFilter
                label="App"
                any="Any app"
                value={search.integration ?? ''}
                onChange={(integration) => change({ integration })}
                options={(integrations.data?.data ?? []).map(({ unique_key: value, display_name: name }) => ({ value, name }))}
            />
            {(['connection', 'name'] as const).map((name) => {
                const value = search[name];
                return (
                    value !== undefined && (
                        <Button key={name} onClick={() => change({ [name]: undefined })} aria-label={`Remove the filter ${name} ${value}`}>
                            {name === 'name' ? 'Sync' : 'Connection'} <code className="max-w-40 truncate">{value}</code> ×
                        </Button>
                    )
                );
            })}
        </search>
    );
}

function Syncs() {
    const environment = useEnvironment();
    const { search, clear } = useFilter();
    const pages = usePages(
        listSyncs,
        { query: queryOf(environment, search) },
        ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor }),
        { refetchInterval: 5000 }
    );
    const { data, error, refetch, isPending } = pages;
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={8} height={56} />;
    const syncs = data.pages.flatMap((page) => page.data);
    if (syncs.length === 0)
        return Object.keys(search).length === 0 ? (
            <EmptyState>No syncs are set up. Those of an app begin as soon as someone has connected it.</EmptyState>
        ) : (
            <EmptyState action={<Button onClick={clear}>Show all</Button>}>
                {search.state === 'failing' ? 'No sync fails right now.' : 'No sync fits.'}
            </EmptyState>
        );
    return (
        <>
            <SyncTable syncs={syncs} />
            <LoadOlder pages={pages} />
        </>
    );
}
