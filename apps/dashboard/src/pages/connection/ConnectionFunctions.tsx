import {
    getConnection,
    getSyncStatus,
    listFunctions,
    pauseFunctions,
    startFunctions,
    updateSyncFrequency
} from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Table } from '../../parts/Table.tsx';
import { offerUndo } from '../../parts/undo.ts';
import { FrequencyDialog } from '../functions/FrequencyDialog.tsx';
import { functionColumns, FunctionRow } from '../functions/FunctionRow.tsx';
import { TryAction } from '../functions/TryAction.tsx';
import { frequencyWords, type FunctionView, settingsSchemaOf } from '../functions/words.ts';
import { SyncSettings } from './SyncSettings.tsx';

interface Props {
    integration: string;
    connection: string;
}

type Open = { kind: 'try' | 'frequency'; of: FunctionView };

/** What runs for one connection: its functions, how often its syncs run, their settings. */
export function ConnectionFunctions({ integration, connection }: Props) {
    const { data, error, refetch } = useRead(listFunctions, { query: { integration_id: integration, limit: 100 } });
    const own = useRead(getConnection, { params: { connection_id: connection }, query: { provider_config_key: integration } });
    const [open, setOpen] = useState<Open>();
    const close = () => setOpen(undefined);
    const failure = error ?? own.error;
    if (failure) return <ErrorNotice error={failure} onRetry={() => void Promise.all([refetch(), own.refetch()])} />;
    if (!data || !own.data)
        return (
            <Card title="Functions">
                <SkeletonRows count={4} />
            </Card>
        );
    const paused = own.data.paused_functions;
    const schemas = new Map(
        data.data.flatMap((one) => {
            const schema = settingsSchemaOf(one);
            return schema ? [[JSON.stringify(schema), { schema, of: one }] as const] : [];
        })
    );
    return (
        <>
            <Card title="Functions">
                {data.data.length === 0 ? (
                    <EmptyState>Patchbay ships no functions for this app, and none were deployed.</EmptyState>
                ) : (
                    <FunctionTable
                        integration={integration}
                        connection={connection}
                        functions={data.data}
                        paused={paused}
                        onOpen={setOpen}
                    />
                )}
            </Card>
            {[...schemas.values()].map(({ schema, of }) => (
                <SyncSettings
                    key={of.name}
                    integration={integration}
                    connection={connection}
                    title={schemas.size === 1 ? 'Settings of its syncs' : `Settings of ${of.name}`}
                    schema={schema}
                    of={of}
                    stored={own.data}
                />
            ))}
            {open?.kind === 'try' && <TryAction action={open.of} connection={connection} onClose={close} />}
            {open?.kind === 'frequency' && (
                <OwnFrequency integration={integration} connection={connection} sync={open.of} onClose={close} />
            )}
        </>
    );
}

type Paused = readonly { type: 'action' | 'on-event'; name: string }[];

function FunctionTable({
    integration,
    connection,
    functions,
    paused,
    onOpen
}: Props & { functions: readonly FunctionView[]; paused: Paused; onOpen: (open: Open) => void }) {
    const pause = useChange(pauseFunctions, [getConnection]);
    const start = useChange(startFunctions, [getConnection]);
    const statuses = useSyncs({ integration, connection });
    const togglePause = (one: Paused[number], isPaused: boolean) => {
        const body = { provider_config_key: integration, connection_id: connection, functions: [one] };
        const [change, back, done] = isPaused ? ([start, pause, 'Resumed'] as const) : ([pause, start, 'Paused'] as const);
        const onSuccess = () => offerUndo(`${done} ${one.name} for this connection.`, () => back.mutateAsync({ body }));
        change.mutate({ body }, { onSuccess });
    };
    const failure = pause.error ?? start.error;
    return (
        <>
            {failure && <ErrorNotice error={failure} />}
            <Table label="Functions" columns={functionColumns}>
                {functions.map((one) => {
                    const { type, name } = one;
                    const isPaused = paused.some((each) => each.type === type && each.name === name);
                    return (
                        <ConnectionFunction
                            key={`${type} ${name}`}
                            one={one}
                            isPaused={isPaused}
                            frequency={statuses.find((each) => each.name === name && each.variant === 'base')?.frequency}
                            onPause={type === 'sync' ? undefined : () => togglePause({ type, name }, isPaused)}
                            onOpen={(kind) => onOpen({ kind, of: one })}
                        />
                    );
                })}
            </Table>
        </>
    );
}

function useSyncs({ integration, connection }: Props) {
    const query = { provider_config_key: integration, connection_id: connection, syncs: '*' };
    return useRead(getSyncStatus, { query }).data?.syncs ?? [];
}

interface RowProps {
    one: FunctionView;
    isPaused: boolean;
    /** Of this connection; undefined: it has no such sync. */
    frequency: string | undefined;
    /** Pauses it for this connection, or starts it; undefined: its table of syncs does. */
    onPause: (() => void) | undefined;
    onOpen: (kind: Open['kind']) => void;
}

function ConnectionFunction({ one, isPaused, frequency, onPause, onOpen }: RowProps) {
    const mayChange = useMay('environment:functions:write').reason;
    const maySync = useMay('environment:syncs:write').reason;
    const pauseWord = isPaused ? 'Resume for this connection' : 'Pause for this connection';
    const items = [
        ...(onPause ? [{ name: pauseWord, onAction: onPause, blockedBecause: mayChange }] : []),
        ...(frequency === undefined ? [] : [{ name: 'Change how often…', onAction: () => onOpen('frequency'), blockedBecause: maySync }])
    ];
    return (
        <FunctionRow
            of={one}
            runs={frequency ?? frequencyWords(one)}
            state={!one.enabled ? 'Off for the app' : isPaused ? 'Paused here' : 'On'}
            items={items}
            onTry={() => onOpen('try')}
        />
    );
}

function OwnFrequency({ integration, connection, sync, onClose }: Props & { sync: FunctionView; onClose: () => void }) {
    const update = useChange(updateSyncFrequency, [getSyncStatus]);
    const now =
        useSyncs({ integration, connection }).find(({ name, variant }) => name === sync.name && variant === 'base')?.frequency ?? '';
    return (
        <FrequencyDialog
            of={`the sync ${sync.name} of this connection`}
            now={now}
            standard={`As for the other connections: ${sync.frequency ?? 'as it declares'}.`}
            change={update}
            audited={{
                action: 'updateSyncFrequency',
                target: [`sync_name=${sync.name}`, `provider_config_key=${integration}`, `connection_id=${connection}`]
            }}
            onSave={(frequency, expected) =>
                update.mutate(
                    {
                        body: {
                            sync_name: sync.name,
                            provider_config_key: integration,
                            connection_id: connection,
                            frequency,
                            expected_frequency: expected
                        }
                    },
                    { onSuccess: onClose }
                )
            }
            onClose={onClose}
        />
    );
}
