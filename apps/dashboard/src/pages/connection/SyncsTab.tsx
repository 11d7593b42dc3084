import type { getSyncStatus as statusContract } from '@patchbay/contracts';
import { getSyncStatus, pauseSync, startSync, type SuccessOut, triggerSync } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Status, type StatusKind } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { stateWords } from '../syncs/search.ts';
import { ConnectionFunctions } from './ConnectionFunctions.tsx';
import { useBodyKey, useConnectionKey } from './connection.ts';

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
                        <SyncRow key={`${sync.name} ${sync.variant}`} sync={sync} />
                    ))}
                </Table>
            )}
        </Card>
    );
}

function SyncRow({ sync }: { sync: Sync }) {
    const { reason } = useMay('environment:syncs:write');
    const [trigger, pause, start] = [
        useChange(triggerSync, [getSyncStatus]),
        useChange(pauseSync, [getSyncStatus]),
        useChange(startSync, [getSyncStatus])
    ];
    const key = useBodyKey();
    const body = { ...key, syncs: [sync.name] };
    const failure = trigger.error ?? pause.error ?? start.error;
    const records = Object.values(sync.recordCount ?? {}).reduce((sum, count) => sum + count, 0);
    const isPaused = sync.status === 'PAUSED';
    return (
        <Row>
            <Cell look="font-semibold">
                {sync.name}
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
                    <Button
                        look="quiet"
                        blockedBecause={reason}
                        isBusy={pause.isPending || start.isPending}
                        onClick={() => (isPaused ? start : pause).mutate({ body })}
                    >
                        {isPaused ? 'Resume' : 'Pause'}
                    </Button>
                </div>
            </Cell>
        </Row>
    );
}
