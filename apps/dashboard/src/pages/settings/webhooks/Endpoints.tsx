import {
    deleteWebhookEndpoint,
    listWebhookDeliveries,
    listWebhookEndpoints,
    testWebhookEndpoint,
    updateWebhookEndpoint
} from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { useChange, useRead } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { ConfirmDialog } from '../../../parts/ConfirmDialog.tsx';
import { MoreMenu } from '../../../parts/Menu.tsx';
import { ErrorNotice, Notice } from '../../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../../parts/Page.tsx';
import { Status } from '../../../parts/Status.tsx';
import { Cell, Row, Table } from '../../../parts/Table.tsx';
import { Time } from '../../../parts/Time.tsx';
import { offerUndo } from '../../../parts/undo.ts';
import { addressOf, allEvents, type Endpoint } from './endpoint.ts';
import { EndpointDialog } from './EndpointDialog.tsx';
import { RotateSigningKeyDialog } from './RotateSigningKeyDialog.tsx';

type Open = { kind: 'make' } | { kind: 'edit' | 'rotate' | 'delete'; endpoint: Endpoint };

export function Endpoints() {
    const { data, error, refetch, isPending } = useRead(listWebhookEndpoints, {}, { refetchInterval: 10_000 });
    const { reason } = useMay('environment:webhooks:write');
    const [open, setOpen] = useState<Open>();
    return (
        <Card
            title="Webhook endpoints"
            actions={
                <Button look="primary" blockedBecause={reason} onClick={() => setOpen({ kind: 'make' })}>
                    New endpoint
                </Button>
            }
        >
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={2} height={56} />}
            {data?.data.length === 0 && <EmptyState>No address gets events yet. Add the one of your backend.</EmptyState>}
            {data && data.data.length > 0 && <EndpointTable endpoints={data.data} onOpen={setOpen} />}
            {open && <OpenDialog open={open} endpoints={data?.data ?? []} onOpen={setOpen} />}
        </Card>
    );
}

interface OpenProps {
    open: Open;
    endpoints: readonly Endpoint[];
    onOpen: (open: Open | undefined) => void;
}

function OpenDialog({ open, endpoints, onOpen }: OpenProps) {
    const onClose = () => onOpen(undefined);
    const remove = useChange(deleteWebhookEndpoint, [listWebhookEndpoints, listWebhookDeliveries]);
    if (open.kind === 'make') return <EndpointDialog onClose={onClose} />;
    const { endpoint } = open;
    if (open.kind === 'edit') {
        const now = endpoints.find(({ id }) => id === endpoint.id);
        return (
            <EndpointDialog
                key={endpoint.updated_at}
                endpoint={endpoint}
                onClose={onClose}
                onReload={() => onOpen(now && { kind: 'edit', endpoint: now })}
            />
        );
    }
    if (open.kind === 'rotate') return <RotateSigningKeyDialog endpointId={endpoint.id} name={addressOf(endpoint)} onClose={onClose} />;
    return (
        <ConfirmDialog
            title={`Delete ${addressOf(endpoint)}?`}
            verb="Delete"
            name={new URL(addressOf(endpoint)).host}
            change={remove}
            onClose={onClose}
            onConfirm={() => remove.mutate({ params: { endpoint_id: endpoint.id } }, { onSuccess: onClose })}
        >
            <p>It gets nothing more, also what is still to be sent. Its deliveries are deleted; the events are kept for 30 days.</p>
        </ConfirmDialog>
    );
}

function EndpointTable({ endpoints, onOpen }: { endpoints: readonly Endpoint[]; onOpen: (open: Open) => void }) {
    const { reason } = useMay('environment:webhooks:write');
    const test = useChange(testWebhookEndpoint, [listWebhookEndpoints, listWebhookDeliveries]);
    const update = useChange(updateWebhookEndpoint, [listWebhookEndpoints]);
    const tested = test.data?.data;
    const failure = test.error ?? update.error;
    return (
        <>
            {failure && <ErrorNotice error={failure} />}
            {tested && (
                <Notice tone={tested.delivered ? 'ok' : 'warn'}>
                    {tested.delivered ? `It took the example event, with status ${tested.response_status}.` : tested.failure}
                </Notice>
            )}
            <Table
                label="Webhook endpoints"
                columns={['Address', { name: 'Events', isWide: true }, 'State', { name: 'Actions', isHidden: true }]}
            >
                {endpoints.map((endpoint) => {
                    const params = { endpoint_id: endpoint.id };
                    const setDisabled = (disabled: boolean) =>
                        update.mutate(
                            { params, body: { disabled } },
                            {
                                onSuccess: ({ data }) =>
                                    offerUndo(`${disabled ? 'Disabled' : 'Enabled'} ${addressOf(endpoint)}.`, () =>
                                        update.mutateAsync({ params, body: { disabled: !disabled, expected_updated_at: data.updated_at } })
                                    )
                            }
                        );
                    return (
                        <Row key={endpoint.id}>
                            <Cell>
                                <span className="font-semibold [overflow-wrap:anywhere]">{addressOf(endpoint)}</span>
                                {endpoint.description !== null && (
                                    <span className="block text-small text-text-2">{endpoint.description}</span>
                                )}
                            </Cell>
                            <Cell isWide look="text-text-2">
                                {endpoint.event_types.length === 0 ? allEvents : endpoint.event_types.join(', ')}
                            </Cell>
                            <Cell>
                                <EndpointState endpoint={endpoint} />
                            </Cell>
                            <Cell>
                                {endpoint.url !== null && (
                                    <div className="flex justify-end gap-2">
                                        {endpoint.disabled_at === null ? (
                                            <Button
                                                blockedBecause={reason}
                                                isBusy={test.isPending && test.variables.params.endpoint_id === endpoint.id}
                                                onClick={() => test.mutate({ params, body: {} })}
                                            >
                                                Test
                                            </Button>
                                        ) : (
                                            <Button blockedBecause={reason} onClick={() => setDisabled(false)}>
                                                Enable
                                            </Button>
                                        )}
                                        <EndpointMenu endpoint={endpoint} onOpen={onOpen} onDisable={() => setDisabled(true)} />
                                    </div>
                                )}
                            </Cell>
                        </Row>
                    );
                })}
            </Table>
        </>
    );
}

function EndpointMenu({ endpoint, onOpen, onDisable }: { endpoint: Endpoint; onOpen: (open: Open) => void; onDisable: () => void }) {
    const { reason: blockedBecause } = useMay('environment:webhooks:write');
    const item = (name: string, onAction: () => void, isDanger = false) => ({ name, onAction, isDanger, blockedBecause });
    return (
        <MoreMenu
            label={`More for ${addressOf(endpoint)}`}
            items={[
                item('Edit', () => onOpen({ kind: 'edit', endpoint })),
                item('Rotate the signing key', () => onOpen({ kind: 'rotate', endpoint })),
                ...(endpoint.disabled_at === null ? [item('Disable', onDisable)] : []),
                item('Delete', () => onOpen({ kind: 'delete', endpoint }), true)
            ]}
        />
    );
}

function EndpointState({
    endpoint: { disabled_at: disabledAt, disabled_reason: reason, failing_since: failingSince }
}: {
    endpoint: Endpoint;
}) {
    if (disabledAt !== null)
        return (
            <>
                <Status kind="paused">Disabled</Status>
                <span className="block text-small text-text-2">{reason}</span>
            </>
        );
    if (failingSince === null) return <Status kind="working">Working</Status>;
    return (
        <>
            <Status kind="attention">Failing</Status>
            <span className="block text-small text-text-2">
                Since <Time at={failingSince} />
            </span>
        </>
    );
}
