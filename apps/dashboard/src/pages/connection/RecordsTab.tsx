import { getSyncStatus, type RecordView, searchRecords } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { buttonClass } from '../../parts/Button.tsx';
import { BodyText } from '../../parts/BodyText.tsx';
import { SearchBox, SelectFilter } from '../../parts/Filters.tsx';
import { LoadOlder } from '../../parts/LoadOlder.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { type Change, changesBetween } from './changes-between.ts';
import { useConnectionKey } from './connection.ts';
import { recordsSearch, type RecordsSearch } from './search.ts';

const route = '/$environment/connections/$integration/$connection/records';
/** So many are shown at first. */
const wanted = 20;

/** What the syncs of a connection have read, by model. */
export function RecordsTab() {
    const environment = useEnvironment();
    const { integration, connection } = useConnectionKey();
    const syncs = useRead(getSyncStatus, { query: { provider_config_key: integration, connection_id: connection, syncs: '*' } });
    const { model: chosen = '', search = '' } = useSearch({ from: route });
    const navigate = useNavigate({ from: route });
    const change = (changes: RecordsSearch) =>
        void navigate({ to: '.', search: (before) => recordsSearch({ ...before, ...changes }), replace: true });
    const models = [...new Set(syncs.data?.syncs.flatMap(({ recordCount }) => Object.keys(recordCount ?? {})))].toSorted();
    const model = chosen === '' ? models[0] : chosen;
    if (syncs.error) return <ErrorNotice error={syncs.error} onRetry={() => void syncs.refetch()} />;
    if (syncs.isPending) return <SkeletonRows count={5} />;
    if (models.length === 0)
        return (
            <Card title="Records">
                <EmptyState
                    action={
                        <Link
                            to="/$environment/runs"
                            params={{ environment }}
                            search={{ integration, connection }}
                            className={buttonClass()}
                        >
                            See the runs
                        </Link>
                    }
                >
                    No sync of this connection has read a record yet.
                </EmptyState>
            </Card>
        );
    return (
        <Card title="Records">
            <search className="flex flex-wrap gap-3 border-b border-hairline p-3">
                <SelectFilter
                    label="Model"
                    defaultName={models[0] ?? ''}
                    value={chosen}
                    onChange={(name) => change({ model: name })}
                    options={models.slice(1).map((value) => ({ value, name: value }))}
                />
                <SearchBox value={search} placeholder="Id, or text in a field" onChange={(text) => change({ search: text })} />
            </search>
            {model !== undefined && <RecordList key={model} model={model} text={search.trim()} />}
        </Card>
    );
}

function RecordList({ model, text }: { model: string; text: string }) {
    const environment = useEnvironment();
    const { integration: integration_id, connection: connection_id } = useConnectionKey();
    const pages = usePages(
        searchRecords,
        { query: { environment, integration_id, connection_id, model, limit: wanted, ...(text !== '' && { search: text }) } },
        ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor })
    );
    const { data, error, refetch, isPending, hasNextPage, isFetching, fetchNextPage } = pages;
    const records = data?.pages.flatMap((page) => page.data) ?? [];
    // A search looks at some of them at once.
    const isSearching = text !== '' && hasNextPage && records.length < wanted && !error;
    useEffect(() => {
        if (isSearching && !isFetching) void fetchNextPage();
    }, [isSearching, isFetching, fetchNextPage]);
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending || (isSearching && records.length === 0)) return <SkeletonRows count={5} />;
    if (records.length === 0)
        return (
            <EmptyState>
                {text === ''
                    ? 'The provider returned no records of this model.'
                    : `No record of this model has the id or the text “${text}”.`}
            </EmptyState>
        );
    return (
        <>
            <ul>
                {records.map((record) => (
                    <RecordRow key={record.id} record={record} />
                ))}
            </ul>
            <LoadOlder pages={pages} />
        </>
    );
}

const actionWords = { added: 'added', updated: 'updated', deleted: 'deleted' } as const;

function RecordRow({ record }: { record: RecordView }) {
    const environment = useEnvironment();
    const { id, fields, before, run_id: run } = record;
    const changes = fields && before ? changesBetween(before, fields) : [];
    const words = actionWords[record.last_action];
    return (
        <li className="border-t border-hairline px-4 py-2 first:border-0">
            <details>
                <summary className="flex cursor-pointer flex-wrap items-center gap-x-4">
                    <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">{id}</code>
                    <span className="text-small text-text-2">
                        {changes.length > 0 && `${changedWords(changes)} `}
                        {words} <Time at={record.last_modified_at} />
                        {record.origin === 'us' && ', by your app'}
                    </span>
                </summary>
                <div className="flex flex-col gap-3 py-2">
                    {changes.length > 0 && <Changes id={id} changes={changes} />}
                    {fields ? (
                        <BodyText label={`Record ${id}`} text={JSON.stringify(fields)} />
                    ) : (
                        <p className="text-text-2">Its fields were removed, since it has not changed for long.</p>
                    )}
                    {run !== null && (
                        <Link to="/$environment/runs/$run" params={{ environment, run }} className="self-start text-accent-text">
                            The run that {words} it
                        </Link>
                    )}
                </div>
            </details>
        </li>
    );
}

const mostNamed = 3;

/** As “name, address.city” before “updated”. */
function changedWords(changes: readonly Change[]): string {
    const named = changes.slice(0, mostNamed).map(({ path }) => path);
    return `${named.join(', ')}${changes.length > mostNamed ? ` and ${changes.length - mostNamed} more` : ''}`;
}

function Changes({ id, changes }: { id: string; changes: readonly Change[] }) {
    return (
        <Table label={`What has changed in ${id}`} columns={['Field', { name: 'Before', isWide: true }, 'Now']}>
            {changes.map(({ path, before, now }) => (
                <Row key={path}>
                    <Cell look="mono [overflow-wrap:anywhere]">{path}</Cell>
                    <Cell isWide look="[overflow-wrap:anywhere]">
                        <Value value={before} look="bg-danger-soft" />
                    </Cell>
                    <Cell look="[overflow-wrap:anywhere]">
                        <span className="mb-1 block md:hidden">
                            <span className="text-text-2">Before:</span> <Value value={before} look="bg-danger-soft" />
                        </span>
                        <Value value={now} look="bg-ok-soft" />
                    </Cell>
                </Row>
            ))}
        </Table>
    );
}

function Value({ value, look }: { value: unknown; look: string }) {
    if (value === undefined) return <span className="text-text-3">none</span>;
    return <code className={`rounded-control px-1 ${look}`}>{JSON.stringify(value)}</code>;
}
