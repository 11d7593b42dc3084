import { listFunctions, updateFunction } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Table } from '../../parts/Table.tsx';
import { FrequencyDialog } from '../functions/FrequencyDialog.tsx';
import { functionColumns, FunctionRow } from '../functions/FunctionRow.tsx';
import { TryAction } from '../functions/TryAction.tsx';
import { frequencyWords, type FunctionView } from '../functions/words.ts';
import { useIntegrationId } from './IntegrationPage.tsx';

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
    const failure = error ?? (open ? undefined : update.error);
    return (
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
                            onSwitch={(enabled) => update.mutate({ params: { id, type: one.type, name: one.name }, body: { enabled } })}
                            onOpen={(kind) => setOpen({ kind, of: one })}
                        />
                    ))}
                </Table>
            )}
            {open?.kind === 'try' && <TryAction action={open.of} onClose={close} />}
            {open?.kind === 'frequency' && (
                <FrequencyDialog
                    of={`the sync ${open.of.name}`}
                    now={open.of.frequency ?? ''}
                    standard={`As it declares: ${open.of.declared_frequency ?? 'never'}.`}
                    change={update}
                    onSave={(frequency) =>
                        update.mutate({ params: { id, type: 'sync', name: open.of.name }, body: { frequency } }, { onSuccess: close })
                    }
                    onClose={close}
                />
            )}
        </Card>
    );
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
