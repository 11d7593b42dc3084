import { summarizeHealth } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { AppFilter } from '../../parts/AppFilter.tsx';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { download, toCsv } from '../../parts/csv.ts';
import { FilterChip, SearchBox, SelectFilter } from '../../parts/Filters.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { useSearchFilter } from '../../parts/use-search-filter.ts';
import { BulkActions } from './BulkActions.tsx';
import { ConnectionList } from './ConnectionList.tsx';
import { nameOf } from './names.ts';
import { Campaigns } from './Campaigns.tsx';
import { ReconnectDialog } from './ReconnectDialog.tsx';
import { connectionsSearch, statusOf, statusWords, waitingWord } from './search.ts';
import { readAll, type Selection } from './selection.ts';
import { SendLinksDialog } from './SendLinksDialog.tsx';
import { useMaySend } from './use-may-send.ts';
import { usePendingApprovals } from './use-waiting.ts';
import { WaitingList, WaitingNotice } from './WaitingList.tsx';
import { type Connection, mostRows, useCounts } from './use-connection-rows.ts';

const none: Selection = new Map();

export function ConnectionsPage() {
    return (
        <Page
            title="Connections"
            actions={
                <>
                    <ReconnectAll />
                    <NewConnection />
                </>
            }
        >
            <Campaigns />
            <Filters />
            <WaitingNotice />
            <Listed />
        </Page>
    );
}

function NewConnection() {
    const environment = useEnvironment();
    return (
        <Link to="/$environment/connections/new" params={{ environment }} className={buttonClass('primary')}>
            New connection
        </Link>
    );
}

/** For a whole outage at once. */
function ReconnectAll() {
    const { search } = useSearchFilter(connectionsSearch);
    const health = useRead(summarizeHealth, {});
    const { reason } = useMay('environment:connect_sessions:write');
    const maySend = useMaySend();
    const [open, setOpen] = useState<'file' | 'webhook'>();
    const outages = health.data?.data.outages.filter(
        ({ status, integration_id: id }) => status === 'needs_reconnect' && (search.integration === undefined || id === search.integration)
    );
    const count = outages?.reduce((sum, outage) => sum + outage.count, 0) ?? 0;
    if (count === 0 && open === undefined) return null;
    const parts = { integration: search.integration, count, onClose: () => setOpen(undefined) };
    return (
        <>
            <Button blockedBecause={reason} onClick={() => setOpen('file')}>
                Make reconnect links
            </Button>
            <Button blockedBecause={maySend} onClick={() => setOpen('webhook')}>
                Send links by webhook
            </Button>
            {open === 'file' && <ReconnectDialog {...parts} />}
            {open === 'webhook' && <SendLinksDialog {...parts} />}
        </>
    );
}

function Filters() {
    const { search, change } = useSearchFilter(connectionsSearch);
    const { all } = useCounts(search);
    const pendingApprovals = usePendingApprovals();
    const counts = new Map<string, number>(all?.isComplete === true ? Object.entries(all.counts) : []);
    // It counts those of all apps and end users.
    if (search.integration === undefined && search.endUser === undefined && pendingApprovals !== undefined)
        counts.set(waitingWord.value, pendingApprovals);
    const statuses = [...Object.entries(statusWords), [waitingWord.value, waitingWord] as const];
    return (
        <search className="flex flex-wrap gap-3">
            {search.waiting === undefined && (
                <SearchBox value={search.search ?? ''} placeholder="Name, e-mail or id" onChange={(text) => change({ search: text })} />
            )}
            <SelectFilter
                label="Status"
                defaultName="Any status"
                value={search.waiting ? waitingWord.value : (search.status ?? '')}
                onChange={(status) =>
                    change(
                        status === waitingWord.value
                            ? { status: undefined, search: undefined, waiting: true }
                            : { status, waiting: undefined }
                    )
                }
                options={statuses.map(([value, { word }]) => {
                    const count = counts.get(value);
                    return { value, name: count === undefined ? word : `${word} (${count.toLocaleString()})` };
                })}
            />
            <AppFilter value={search.integration} onChange={(integration) => change({ integration })} />
            <FilterChip name="End user" value={search.endUser} onRemove={() => change({ endUser: undefined })} />
        </search>
    );
}

