import {
    createReconnectLinks,
    deleteConnection,
    getConnection,
    getSyncStatus,
    listConnections,
    listLogs,
    pauseSync,
    startSync,
    summarizeHealth,
    triggerSync
} from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { CopyButton, CopyId } from '../../parts/Copy.tsx';
import { MoreMenu } from '../../parts/Menu.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { LogTable } from '../logs/LogTable.tsx';
import { Records } from './Records.tsx';
import { statusWords } from '../connections/search.ts';

function useConnection() {
    const { integration, connection } = useParams({ from: '/$environment/connections/$integration/$connection' });
    return { integration, connection };
}

export function ConnectionPage() {
    const environment = useEnvironment();
    const { integration, connection: id } = useConnection();
    const { data, error, refetch, isPending } = useRead(
        getConnection,
        { params: { connection_id: id }, query: { provider_config_key: integration } },
        { refetchInterval: 10_000 }
    );
    const { reason } = useMay('environment:connections:write');
    const [isDeleting, setDeleting] = useState(false);
    const person = data?.end_user;
    const name = person?.display_name ?? person?.email ?? person?.id ?? id;
    return (
        <Page
            title={data ? `${name} × ${integration}` : id}
            actions={
                data && (
                    <MoreMenu
                        label="More for this connection"
                        items={[{ name: 'Delete', isDanger: true, onAction: () => setDeleting(true), blockedBecause: reason }]}
                    />
                )
            }
        >
            <Link to="/$environment/connections" params={{ environment }} className="-mt-4 text-accent-text">
                All connections
            </Link>
            {isDeleting && <DeleteDialog name={name} onClose={() => setDeleting(false)} />}
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={4} />}
            {data && (
                <>
                    <Repair health={data.health} />
                    <Syncs />
                    <Records />
                    <Requests />
                    <Card title="Details">
                        <dl className="grid gap-x-6 gap-y-2 p-4 sm:grid-cols-[12rem_1fr]">
                            <Detail name="Status">
                                <Status kind={statusWords[data.health.status].kind}>{statusWords[data.health.status].word}</Status>
                            </Detail>
                            <Detail name="Connection id">
                                <CopyId id={data.connection_id} name="Connection id" />
                            </Detail>
                            <Detail name="End user">{person ? <CopyId id={person.id} name="End user id" /> : 'None was given.'}</Detail>
                            <Detail name="Made">
                                <Time at={data.created_at} />
                            </Detail>
                            <Detail name="Credentials refreshed">
                                <Time at={data.auth.refreshed_at} />
                            </Detail>
                            <Detail name="Credentials last read">
                                <Time at={data.last_fetched_at} />
                            </Detail>
                            {data.auth.grant_ends_at !== null && (
                                <Detail name="Access ends">
                                    <Time at={data.auth.grant_ends_at} />
                                </Detail>
                            )}
                        </dl>
                    </Card>
                </>
            )}
        </Page>
    );
}

function Detail({ name, children }: { name: string; children: React.ReactNode }) {
    return (
        <>
            <dt className="text-text-2">{name}</dt>
            <dd className="min-w-0">{children}</dd>
        </>
    );
}

interface Health {
    status: keyof typeof statusWords;
    since: string | null;
    cause: { code: string; message: string } | null;
    action: { code: string; by: string; message: string } | null;
}

/** Why it stopped, and what repairs it. */
function Repair({ health: { status, since, cause, action } }: { health: Health }) {
    const { integration, connection } = useConnection();
    const { may, reason } = useMay('environment:connect_sessions:write');
    const makeLink = useChange(createReconnectLinks, []);
    const [link, setLink] = useState<string>();
    if (status === 'healthy' || cause === null) return null;
    const byEndUser = action?.by === 'end_user';
    return (
        <Notice tone={status === 'needs_reconnect' ? 'danger' : 'warn'} title={cause.message}>
            <p className="text-text-2">
                Since <Time at={since} none="an unknown time" />. {action?.message}
            </p>
            {makeLink.error && <ErrorNotice error={makeLink.error} />}
            {byEndUser && (
                <div className="mt-3 flex flex-wrap items-center gap-2">
                    {link === undefined ? (
                        <Button
                            look="primary"
                            isBusy={makeLink.isPending}
                            blockedBecause={may ? undefined : reason}
                            onClick={() =>
                                makeLink.mutate(
                                    { body: { integration_id: integration, connection_ids: [connection] } },
                                    { onSuccess: ({ data }) => setLink(data.links[0]?.url) }
                                )
                            }
                        >
                            Make a reconnect link
                        </Button>
                    ) : (
                        <>
                            <code className="max-w-full rounded-control bg-surface px-2 py-1 [overflow-wrap:anywhere]">{link}</code>
                            <CopyButton text={link} look="primary">
                                Copy reconnect link
                            </CopyButton>
                            <a href={link} target="_blank" rel="noreferrer" className="text-accent-text underline">
                                Open it here
                            </a>
                        </>
                    )}
                </div>
            )}
        </Notice>
    );
}

