import { exportAuditEntries, listAuditEntries } from '@patchbay/contracts/dashboard';
import { useSession } from '../../../api/session.ts';
import { useEnvironment } from '../../../api/use-api.ts';
import { usePages } from '../../../api/use-pages.ts';
import { buttonClass } from '../../../parts/Button.tsx';
import { isSettled, useHeldRows } from '../../../parts/held-rows.ts';
import { LoadOlder } from '../../../parts/LoadOlder.tsx';
import { NewRows } from '../../../parts/NewRows.tsx';
import { ErrorNotice } from '../../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../../parts/Page.tsx';
import { Cell, Row, Table } from '../../../parts/Table.tsx';
import { Time } from '../../../parts/Time.tsx';
import { roleCatalog } from '@patchbay/contracts/dashboard';

const pageSize = 100;

/** What was changed, and by whom. */
export function AuditPage() {
    const environment = useEnvironment();
    const { member } = useSession();
    if (!roleCatalog[member.role].managesMembers)
        return (
            <Card title="Audit log">
                <EmptyState>Only an owner or an admin can read it. Ask one of them.</EmptyState>
            </Card>
        );
    return (
        <Card
            title="Audit log"
            actions={
                <a href={`${exportAuditEntries.path}?environment=${encodeURIComponent(environment)}`} download className={buttonClass()}>
                    Export as CSV
                </a>
            }
        >
            <Entries />
        </Card>
    );
}

function Entries() {
    const environment = useEnvironment();
    const pages = usePages(
        listAuditEntries,
        { query: { environment, limit: pageSize } },
        ({ data: entries }) => (entries.length < pageSize ? undefined : { before: entries.at(-1)?.id }),
        { refetchInterval: 10_000 }
    );
    const { data, error, refetch, isPending } = pages;
    const entries = data?.pages.flatMap((page) => page.data) ?? [];
    const held = useHeldRows(entries, { list: environment, isCurrent: isSettled(pages) });
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows />;
    if (entries.length === 0) return <EmptyState>Nothing was changed in this environment yet.</EmptyState>;
    return (
        <>
            <NewRows count={held.waiting} onShow={held.show} />
            <Table label="Audit log" columns={['What', 'By', 'When', { name: 'Result', isWide: true }, { name: 'From', isWide: true }]}>
                {entries.slice(held.waiting).map((entry) => (
                    <Row key={entry.id}>
                        <Cell>
                            {actionWords(entry.action)}
                            <span className="block text-small text-text-2 [overflow-wrap:anywhere]">
                                {[entry.target, entry.fields.join(', ')].filter(Boolean).join(' · ')}
                            </span>
                        </Cell>
                        <Cell>
                            {entry.actor.name}
                            {entry.actor.kind !== 'member' && (
                                <span className="block text-small text-text-2">{actorKinds[entry.actor.kind]}</span>
                            )}
                        </Cell>
                        <Cell look="text-text-2">
                            <Time at={entry.at} />
                        </Cell>
                        <Cell isWide look="text-text-2">
                            {entry.status === null
                                ? 'cut off'
                                : entry.status < 400
                                  ? 'done'
                                  : `refused: ${entry.error_code ?? entry.status}`}
                        </Cell>
                        <Cell isWide look="mono text-text-2">
                            {entry.client_address ?? '–'}
                        </Cell>
                    </Row>
                ))}
            </Table>
            <LoadOlder pages={pages} />
        </>
    );
}

const actorKinds = { secret_key: 'secret key', account_key: 'account key', system: 'Patchbay' } as const;

/** `createSecretKey` as “Create secret key”. */
function actionWords(action: string): string {
    const words = action.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
    return words.charAt(0).toUpperCase() + words.slice(1);
}
