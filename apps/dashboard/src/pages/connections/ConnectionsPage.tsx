import type { listConnections as listConnectionsContract } from '@patchbay/contracts';
import { listConnections, listIntegrations, summarizeHealth, type SuccessOut } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { Monogram } from '../../parts/Monogram.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { connectionsSearch, type ConnectionsSearch, statusWords } from './search.ts';

const pageSize = 100;
const route = '/$environment/connections';

export function ConnectionsPage() {
    return (
        <Page title="Connections">
            <Filters />
            <Card>
                <ConnectionsTable />
            </Card>
        </Page>
    );
}

function useFilter() {
    const search = useSearch({ from: route });
    const navigate = useNavigate({ from: route });
    const change = (changes: { [Name in keyof ConnectionsSearch]?: string | undefined }) =>
        void navigate({ search: (before) => connectionsSearch({ ...before, ...changes }), replace: true });
    const clear = () => void navigate({ search: {}, replace: true });
    return { search, change, clear };
}

function Filters() {
    const { search, change } = useFilter();
    const integrations = useRead(listIntegrations, {});
    const health = useRead(summarizeHealth, {});
    const box = 'min-h-9 rounded-control border border-control bg-surface px-3';
    const counts = health.data?.data.counts;
    return (
        <search className="flex flex-wrap gap-3">
            <SearchBox value={search.search ?? ''} onChange={(text) => change({ search: text })} />
            <select
                aria-label="Status"
                className={box}
                value={search.status ?? ''}
                onChange={(event) => change({ status: event.target.value })}
            >
                <option value="">Any status</option>
                {Object.entries(statusWords).map(([status, { word }]) => (
                    <option key={status} value={status}>
                        {word}
                        {counts ? ` (${Object.entries(counts).find(([name]) => name === status)?.[1] ?? 0})` : ''}
                    </option>
                ))}
            </select>
            <select
                aria-label="App"
                className={box}
                value={search.integration ?? ''}
                onChange={(event) => change({ integration: event.target.value })}
            >
                <option value="">Any app</option>
                {integrations.data?.data.map(({ unique_key: key, display_name: name }) => (
                    <option key={key} value={key}>
                        {name}
                    </option>
                ))}
            </select>
        </search>
    );
}

/** Asks when the typing pauses. */
function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
    const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
    useEffect(() => () => clearTimeout(timer.current), []);
    return (
        <input
            type="search"
            aria-label="Search"
            placeholder="Name, e-mail or id"
            // Anew where the filters were cleared.
            key={value === '' ? 'empty' : 'filled'}
            defaultValue={value}
            onChange={({ target }) => {
                clearTimeout(timer.current);
                timer.current = setTimeout(() => onChange(target.value), 250);
            }}
            className="min-h-9 min-w-56 flex-1 rounded-control border border-control bg-surface px-3"
        />
    );
}

function ConnectionsTable() {
    const { search, clear } = useFilter();
    const query = {
        limit: pageSize,
        ...(search.search !== undefined && { search: search.search }),
        ...(search.status !== undefined && { status: search.status }),
        ...(search.integration !== undefined && { integrationId: search.integration }),
        ...(search.endUser !== undefined && { endUserId: search.endUser })
    };
    const { data, error, refetch, isPending } = useRead(listConnections, { query }, { keepsPrevious: true, refetchInterval: 10_000 });
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={8} height={56} />;
    const isFiltered = Object.keys(search).length > 0;
    if (data.connections.length === 0)
        return isFiltered ? (
            <EmptyState action={<Button onClick={clear}>Show all</Button>}>
                {search.status === 'needs_reconnect' ? 'Nothing is broken right now.' : 'No connection fits.'}
            </EmptyState>
        ) : (
            <EmptyState>No connections yet. They appear here as your end users connect their accounts.</EmptyState>
        );
    return (
        <div className="overflow-x-auto">
            <table className="w-full border-collapse text-left">
                <thead className="bg-sunken text-micro font-semibold text-text-2">
                    <tr>
                        <th scope="col" className="px-4 py-2 font-semibold">
                            Customer
                        </th>
                        <th scope="col" className="px-4 py-2 font-semibold max-md:hidden">
                            App
                        </th>
                        <th scope="col" className="px-4 py-2 font-semibold">
                            Status
                        </th>
                        <th scope="col" className="px-4 py-2 font-semibold max-md:hidden">
                            Since
                        </th>
                        <th scope="col" className="px-4 py-2 font-semibold max-md:hidden">
                            Made
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {data.connections.map((connection) => (
                        <ConnectionRow key={connection.id} connection={connection} />
                    ))}
                </tbody>
            </table>
        </div>
    );
}

type Connection = SuccessOut<typeof listConnectionsContract>['connections'][number];

/** Of the end user, or what else tells the connection apart. */
function nameOf({ connection_id: id, end_user: person }: Connection): string {
    return person?.display_name ?? person?.organization?.display_name ?? person?.email ?? person?.id ?? id;
}

function ConnectionRow({ connection }: { connection: Connection }) {
    const environment = useEnvironment();
    const { connection_id: id, provider_config_key: integration, provider, health, end_user: person, created } = connection;
    const { kind, word } = statusWords[health.status];
    return (
        <tr className="border-t border-hairline hover:bg-sunken">
            <td className="px-4 py-2">
                <Link
                    to="/$environment/connections/$integration/$connection"
                    params={{ environment, integration, connection: id }}
                    className="font-semibold text-text no-underline hover:underline"
                >
                    {nameOf(connection)}
                </Link>
                <span className="block text-small text-text-2 [overflow-wrap:anywhere]">
                    {health.cause?.message ?? person?.email ?? id}
                </span>
                <span className="block text-small text-text-2 md:hidden">{integration}</span>
            </td>
            <td className="px-4 py-2 max-md:hidden">
                <span className="flex items-center gap-2 whitespace-nowrap">
                    <Monogram name={integration} slug={provider} size={24} />
                    {integration}
                </span>
            </td>
            <td className="px-4 py-2">
                <Status kind={kind}>{word}</Status>
            </td>
            <td className="px-4 py-2 text-text-2 max-md:hidden">
                <Time at={health.since} none="–" />
            </td>
            <td className="px-4 py-2 text-text-2 max-md:hidden">
                <Time at={created} />
            </td>
        </tr>
    );
}
