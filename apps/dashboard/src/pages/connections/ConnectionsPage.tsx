import type { listConnections as listConnectionsContract } from '@patchbay/contracts';
import { listConnections, listIntegrations, summarizeHealth, type SuccessOut } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { SearchBox, SelectFilter } from '../../parts/Filters.tsx';
import { Monogram } from '../../parts/Monogram.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { Campaigns } from './Campaigns.tsx';
import { ReconnectDialog } from './ReconnectDialog.tsx';
import { connectionsSearch, type ConnectionsSearch, statusWords } from './search.ts';

const pageSize = 100;
const route = '/$environment/connections';

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
            <Card>
                <ConnectionsTable />
            </Card>
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
    const { search } = useFilter();
    const health = useRead(summarizeHealth, {});
    const { reason } = useMay('environment:connect_sessions:write');
    const [isOpen, setOpen] = useState(false);
    const outages = health.data?.data.outages.filter(
        ({ status, integration_id: id }) => status === 'needs_reconnect' && (search.integration === undefined || id === search.integration)
    );
    const count = outages?.reduce((sum, outage) => sum + outage.count, 0) ?? 0;
    if (count === 0 && !isOpen) return null;
    return (
        <>
            <Button blockedBecause={reason} onClick={() => setOpen(true)}>
                Make reconnect links
            </Button>
            {isOpen && <ReconnectDialog integration={search.integration} count={count} onClose={() => setOpen(false)} />}
        </>
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
    const counts = new Map<string, number>(Object.entries(health.data?.data.counts ?? {}));
    return (
        <search className="flex flex-wrap gap-3">
            <SearchBox value={search.search ?? ''} placeholder="Name, e-mail or id" onChange={(text) => change({ search: text })} />
            <SelectFilter
                label="Status"
                any="Any status"
                value={search.status ?? ''}
                onChange={(status) => change({ status })}
                options={Object.entries(statusWords).map(([value, { word }]) => ({
                    value,
                    name: health.data ? `${word} (${(counts.get(value) ?? 0).toLocaleString()})` : word
                }))}
            />
            <SelectFilter
                label="App"
                any="Any app"
                value={search.integration ?? ''}
                onChange={(integration) => change({ integration })}
                options={(integrations.data?.data ?? []).map(({ unique_key: value, display_name: name }) => ({ value, name }))}
            />
        </search>
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
            <EmptyState action={<NewConnection />}>No connections yet. Make a test one, or send a link to a customer.</EmptyState>
        );
    return (
        <Table
            label="Connections"
            columns={['Customer', { name: 'App', isWide: true }, 'Status', { name: 'Since', isWide: true }, { name: 'Made', isWide: true }]}
        >
            {data.connections.map((connection) => (
                <ConnectionRow key={connection.id} connection={connection} />
            ))}
        </Table>
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
        <Row>
            <Cell>
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
            </Cell>
            <Cell isWide>
                <span className="flex items-center gap-2 whitespace-nowrap">
                    <Monogram name={integration} slug={provider} size={24} />
                    {integration}
                </span>
            </Cell>
            <Cell>
                <Status kind={kind}>{word}</Status>
            </Cell>
            <Cell isWide look="text-text-2">
                <Time at={health.since} none="–" />
            </Cell>
            <Cell isWide look="text-text-2">
                <Time at={created} />
            </Cell>
        </Row>
    );
}
