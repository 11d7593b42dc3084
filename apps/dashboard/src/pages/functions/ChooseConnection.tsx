import { listConnections } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useRead } from '../../api/use-api.ts';
import { RadioField } from '../../parts/Choice.tsx';
import { SearchBox } from '../../parts/Filters.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { SkeletonRows } from '../../parts/Page.tsx';
import { nameOf } from '../connections/names.ts';

const mostShown = 10;

/** One connection of an integration, found by name, e-mail address or id. */
export function ChooseConnection({
    integration,
    value,
    onChange
}: {
    integration: string;
    value: string;
    onChange: (connection: string) => void;
}) {
    const [search, setSearch] = useState('');
    const query = { integrationId: integration, limit: mostShown, ...(search !== '' && { search }) };
    const { data, error, refetch, isPending } = useRead(listConnections, { query }, { keepsPrevious: true });
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={3} />;
    return (
        <div className="flex flex-col gap-2">
            <SearchBox value={search} placeholder="Name, e-mail or id of a connection" onChange={setSearch} />
            {data.connections.length === 0 ? (
                <p className="text-text-2">{search === '' ? 'This app has no connection yet.' : 'No connection fits.'}</p>
            ) : (
                <RadioField
                    label="For which connection"
                    value={value}
                    onChange={onChange}
                    options={data.connections.map((connection) => ({
                        value: connection.connection_id,
                        name: nameOf(connection),
                        help: connection.connection_id
                    }))}
                />
            )}
        </div>
    );
}
