import { deleteAlertChannel, listAlertChannels, testAlertChannel, updateAlertChannel } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { useChange, useRead } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { SwitchField } from '../../../parts/Choice.tsx';
import { ConfirmDialog } from '../../../parts/ConfirmDialog.tsx';
import { MoreMenu } from '../../../parts/Menu.tsx';
import { ErrorNotice, Notice } from '../../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../../parts/Page.tsx';
import { Time } from '../../../parts/Time.tsx';
import { offerUndo } from '../../../parts/undo.ts';
import type { Channel } from './channel.ts';
import { ChannelDialog } from './ChannelDialog.tsx';

type Open = { kind: 'make' } | { kind: 'edit' | 'delete'; channel: Channel };

export function AlertsPage() {
    const { data, error, refetch, isPending } = useRead(listAlertChannels, {}, { refetchInterval: 10_000 });
    const { reason } = useMay('environment:alerts:write');
    const [open, setOpen] = useState<Open>();
    return (
        <Card
            title="Alert channels"
            actions={
                <Button look="primary" blockedBecause={reason} onClick={() => setOpen({ kind: 'make' })}>
                    New channel
                </Button>
            }
        >
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={2} height={56} />}
            {data?.data.length === 0 && (
                <EmptyState>No one is told of problems yet. Add a channel of your chat tool, or an address of yours.</EmptyState>
            )}
            {data && <Channels channels={data.data} onOpen={setOpen} />}
            {open && <OpenDialog open={open} channels={data?.data ?? []} onOpen={setOpen} />}
        </Card>
    );
}

interface OpenProps {
    open: Open;
    channels: readonly Channel[];
    onOpen: (open: Open | undefined) => void;
}

function OpenDialog({ open, channels, onOpen }: OpenProps) {
    const onClose = () => onOpen(undefined);
    const remove = useChange(deleteAlertChannel, [listAlertChannels]);
    if (open.kind === 'make') return <ChannelDialog onClose={onClose} />;
    const { channel } = open;
    if (open.kind === 'edit') {
        const now = channels.find(({ id }) => id === channel.id);
        return (
            <ChannelDialog
                key={channel.updated_at}
                channel={channel}
                onClose={onClose}
                onReload={() => onOpen(now && { kind: 'edit', channel: now })}
            />
        );
    }
    return (
        <ConfirmDialog
            title={`Delete ${channel.name}?`}
            verb="Delete"
            name={channel.name}
            change={remove}
            onClose={onClose}
            onConfirm={() => remove.mutate({ params: { channel_id: channel.id } }, { onSuccess: onClose })}
        >
            <p>It is told nothing more, and its address is forgotten.</p>
        </ConfirmDialog>
    );
}

function Channels({ channels, onOpen }: { channels: readonly Channel[]; onOpen: (open: Open) => void }) {
    const { may, reason: blockedBecause } = useMay('environment:alerts:write');
    const test = useChange(testAlertChannel, [listAlertChannels]);
    const update = useChange(updateAlertChannel, [listAlertChannels]);
    const setEnabled = ({ id, name }: Channel, enabled: boolean) => {
        const params = { channel_id: id };
        const onSuccess = ({ data }: { data: Channel }) =>
            offerUndo(`Switched ${name} ${enabled ? 'on' : 'off'}.`, () =>
                update.mutateAsync({ params, body: { enabled: !enabled, expected_updated_at: data.updated_at } })
            );
        update.mutate({ params, body: { enabled } }, { onSuccess });
    };
    const failure = test.error ?? update.error;
    const tested = test.data?.data;
    return (
        <>
            {failure && <ErrorNotice error={failure} />}
            {tested && (
                <Notice tone={tested.delivered ? 'ok' : 'warn'}>
                    {tested.delivered ? 'The example message has arrived.' : tested.failure}
                </Notice>
            )}
            <ul>
                {channels.map((channel) => (
                    <li key={channel.id} className="flex flex-wrap items-center gap-3 border-t border-hairline px-4 py-3 first:border-0">
                        <div className="min-w-0 flex-1">
                            <p className="font-semibold [overflow-wrap:anywhere]">{channel.name}</p>
                            <p className="text-small text-text-2">
                                {channel.host} · {channel.rules.length === 0 ? 'every problem' : channel.rules.join(', ')}
                            </p>
                            {channel.failing_since !== null && (
                                <p className="text-small text-danger">
                                    Failing since <Time at={channel.failing_since} />: {channel.failure}
                                </p>
                            )}
                        </div>
                        <SwitchField
                            label="On"
                            isOn={channel.enabled}
                            isBlocked={!may}
                            onChange={(enabled) => setEnabled(channel, enabled)}
                        />
                        <Button
                            blockedBecause={blockedBecause}
                            isBusy={test.isPending && test.variables.params.channel_id === channel.id}
                            onClick={() => test.mutate({ params: { channel_id: channel.id } })}
                        >
                            Test
                        </Button>
                        <MoreMenu
                            label={`More for ${channel.name}`}
                            items={[
                                { name: 'Edit', onAction: () => onOpen({ kind: 'edit', channel }), blockedBecause },
                                { name: 'Delete', isDanger: true, onAction: () => onOpen({ kind: 'delete', channel }), blockedBecause }
                            ]}
                        />
                    </li>
                ))}
            </ul>
        </>
    );
}
