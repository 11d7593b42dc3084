import type { listFunctionRuns as listContract } from '@patchbay/contracts';
import { listFunctionRuns, type SuccessOut } from '@patchbay/contracts/dashboard';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useEnvironment } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAppOf } from '../../parts/App.tsx';
import { AppFilter } from '../../parts/AppFilter.tsx';
import { Button } from '../../parts/Button.tsx';
import { FilterChip, SelectFilter } from '../../parts/Filters.tsx';
import { isSettled, useHeldRows } from '../../parts/held-rows.ts';
import { LoadOlder } from '../../parts/LoadOlder.tsx';
import { NewRows } from '../../parts/NewRows.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useSearchFilter } from '../../parts/use-search-filter.ts';
import { queryOf, runsSearch, runStatuses, typeWords } from './search.ts';

export function RunsPage() {
    return (
        <Page title="Runs">
            <Filters />
            <Card>
                <Runs />
            </Card>
            <Outlet />
        </Page>
    );
}

function Filters() {
    const { search, change } = useSearchFilter(runsSearch);
    return (
        <search className="flex flex-wrap items-center gap-3">
            <SelectFilter
                label="Kind"
                defaultName="Syncs, actions and all others"
                value={search.type ?? ''}
                onChange={(type) => change({ type })}
                options={Object.entries(typeWords).map(([value, name]) => ({ value, name }))}
            />
            <SelectFilter
                label="Status"
                defaultName="Any status"
                value={search.status ?? ''}
                onChange={(status) => change({ status })}
                options={Object.entries(runStatuses).map(([value, { word }]) => ({ value, name: word }))}
            />
            <AppFilter value={search.integration} onChange={(integration) => change({ integration })} />
            <FilterChip name="Connection" value={search.connection} onRemove={() => change({ connection: undefined })} />
            <FilterChip name="Function" value={search.name} onRemove={() => change({ name: undefined })} />
        </search>
    );
}

function Runs() {
    const { search, clear } = useSearchFilter(runsSearch);
    const pages = usePages(
        listFunctionRuns,
        { query: queryOf(search) },
        ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor }),
        { refetchInterval: 5000 }
    );
    const { data, error, refetch, isPending } = pages;
    const runs = data?.pages.flatMap((page) => page.data) ?? [];
    const held = useHeldRows(runs, { list: JSON.stringify(search), isCurrent: isSettled(pages) });
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={8} height={56} />;
    if (runs.length === 0)
        return Object.keys(search).length === 0 ? (
            <EmptyState>No sync or action has run within the last 7 days.</EmptyState>
        ) : (
            <EmptyState action={<Button onClick={clear}>Show all</Button>}>No run of the last 7 days fits.</EmptyState>
        );
    return (
        <>
            <NewRows count={held.waiting} onShow={held.show} />
            <RunTable runs={runs.slice(held.waiting)} />
            <LoadOlder pages={pages} />
        </>
    );
}

type Run = SuccessOut<typeof listContract>['data'][number];

/** As “12 added, 3 updated”. */
export function recordWords(records: Run['records']): string {
    const sum = { added: 0, updated: 0, deleted: 0 };
    for (const { added, updated, deleted } of Object.values(records)) {
        sum.added += added;
        sum.updated += updated;
        sum.deleted += deleted;
    }
    const words = Object.entries(sum).filter(([, count]) => count > 0);
    return words.map(([word, count]) => `${count.toLocaleString()} ${word}`).join(', ');
}

function RunTable({ runs }: { runs: readonly Run[] }) {
    const environment = useEnvironment();
    const appOf = useAppOf();
    const { run: open } = useParams({ strict: false });
    return (
        <Table
            label="Runs"
            columns={[
                'Function',
                'Status',
                { name: 'Records', isWide: true },
                { name: 'Took', isWide: true },
                { name: 'When', isWide: true }
            ]}
        >
            {runs.map((run) => (
                <Row key={run.id} isSelected={run.id === open}>
                    <Cell>
                        <Link
                            to="/$environment/runs/$run"
                            params={{ environment, run: run.id }}
                            search
                            className="font-semibold text-text no-underline hover:underline"
                        >
                            {run.name}
                        </Link>
                        <span className="block text-small text-text-2 [overflow-wrap:anywhere]">
                            {typeWords[run.type]} · {appOf(run.integration_id).name}
                            <span className="md:hidden">
                                {' '}
                                · <Time at={run.created_at} />
                            </span>
                        </span>
                    </Cell>
                    <Cell>
                        <Status kind={runStatuses[run.status].kind}>{runStatuses[run.status].word}</Status>
                        {run.error && <code className="block text-small text-text-2">{run.error.code}</code>}
                    </Cell>
                    <Cell isWide look="text-text-2">
                        {recordWords(run.records) || '–'}
                    </Cell>
                    <Cell isWide look="mono text-text-2 whitespace-nowrap">
                        {run.duration_ms === null ? '–' : `${run.duration_ms.toLocaleString()} ms`}
                    </Cell>
                    <Cell isWide look="text-text-2">
                        <Time at={run.created_at} />
                    </Cell>
                </Row>
            ))}
        </Table>
    );
}
