import { listFunctions, updateFunction } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { MoreMenu } from '../../parts/Menu.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { FrequencyDialog } from '../functions/FrequencyDialog.tsx';
import { TryAction } from '../functions/TryAction.tsx';
import { frequencyWords, functionKinds, type FunctionView } from '../functions/words.ts';
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
                <Table
                    label="Syncs and actions"
                    columns={[
                        'Name',
                        { name: 'Kind', isWide: true },
                        { name: 'Runs', isWide: true },
                        { name: 'State', isWide: true },
                        { name: 'Change', isHidden: true }
                    ]}
                >
                    {data.data.map((one) => (
                        <FunctionRow
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

function FunctionRow({
    one,
    onSwitch,
    onOpen
}: {
    one: FunctionView;
    onSwitch: (enabled: boolean) => void;
    onOpen: (kind: Open['kind']) => void;
}) {
    const { name, type, description, origin, enabled } = one;
    const { reason } = useMay('environment:functions:write');
    const { reason: mayNotRun } = useMay('environment:actions:execute');
    return (
        <Row>
            <Cell>
                <span className="font-semibold">{name}</span>
                <span className="block text-small text-text-2">{description}</span>
                <span className="block text-small text-text-2 md:hidden">
                    {functionKinds[type]}, {frequencyWords(one)}
                    {!enabled && ', off'}
                </span>
            </Cell>
            <Cell isWide look="whitespace-nowrap text-text-2">
                {functionKinds[type]}
                {origin === 'deployed' && ', deployed'}
            </Cell>
            <Cell isWide look="whitespace-nowrap text-text-2">
                {frequencyWords(one)}
            </Cell>
            <Cell isWide>
                <Status kind={enabled ? 'working' : 'paused'}>{enabled ? 'On' : 'Off'}</Status>
            </Cell>
            <Cell>
                <div className="flex justify-end gap-2">
                    {type === 'action' && (
                        <Button
                            aria-label={`Try ${name}`}
                            blockedBecause={mayNotRun ?? (enabled ? undefined : 'It is switched off.')}
                            onClick={() => onOpen('try')}
                        >
                            Try…
                        </Button>
                    )}
                    <MoreMenu
                        label={`More for ${name}`}
                        items={[
                            { name: enabled ? 'Switch off' : 'Switch on', onAction: () => onSwitch(!enabled), blockedBecause: reason },
                            ...(type === 'sync'
                                ? [{ name: 'Change how often…', onAction: () => onOpen('frequency'), blockedBecause: reason }]
                                : [])
                        ]}
                    />
                </div>
            </Cell>
        </Row>
    );
}