function Listed() {
    const { search } = useSearchFilter(connectionsSearch);
    return search.waiting ? <WaitingList search={search} /> : <Connections />;
}

function Connections() {
    const environment = useEnvironment();
    const { search } = useSearchFilter(connectionsSearch);
    // With another filter nothing is selected: what is selected and not shown would be a trap.
    return <Selectable key={JSON.stringify([environment, search])} />;
}

function Selectable() {
    const [selection, setSelection] = useState(none);
    return (
        <>
            <Found selection={selection} onChange={setSelection} />
            {/* It outlives the list, which may end with what is done to all of it. */}
            <BulkActions selection={selection} onClear={() => setSelection(none)} />
        </>
    );
}

function Found({ selection, onChange }: { selection: Selection; onChange: (selection: Selection) => void }) {
    const environment = useEnvironment();
    const { search, clear } = useSearchFilter(connectionsSearch);
    const { found, all, error, refetch } = useCounts(search);
    const [failure, setFailure] = useState<unknown>();
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (!found || found.count === 0)
        return (
            <Card>
                {found ? (
                    <NoConnections isFiltered={Object.keys(search).length > 0} status={search.status} onClear={clear} />
                ) : (
                    <SkeletonRows count={8} height={61} />
                )}
            </Card>
        );
    const select = (connection: Connection, isSelected: boolean) => {
        const after = new Map(selection);
        if (isSelected) after.set(connection.id, connection);
        else after.delete(connection.id);
        onChange(after);
    };
    const readThen = (use: (connections: readonly Connection[]) => void) => void readAll(environment, search).then(use).catch(setFailure);
    const selectAll = (connections: readonly Connection[]) => onChange(new Map(connections.map((each) => [each.id, each])));
    return (
        <>
            {failure !== undefined && <ErrorNotice error={failure} onRetry={() => setFailure(undefined)} />}
            <div className="-mb-3 flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="text-text-2">
                    {countWords(found, all)}
                </p>
                <Button look="quiet" onClick={() => readThen(exportAll)}>
                    Export as CSV
                </Button>
            </div>
            <Card>
                <ConnectionList
                    search={search}
                    count={found.count}
                    selection={selection}
                    onSelect={select}
                    onSelectAll={(isSelected) => (isSelected ? readThen(selectAll) : onChange(none))}
                />
            </Card>
        </>
    );
}

interface Count {
    count: number;
    isComplete: boolean;
}

/** As “4 of 1,316”. */
function countWords(found: Count, all: Count | undefined): string {
    if (!found.isComplete)
        return `More than ${mostRows.toLocaleString()} connections fit. The newest ${mostRows.toLocaleString()} are shown: search, or filter, to see the others.`;
    const total = all?.isComplete === true ? all.count : undefined;
    const words = found.count === 1 ? '1 connection' : `${found.count.toLocaleString()} connections`;
    return total === undefined || total === found.count
        ? words
        : `${found.count.toLocaleString()} of ${total.toLocaleString()} connections`;
}

function exportAll(connections: readonly Connection[]): void {
    const rows = connections.map((connection) => {
        const { connection_id: id, provider_config_key: integration, end_user: person, health, created } = connection;
        const { word } = statusOf(connection);
        return [
            nameOf(connection),
            person?.email ?? '',
            person?.id ?? '',
            integration,
            id,
            word,
            health.cause?.message ?? '',
            health.since ?? '',
            connection.last_fetched_at ?? '',
            created
        ];
    });
    const head = ['customer', 'email', 'end_user_id', 'integration_id', 'connection_id', 'status', 'cause', 'since', 'last_used', 'made'];
    download('connections.csv', 'text/csv', toCsv([head, ...rows]));
}

function NoConnections({ isFiltered, status, onClear }: { isFiltered: boolean; status: string | undefined; onClear: () => void }) {
    if (!isFiltered)
        return <EmptyState action={<NewConnection />}>No connections yet. Make a test one, or send a link to a customer.</EmptyState>;
    return (
        <EmptyState action={<Button onClick={onClear}>Show all</Button>}>
            {status === 'needs_reconnect' ? 'Nothing is broken right now.' : 'No connection fits.'}
        </EmptyState>
    );
}
