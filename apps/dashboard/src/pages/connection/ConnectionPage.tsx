import { deleteConnection, getSyncStatus, listConnections, summarizeHealth } from '@patchbay/contracts/dashboard';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { useAppOf } from '../../parts/App.tsx';
import { buttonClass } from '../../parts/Button.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { MoreMenu } from '../../parts/Menu.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Page, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { hasCode } from '../../parts/error-text.ts';
import { statusOf, waitingWord } from '../connections/search.ts';
import { useWaitingReconnects } from '../connections/use-waiting.ts';
import { CheckResult, useCheck } from './CheckNow.tsx';
import { useConnection, useConnectionKey, useConnectionName } from './connection.ts';
import { ReconnectLinkDialog } from './ReconnectLink.tsx';
import { Repair } from './Repair.tsx';

const tabs = [
    { to: '/$environment/connections/$integration/$connection', name: 'Timeline', exact: true },
    { to: '/$environment/connections/$integration/$connection/syncs', name: 'Syncs' },
    { to: '/$environment/connections/$integration/$connection/records', name: 'Records' },
    { to: '/$environment/connections/$integration/$connection/requests', name: 'Requests' },
    { to: '/$environment/connections/$integration/$connection/details', name: 'Details' }
] as const;

/** What all tabs of a connection share: whose it is, how it is, and what repairs it. */
export function ConnectionPage() {
    const environment = useEnvironment();
    const key = useConnectionKey();
    const { data, error, refetch, isPending } = useConnection();
    const mayDelete = useMay('environment:connections:write');
    const mayLink = useMay('environment:connect_sessions:write');
    const waiting = useWaitingReconnects()(key);
    const [open, setOpen] = useState<'delete' | 'reconnect'>();
    const close = () => setOpen(undefined);
    const name = useConnectionName();
    const app = useAppOf()(key.integration);
    const check = useCheck();
    const isGone = hasCode(error, 'not_found') || hasCode(error, 'unknown_provider_config');
    return (
        <Page
            title={data ? `${name} × ${app.name}` : key.connection}
            actions={
                data && (
                    <>
                        <Status kind={statusOf(data).kind}>{statusOf(data).word}</Status>
                        {waiting && <Status kind={waitingWord.kind}>{waitingWord.word}</Status>}
                        {check.button}
                        <MoreMenu
                            label="More for this connection"
                            items={[
                                // A broken one has it on its page.
                                ...(data.health.status === 'needs_reconnect'
                                    ? []
                                    : [
                                          {
                                              name: 'Make a reconnect link…',
                                              help: 'Its end user signs in again, such as to grant further permissions.',
                                              onAction: () => setOpen('reconnect'),
                                              blockedBecause: mayLink.reason
                                          }
                                      ]),
                                {
                                    name: 'Delete',
                                    isDanger: true,
                                    onAction: () => setOpen('delete'),
                                    blockedBecause: mayDelete.reason
                                }
                            ]}
                        />
                    </>
                )
            }
        >
            <Link to="/$environment/connections" params={{ environment }} className="-mt-4 text-accent-text">
                All connections
            </Link>
            {open === 'delete' && <DeleteDialog name={name} onClose={close} />}
            {open === 'reconnect' && data && (
                <ReconnectLinkDialog name={name} app={app.name} missingScopes={data.auth.missing_scopes} onClose={close} />
            )}
            {isGone && <Gone isShown={data !== undefined} />}
            {error && !isGone && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={4} />}
            {data && (
                <>
                    <CheckResult result={check.result} error={check.error} app={app.name} />
                    <Repair health={data.health} />
                    <Tabs label="Connection" tabs={tabs} params={{ environment, ...key }} />
                    <Outlet />
                </>
            )}
        </Page>
    );
}

/** It was deleted, perhaps while its page was open. */
function Gone({ isShown }: { isShown: boolean }) {
    const environment = useEnvironment();
    return (
        <Notice
            tone="warn"
            title="There is no such connection"
            actions={
                <Link to="/$environment/connections" params={{ environment }} className={buttonClass()}>
                    See all connections
                </Link>
            }
        >
            It was deleted, or was never made.{isShown && ' What you see below is how it was.'}
        </Notice>
    );
}

/** @param records that its syncs have read; undefined: not known yet */
function lossWords(records: number | undefined): string {
    if (records === undefined) return 'Deletes the saved sign-in and its records.';
    if (records === 0) return 'Deletes the saved sign-in. It has no records.';
    return `Deletes the saved sign-in and ${records === 1 ? '1 record' : `${records.toLocaleString()} records`}.`;
}

function DeleteDialog({ name, onClose }: { name: string; onClose: () => void }) {
    const environment = useEnvironment();
    const { integration, connection } = useConnectionKey();
    const navigate = useNavigate();
    const remove = useChange(deleteConnection, [listConnections, summarizeHealth]);
    const syncs = useRead(getSyncStatus, { query: { provider_config_key: integration, connection_id: connection, syncs: '*' } });
    const records = syncs.data?.syncs.flatMap(({ recordCount }) => Object.values(recordCount ?? {})).reduce((sum, count) => sum + count, 0);
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
                {lossWords(records)} Its credentials are revoked at the provider where it can be done. {name} has to connect again to use
                it.
            </p>
        </ConfirmDialog>
    );
}
