import type { listWebhookDeliveries as listContract } from '@patchbay/contracts';
import { listWebhookDeliveries, listWebhookEndpoints, replayWebhookDeliveries, type SuccessOut } from '@patchbay/contracts/dashboard';
import { useMay } from '../../../api/session.ts';
import { useChange, useRead } from '../../../api/use-api.ts';
import { usePages } from '../../../api/use-pages.ts';
import { Button } from '../../../parts/Button.tsx';
import { SelectFilter } from '../../../parts/Filters.tsx';
import { isSettled, useHeldRows } from '../../../parts/held-rows.ts';
import { LoadOlder } from '../../../parts/LoadOlder.tsx';
import { NewRows } from '../../../parts/NewRows.tsx';
import { ErrorNotice, Notice } from '../../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../../parts/Page.tsx';
import { Status } from '../../../parts/Status.tsx';
import { Cell, Row, Table } from '../../../parts/Table.tsx';
import { Time } from '../../../parts/Time.tsx';
import { useSearchFilter } from '../../../parts/use-search-filter.ts';
import { addressOf, type Endpoint } from './endpoint.ts';
import { deliveriesSearch, deliveryStatuses } from './search.ts';

/** What was sent, and what could not be. */
export function Deliveries() {
    const { search, change } = useSearchFilter(deliveriesSearch);
    const { status, endpoint } = search;
    const endpoints = useRead(listWebhookEndpoints, {});
    const { reason } = useMay('environment:webhooks:write');
    const query = { limit: 50, ...(status !== undefined && { status }), ...(endpoint !== undefined && { endpoint_id: endpoint }) };
    const pages = usePages(listWebhookDeliveries, { query }, ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor }), {
        refetchInterval: 10_000
    });
    const replay = useChange(replayWebhookDeliveries, [listWebhookDeliveries]);
    const rows = pages.data?.pages.flatMap((page) => page.data) ?? [];
    const held = useHeldRows(rows, { list: JSON.stringify(query), isCurrent: isSettled(pages) });
    const failure = pages.error ?? replay.error;
    const replayed = replay.data?.data.replayed;
    return (
        <Card
            title="Deliveries"
            actions={
                endpoint !== undefined && (
                    <Button
                        blockedBecause={reason}
                        isBusy={replay.isPending}
                        onClick={() => replay.mutate({ body: { endpoint_id: endpoint, only_failed: true } })}
                    >
                        Send again what was given up
                    </Button>
                )
            }
        >
            <search className="flex flex-wrap gap-3 border-b border-hairline p-3">
                <SelectFilter
                    label="Status"
                    defaultName="Any status"
                    value={status ?? ''}
                    onChange={(next) => change({ status: next })}
                    options={Object.entries(deliveryStatuses).map(([value, { word }]) => ({ value, name: word }))}
                />
                <SelectFilter
                    label="Endpoint"
                    defaultName="Any endpoint"
                    value={endpoint ?? ''}
                    onChange={(next) => change({ endpoint: next })}
                    options={(endpoints.data?.data ?? []).map((each) => ({ value: each.id, name: addressOf(each) }))}
                />
            </search>
            {failure && <ErrorNotice error={failure} onRetry={() => void pages.refetch()} />}
            {replayed !== undefined && (
                <Notice tone="ok">{replayed === 1 ? '1 event is sent again now.' : `${replayed} events are sent again now.`}</Notice>
            )}
            {pages.isPending && <SkeletonRows />}
            {pages.data && rows.length === 0 && (
                <EmptyState>
                    {status === 'exhausted' ? 'Nothing was given up.' : 'Nothing was sent yet. Events appear here as they happen.'}
                </EmptyState>
            )}
            <NewRows count={held.waiting} onShow={held.show} />
            {rows.length > 0 && (
                <DeliveryTable
                    deliveries={rows.slice(held.waiting)}
                    endpoints={endpoints.data?.data ?? []}
                    onReplay={(id) => replay.mutate({ body: { delivery_ids: [id] } })}
                />
            )}
            <LoadOlder pages={pages} />
        </Card>
    );
}

type Delivery = SuccessOut<typeof listContract>['data'][number];

function DeliveryTable({
    deliveries,
    endpoints,
    onReplay
}: {
    deliveries: readonly Delivery[];
    endpoints: readonly Endpoint[];
    onReplay: (id: string) => void;
}) {
    const { reason } = useMay('environment:webhooks:write');
    const nameOf = (id: string) => {
        const found = endpoints.find((each) => each.id === id);
        return found ? addressOf(found) : id;
    };
    return (
        <Table
            label="Deliveries"
            columns={['Event', { name: 'Endpoint', isWide: true }, 'Status', 'When', { name: 'Actions', isHidden: true }]}
        >
            {deliveries.map((delivery) => (
                <Row key={delivery.id}>
                    <Cell>
                        <code>{delivery.event_type}</code>
                    </Cell>
                    <Cell isWide look="text-text-2 [overflow-wrap:anywhere]">
                        {nameOf(delivery.endpoint_id)}
                    </Cell>
                    <Cell>
                        <Status kind={deliveryStatuses[delivery.status].kind}>{deliveryStatuses[delivery.status].word}</Status>
                        <span className="block text-small text-text-2">
                            {delivery.failure}
                            {delivery.attempts > 0 && delivery.next_attempt_at !== null && (
                                <>
                                    {' '}
                                    Attempt {delivery.attempts + 1} <Time at={delivery.next_attempt_at} />.
                                </>
                            )}
                        </span>
                    </Cell>
                    <Cell look="text-text-2">
                        <Time at={delivery.attempted_at ?? delivery.created_at} />
                    </Cell>
                    <Cell look="text-end">
                        {delivery.status !== 'pending' && (
                            <Button look="quiet" blockedBecause={reason} onClick={() => onReplay(delivery.id)}>
                                Send again
                            </Button>
                        )}
                    </Cell>
                </Row>
            ))}
        </Table>
    );
}
