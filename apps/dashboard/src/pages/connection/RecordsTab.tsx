import type { listRecords as listContract } from '@patchbay/contracts';
import { getSyncStatus, listRecords, type SuccessOut } from '@patchbay/contracts/dashboard';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRead } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { BodyText } from '../../parts/BodyText.tsx';
import { SearchBox, SelectFilter } from '../../parts/Filters.tsx';
import { LoadOlder } from '../../parts/LoadOlder.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Time } from '../../parts/Time.tsx';
import { useConnectionKey } from './connection.ts';
import { recordsSearch, type RecordsSearch } from './search.ts';

const route = '/$environment/connections/$integration/$connection/records';

/** What the syncs of a connection have read, by model. */
export function RecordsTab() {
    const { integration, connection } = useConnectionKey();
    const syncs = useRead(getSyncStatus, { query: { provider_config_key: integration, connection_id: connection, syncs: '*' } });
    const { model: chosen = '', id = '' } = useSearch({ from: route });
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
                <EmptyState>No sync of this connection has read a record yet.</EmptyState>
            </Card>
        );
    return (
        <Card title="Records">
            <search className="flex flex-wrap gap-3 border-b border-hairline p-3">
                <SelectFilter
                    label="Model"
                    any={models[0] ?? ''}
                    value={chosen}
                    onChange={(name) => change({ model: name })}
                    options={models.slice(1).map((value) => ({ value, name: value }))}
                />
                <SearchBox value={id} placeholder="Id of a record" onChange={(text) => change({ id: text })} />
            </search>
            {model !== undefined && <RecordList key={model} model={model} id={id.trim()} />}
        </Card>
    );
}

function RecordList({ model, id }: { model: string; id: string }) {
    const { integration, connection } = useConnectionKey();
    const pages = usePages(
        listRecords,
        {
            headers: { 'provider-config-key': integration, 'connection-id': connection },
            query: { model, limit: 20, ...(id !== '' && { ids: [id] }) }
        },
        ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor })
    );
    const { data, error, refetch, isPending } = pages;
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={5} />;
    const records = data.pages.flatMap((page) => page.records);
    if (records.length === 0)
        return (
            <EmptyState>
                {id === '' ? 'The provider returned no records of this model.' : 'No record of this model has this id.'}
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

type RecordView = SuccessOut<typeof listContract>['records'][number];

const actionWords = { ADDED: 'added', UPDATED: 'updated', DELETED: 'deleted' } as const;

function RecordRow({ record }: { record: RecordView }) {
    const { _nango_metadata: history, _patchbay_metadata: source, ...fields } = record;
    return (
        <li className="border-t border-hairline px-4 py-2 first:border-0">
            <details>
                <summary className="flex cursor-pointer flex-wrap items-center gap-x-4">
                    <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">{record.id}</code>
                    <span className="text-small text-text-2">
                        {actionWords[history.last_action]} <Time at={history.last_modified_at} />
                        {source.origin === 'us' && ', by your app'}
                    </span>
                </summary>
                <BodyText label={`Record ${record.id}`} text={JSON.stringify(fields)} />
            </details>
        </li>
    );
}
