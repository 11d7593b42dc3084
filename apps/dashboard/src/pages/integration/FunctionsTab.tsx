import { listFunctions, updateFunction } from '@patchbay/contracts/dashboard';
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
import { frequencyWords, type FunctionView } from '../functions/words.ts';
import { useIntegrationId } from './IntegrationPage.tsx';
import { UnifiedEndpoints } from './UnifiedEndpoints.tsx';

type Open = { kind: 'try' | 'frequency'; of: FunctionView };

export function FunctionsTab() {
    const id = useIntegrationId();
    const { data, error, refetch, isPending } = useRead(listFunctions, { query: { integration_id: id, limit: 100 } });
    const update = useChange(updateFunction, [listFunctions]);
    const [open, setOpen] = useState<Open>();
    const close = () => {
        setOpen(undefined);
        update.reset();
    };
    const setEnabled = ({ type, name }: FunctionView, enabled: boolean) => {
        const params = { id, type, name };
        const back = () => update.mutateAsync({ params, body: { enabled: !enabled } });
        const onSuccess = () => offerUndo(`Switched ${name} ${enabled ? 'on' : 'off'}.`, back);
        update.mutate({ params, body: { enabled } }, { onSuccess });
    };
    const failure = error ?? (open ? undefined : update.error);
    return (
        <>
            <Card title="Syncs and actions">
                {failure && <ErrorNotice error={failure} onRetry={() => void refetch()} />}
                {isPending && <SkeletonRows count={4} />}
                {data?.data.length === 0 && <EmptyState>Patchbay ships no functions for this app, and none were deployed.</EmptyState>}
                {data && data.data.length > 0 && (
                    <Table label="Syncs and actions" columns={functionColumns}>
                        {data.data.map((one) => (
                            <AppFunction
                                key={`${one.type} ${one.name}`}
                                one={one}
                                onSwitch={(enabled) => setEnabled(one, enabled)}
                                onOpen={(kind) => setOpen({ kind, of: one })}
                            />
                        ))}
                    </Table>
                )}
            </Card>
            {data && <UnifiedEndpoints integration={id} functions={data.data} />}
            {open?.kind === 'try' && <TryAction action={open.of} onClose={close} />}
            {open?.kind === 'frequency' && (
                <FrequencyDialog
                    of={`the sync ${open.of.name}`}
                    now={frequencyNow(data?.data ?? [], open.of) ?? ''}
                    standard={`As it declares: ${open.of.declared_frequency ?? 'never'}.`}
                    change={update}
                    audited={{ action: 'updateFunction', target: [`id=${id}`, 'type=sync', `name=${open.of.name}`] }}
                    onSave={(frequency, expected) =>
                        update.mutate(
                            {
                                params: { id, type: 'sync', name: open.of.name },
                                body: { frequency, expected_frequency: expected }
                            },
                            { onSuccess: close }
                        )
                    }
                    onClose={close}
                />
            )}
        </>
    );
}

/** As it was read last, which may be after the dialog was opened. */
function frequencyNow(all: readonly FunctionView[], { type, name, frequency }: FunctionView): string | null {
    const found = all.find((one) => one.type === type && one.name === name);
    return found ? found.frequency : frequency;
}

function AppFunction({
    one,
    onSwitch,
    onOpen
}: {
    one: FunctionView;
    onSwitch: (enabled: boolean) => void;
    onOpen: (kind: Open['kind']) => void;
}) {
    const { type, enabled } = one;
    const { reason } = useMay('environment:functions:write');
    const often = { name: 'Change how often…', onAction: () => onOpen('frequency'), blockedBecause: reason };
    return (
        <FunctionRow
            of={one}
            runs={frequencyWords(one)}
            state={enabled ? 'On' : 'Off'}
            items={[
                { name: enabled ? 'Switch off' : 'Switch on', onAction: () => onSwitch(!enabled), blockedBecause: reason },
                ...(type === 'sync' ? [often] : [])
            ]}
            onTry={() => onOpen('try')}
        />
    );
}
