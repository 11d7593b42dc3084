import { listLogs } from '@patchbay/contracts/dashboard';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useChangesOf, useIsLive } from '../../api/live.ts';
import { useRead } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { AppFilter } from '../../parts/AppFilter.tsx';
import { Button } from '../../parts/Button.tsx';
import { SwitchField } from '../../parts/Choice.tsx';
import { FilterChip, SearchBox, SelectFilter } from '../../parts/Filters.tsx';
import { isSettled, useHeldRows } from '../../parts/held-rows.ts';
import { LoadOlder } from '../../parts/LoadOlder.tsx';
import { NewRows } from '../../parts/NewRows.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { useIsAtTop } from '../../parts/use-is-at-top.ts';
import { useSearchFilter } from '../../parts/use-search-filter.ts';
import { LogTable } from './LogTable.tsx';
import { kindWords, type LogsSearch, logsSearch, type Query, queryOf, type Range, ranges } from './search.ts';
import type { LogEntry } from './why.ts';

const minuteMs = 60_000;

export function LogsPage() {
    return (
        <Page title="Logs">
            <Filters />
            <Card>
                <Entries />
            </Card>
            <Outlet />
        </Page>
    );
}

const statusOptions = [
    { value: 'failed', name: 'Failed' },
    { value: '2xx', name: '2xx' },
    { value: '4xx', name: '4xx' },
    { value: '5xx', name: '5xx' }
];

function Filters() {
    const { search, change } = useSearchFilter(logsSearch);
    const isLive = useIsLive();
    const statuses =
        search.status === undefined || statusOptions.some(({ value }) => value === search.status)
            ? statusOptions
            : [...statusOptions, { value: search.status, name: search.status }];
    return (
        <search className="flex flex-wrap items-center gap-3">
            <SearchBox
                value={search.search ?? ''}
                placeholder="Words of the address or the error"
                onChange={(text) => change({ search: text })}
            />
            <SelectFilter
                label="What for"
                defaultName="Everything"
                value={search.kind ?? ''}
                onChange={(kind) => change({ kind })}
                options={Object.entries(kindWords).map(([value, name]) => ({ value, name }))}
            />
            <SelectFilter
                label="Status"
                defaultName="Any status"
                value={search.status ?? ''}
                onChange={(status) => change({ status })}
                options={statuses}
            />
            <AppFilter value={search.integration} onChange={(integration) => change({ integration })} />
            <SelectFilter
                label="Time"
                defaultName={ranges['24h']}
                value={search.range === '24h' ? '' : (search.range ?? '')}
                onChange={(range) => change({ range, since: undefined, until: undefined })}
                options={Object.entries(ranges).flatMap(([value, name]) => (value === '24h' ? [] : [{ value, name }]))}
            />
            <SwitchField
                label="Live"
                isOn={search.live === true && isLive}
                isBlocked={!isLive}
                onChange={(live) => change({ live: live || undefined })}
            />
            <Chips />
        </search>
    );
}

/** Filters that links set, and nothing else shows. */
function Chips() {
    const { search, change } = useSearchFilter(logsSearch);
    const set = [
        ['connection', 'Connection', search.connection],
        ['operation', 'Operation', search.operation],
        ['request', 'Request', search.request],
        ['run', 'Run', search.run]
    ] as const;
    const { since, until } = search;
    return (
        <>
            {since !== undefined && until !== undefined && (
                <Button onClick={() => change({ since: undefined, until: undefined })} aria-label="Remove the filter by time">
                    {periodText(since, until)} ×
                </Button>
            )}
            {set.map(([name, word, value]) => (
                <FilterChip key={name} name={word} value={value} onRemove={() => change({ [name]: undefined })} />
            ))}
        </>
    );
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** By local time. */
function periodText(since: string, until: string): string {
    return moment.formatRange(new Date(since), new Date(until));
}

/** Where nothing fits: in which time, and the next longer one. */
function NoEntries({
    now,
    search,
    onWiden,
    onClear
}: {
    now: number;
    search: LogsSearch;
    onWiden: (range: Range) => void;
    onClear: () => void;
}) {
    const { range = '24h', since, until } = search;
    const { since: from, until: to = new Date(now).toISOString() } = queryOf(search, now);
    const isShort = since === undefined && until === undefined && (range === '1h' || range === '24h');
    const wider: Range = isShort ? '7d' : 'all';
    return (
        <EmptyState
            action={
                <div className="flex flex-wrap justify-center gap-2">
                    {from !== undefined && (
                        <Button onClick={() => onWiden(wider)}>{isShort ? 'Look at the last 7 days' : 'Look at all that are kept'}</Button>
                    )}
                    <Button onClick={onClear}>Clear the filters</Button>
                </div>
            }
        >
            {from === undefined
                ? 'No request fits.'
                : `No request fits between ${moment.format(new Date(from))} and ${moment.format(new Date(to))}.`}
        </EmptyState>
    );
}

function Entries() {
    const { search, change, clear } = useSearchFilter(logsSearch);
    const [now] = useState(() => Math.floor(Date.now() / minuteMs) * minuteMs);
    const isLive = useIsLive() && search.live === true;
    const isAtTop = useIsAtTop();
    const query = queryOf(search, now);
    const pages = usePages(listLogs, { query }, ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor }), {
        isStill: !isLive
    });
    const { data, error, refetch, isPending } = pages;
    const read = data?.pages.flatMap((page) => page.data) ?? [];
    const held = useHeldRows(read, { list: JSON.stringify(query), isCurrent: isSettled(pages), isFollowing: isLive && isAtTop });
    const entries = read.slice(held.waiting);
    const later = useLater(query, entries, isLive);
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={10} />;
    const show = async () => {
        held.show();
        if (isLive) return;
        later.forget();
        await refetch();
    };
    return (
        <>
            <NewRows count={Math.max(held.waiting, later.count)} isMore={later.isMore} onShow={show} />
            {entries.length === 0 ? (
                <NoEntries
                    now={now}
                    search={search}
                    onWiden={(range) => change({ range, since: undefined, until: undefined })}
                    onClear={clear}
                />
            ) : (
                <LogTable entries={entries} />
            )}
            <LoadOlder pages={pages} />
        </>
    );
}

/** How many have come since a list was read that stays as it is. */
function useLater(query: Query, entries: readonly LogEntry[], isLive: boolean) {
    const changes = useChangesOf('requests');
    const [shown, setShown] = useState(changes);
    // What came live is shown already.
    if (isLive && shown !== changes) setShown(changes);
    const isOld = !isLive && changes > shown;
    const { data } = useRead(listLogs, { query }, { enabled: isOld });
    const latest = isOld ? (data?.data ?? []) : [];
    const known = new Set(entries.map(({ id }) => id));
    const above = latest.findIndex(({ id }) => known.has(id));
    return {
        count: above === -1 ? latest.length : above,
        isMore: above === -1 && typeof data?.next_cursor === 'string',
        forget: () => setShown(changes)
    };
}