function Syncs() {
    const { integration, connection } = useConnection();
    const { data, error, refetch, isPending } = useRead(
        getSyncStatus,
        { query: { provider_config_key: integration, connection_id: connection, syncs: '*' } },
        { refetchInterval: 5000 }
    );
    const { reason } = useMay('environment:syncs:write');
    const [trigger, pause, start] = [
        useChange(triggerSync, [getSyncStatus]),
        useChange(pauseSync, [getSyncStatus]),
        useChange(startSync, [getSyncStatus])
    ];
    const failure = trigger.error ?? pause.error ?? start.error;
    const body = (name: string) => ({ body: { provider_config_key: integration, connection_id: connection, syncs: [name] } });
    return (
        <Card title="Syncs">
            {(error ?? failure) && <ErrorNotice error={error ?? failure} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={3} />}
            {data?.syncs.length === 0 && <EmptyState>No syncs run for this connection.</EmptyState>}
            {data && data.syncs.length > 0 && (
                <div className="relative overflow-x-auto">
                    <table className="w-full border-collapse text-left">
                        <thead className="bg-sunken text-micro text-text-2">
                            <tr>
                                {['Sync', 'State', 'Last run', 'Next', 'Records', ''].map((name) => (
                                    <th key={name} scope="col" className="px-4 py-2 font-semibold">
                                        {name || <span className="sr-only">Actions</span>}
                                    </th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {data.syncs.map((sync) => (
                                <tr key={`${sync.name} ${sync.variant}`} className="border-t border-hairline">
                                    <td className="px-4 py-2 font-semibold">{sync.name}</td>
                                    <td className="px-4 py-2">{sync.status.toLowerCase()}</td>
                                    <td className="px-4 py-2 text-text-2">
                                        <Time at={sync.finishedAt} />
                                    </td>
                                    <td className="px-4 py-2 text-text-2">
                                        <Time at={sync.nextScheduledSyncAt} none="–" />
                                    </td>
                                    <td className="mono px-4 py-2">
                                        {Object.values(sync.recordCount ?? {})
                                            .reduce((sum, count) => sum + count, 0)
                                            .toLocaleString()}
                                    </td>
                                    <td className="px-4 py-2">
                                        <div className="flex justify-end gap-2">
                                            <Button blockedBecause={reason} onClick={() => trigger.mutate(body(sync.name))}>
                                                Run now
                                            </Button>
                                            {sync.status === 'PAUSED' ? (
                                                <Button look="quiet" blockedBecause={reason} onClick={() => start.mutate(body(sync.name))}>
                                                    Resume
                                                </Button>
                                            ) : (
                                                <Button look="quiet" blockedBecause={reason} onClick={() => pause.mutate(body(sync.name))}>
                                                    Pause
                                                </Button>
                                            )}
                                        </div>
                                    </td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
        </Card>
    );
}

function Requests() {
    const environment = useEnvironment();
    const { integration, connection } = useConnection();
    const { data, error, refetch, isPending } = useRead(listLogs, {
        query: { connection_id: connection, integration_id: integration, limit: 10 }
    });
    return (
        <Card
            title="Requests to the provider"
            actions={
                <Link
                    to="/$environment/logs"
                    params={{ environment }}
                    search={{ connection, integration, range: 'all' }}
                    className="text-accent-text"
                >
                    All of them
                </Link>
            }
        >
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={3} />}
            {data?.data.length === 0 && <EmptyState>Nothing was requested yet, or nothing in the time that requests are kept.</EmptyState>}
            {data && data.data.length > 0 && <LogTable entries={data.data} />}
        </Card>
    );
}

function DeleteDialog({ name, onClose }: { name: string; onClose: () => void }) {
    const environment = useEnvironment();
    const { integration, connection } = useConnection();
    const navigate = useNavigate();
    const remove = useChange(deleteConnection, [listConnections, summarizeHealth]);
    return (
        <ConfirmDialog
            title={`Delete the connection of ${name}?`}
            verb="Delete"
            name={name}
            change={remove}
            onClose={onClose}
            onConfirm={() =>
                remove.mutate(
                    { params: { connection_id: connection }, query: { provider_config_key: integration } },
                    { onSuccess: () => void navigate({ to: '/$environment/connections', params: { environment } }) }
                )
            }
        >
            <p>
                Its credentials are revoked at the provider where it can be done, and its records are deleted with it. {name} has to connect
                again to use it.
            </p>
        </ConfirmDialog>
    );
}
