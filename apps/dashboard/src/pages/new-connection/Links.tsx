import type { listLinkActivity as activityContract } from '@patchbay/contracts';
import { deleteConnectLink, listLinkActivity, type SuccessOut } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Status, type StatusKind } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';

type ShareLink = SuccessOut<typeof activityContract>['data']['links'][number];

const stateWords = {
    sent: { kind: 'unknown', word: 'Not opened yet' },
    opened: { kind: 'waiting', word: 'Opened' },
    connected: { kind: 'working', word: 'Connected' },
    expired: { kind: 'broken', word: 'Expired' }
} as const satisfies Record<ShareLink['state'], { kind: StatusKind; word: string }>;

/** What became of the links that were sent. */
export function Links() {
    const environment = useEnvironment();
    const { may } = useMay('environment:connect_sessions:write');
    const { data, error, refetch, isPending } = useRead(
        listLinkActivity,
        { query: { environment } },
        { refetchInterval: 10_000, enabled: may }
    );
    const [ending, setEnding] = useState<ShareLink>();
    if (!may) return null;
    const links = data?.data.links ?? [];
    return (
        <Card title="Links that were sent">
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={3} />}
            {data && links.length === 0 && <EmptyState>No link was made yet, or all have ended more than a day ago.</EmptyState>}
            {links.length > 0 && (
                <Table
                    label="Links that were sent"
                    columns={[
                        'End user',
                        'State',
                        { name: 'Opened', isWide: true },
                        { name: 'Made', isWide: true },
                        { name: 'Ends', isWide: true },
                        { name: 'Actions', isHidden: true }
                    ]}
                >
                    {links.map((link) => (
                        <LinkRow key={link.id} link={link} onEnd={() => setEnding(link)} />
                    ))}
                </Table>
            )}
            {ending && <EndDialog link={ending} onClose={() => setEnding(undefined)} />}
        </Card>
    );
}

function LinkRow({ link, onEnd }: { link: ShareLink; onEnd: () => void }) {
    const { kind, word } = stateWords[link.state];
    const hasEnded = link.state === 'expired' || (link.single_use && link.state === 'connected');
    return (
        <Row>
            <Cell>
                <span className="font-semibold [overflow-wrap:anywhere]">{link.end_user_id ?? 'no end user'}</span>
                <span className="block text-small text-text-2">
                    {link.single_use ? 'once' : 'until it ends'}
                    {link.requires_confirmation && ', to be confirmed'}
                </span>
            </Cell>
            <Cell>
                <Status kind={kind}>{word}</Status>
            </Cell>
            <Cell isWide look="mono">
                {link.opened_count.toLocaleString()}×
            </Cell>
            <Cell isWide look="text-text-2">
                <Time at={link.created_at} />
            </Cell>
            <Cell isWide look="text-text-2">
                <Time at={link.expires_at} />
            </Cell>
            <Cell>
                <div className="flex justify-end">
                    {!hasEnded && (
                        <Button look="quiet" aria-label={`End the link for ${link.end_user_id ?? 'no end user'}`} onClick={onEnd}>
                            End
                        </Button>
                    )}
                </div>
            </Cell>
        </Row>
    );
}

function EndDialog({ link, onClose }: { link: ShareLink; onClose: () => void }) {
    const end = useChange(deleteConnectLink, [listLinkActivity]);
    return (
        <Dialog title={`End the link for ${link.end_user_id ?? 'no end user'}?`} onClose={onClose}>
            {end.error && <ErrorNotice error={end.error} />}
            <p>It can no longer be opened or used. What was connected with it stays.</p>
            <DialogActions>
                <Button onClick={onClose}>Cancel</Button>
                <Button
                    look="danger"
                    isBusy={end.isPending}
                    onClick={() => end.mutate({ params: { link_id: link.id } }, { onSuccess: onClose })}
                >
                    End the link
                </Button>
            </DialogActions>
        </Dialog>
    );
}
