import type { getSyncStatus as statusContract } from '@patchbay/contracts';
import { getSyncStatus, pauseSync, startSync, type SuccessOut, triggerSync } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { MoreMenu } from '../../parts/Menu.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Status, type StatusKind } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { offerUndo } from '../../parts/undo.ts';
import { RestartDialog } from '../syncs/RestartDialog.tsx';
import { restartItems } from '../syncs/restart-items.ts';
import { nameOf, stateWords } from '../syncs/search.ts';
import { ConnectionFunctions } from './ConnectionFunctions.tsx';
import { useBodyKey, useConnectionKey, useConnectionName } from './connection.ts';

type Sync = SuccessOut<typeof statusContract>['syncs'][number];

/** As the list of all syncs calls them. */
const states = {
    RUNNING: stateWords.running,
    SUCCESS: stateWords.working,
    ERROR: stateWords.failing,
    PAUSED: stateWords.paused,
    STOPPED: { kind: 'paused', word: 'Stopped' }
} as const satisfies Record<Sync['status'], { kind: StatusKind; word: string }>;

/** What runs for the connection, and how. */
export function SyncsTab() {
    return (
        <>
            <Syncs />
            <ConnectionFunctions {...useConnectionKey()} />
        </>
    );
}

/** What runs by itself, and when next. */
function Syncs() {
    const environment = useEnvironment();
    const { integration, connection } = useConnectionKey();
    const customer = useConnectionName();
    const [restarting, setRestarting] = useState<Sync>();
    const close = () => setRestarting(undefined);
    const { data, error, refetch, isPending } = useRead(
        getSyncStatus,
        { query: { provider_config_key: integration, connection_id: connection, syncs: '*' } },
        { refetchInterval: 5000 }
    );
    return (
        <Card
            title="Syncs"
            actions={
                <Link to="/$environment/runs" params={{ environment }} search={{ integration, connection }} className="text-accent-text">
                    All runs
                </Link>
            }
        >
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={3} />}
            {data?.syncs.length === 0 && <EmptyState>No syncs run for this connection.</EmptyState>}
            {data && data.syncs.length > 0 && (
                <Table label="Syncs" columns={['Sync', 'State', 'Last run', 'Next', 'Records', { name: 'Actions', isHidden: true }]}>
                    {data.syncs.map((sync) => (
                        <SyncRow key={`${sync.name} ${sync.variant}`} sync={sync} onDelete={() => setRestarting(sync)} />
                    ))}
                </Table>
            )}
            {restarting && (
                <RestartDialog
                    sync={{ ...restarting, integration_id: integration, customer, records: recordsOf(restarting) }}
                    onClose={close}
                    onStarted={close}
                />
            )}
        </Card>
    );
}

const recordsOf = ({ recordCount }: Sync) => Object.values(recordCount ?? {}).reduce((sum, count) => sum + count, 0);

/** @param props.onDelete asks whether its records are to be deleted, to start again */
function SyncRow({ sync, onDelete }: { sync: Sync; onDelete: () => void }) {
    const { reason } = useMay('environment:syncs:write');
    const [trigger, pause, start] = [
        useChange(triggerSync, [getSyncStatus]),
        useChange(pauseSync, [getSyncStatus]),
        useChange(startSync, [getSyncStatus])
    ];
    const key = useBodyKey();
    const name = nameOf(sync);
    const body = { ...key, syncs: [{ name: sync.name, variant: sync.variant }] };
    const isPaused = sync.status === 'PAUSED';
    const toggle = () => {
        const [change, back, done] = isPaused ? ([start, pause, 'Resumed'] as const) : ([pause, start, 'Paused'] as const);
        change.mutate({ body }, { onSuccess: () => offerUndo(`${done} ${name}.`, () => back.mutateAsync({ body })) });
    };
    const failure = trigger.error ?? pause.error ?? start.error;
    const records = recordsOf(sync);
    const restart = () => trigger.mutate({ body: { ...body, opts: { reset: true, emptyCache: false } } });
    return (
        <Row>
            <Cell look="font-semibold">
                {name}
                {failure && <ErrorNotice error={failure} />}
            </Cell>
            <Cell>
                <Status kind={states[sync.status].kind}>{states[sync.status].word}</Status>
            </Cell>
            <Cell look="text-text-2">
                <Time at={sync.finishedAt} />
            </Cell>
            <Cell look="text-text-2">
                <Time at={sync.nextScheduledSyncAt} none="–" />
            </Cell>
            <Cell look="mono">{records.toLocaleString()}</Cell>
            <Cell>
                <div className="flex justify-end gap-2">
                    <Button blockedBecause={reason} isBusy={trigger.isPending} onClick={() => trigger.mutate({ body })}>
                        Run now
                    </Button>
                    <Button look="quiet" blockedBecause={reason} isBusy={pause.isPending || start.isPending} onClick={toggle}>
                        {isPaused ? 'Resume' : 'Pause'}
                    </Button>
                    <MoreMenu
                        label={`More for the sync ${name}`}
                        items={restartItems({ records, blockedBecause: reason, onRestart: restart, onDelete })}
                    />
                </div>
            </Cell>
        </Row>
    );
}
