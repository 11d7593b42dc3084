import type { listAuditEntries as listContract } from '@patchbay/contracts';
import { exportAuditEntries, listAuditEntries, roleCatalog, type SuccessOut } from '@patchbay/contracts/dashboard';
import { useSession } from '../../../api/session.ts';
import { useEnvironment } from '../../../api/use-api.ts';
import { usePages } from '../../../api/use-pages.ts';
import { buttonClass } from '../../../parts/Button.tsx';
import { SelectFilter } from '../../../parts/Filters.tsx';
import { isSettled, useHeldRows } from '../../../parts/held-rows.ts';
import { LoadOlder } from '../../../parts/LoadOlder.tsx';
import { NewRows } from '../../../parts/NewRows.tsx';
import { ErrorNotice } from '../../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../../parts/Page.tsx';
import { Cell, Row, Table } from '../../../parts/Table.tsx';
import { Time } from '../../../parts/Time.tsx';
import { useSearchFilter } from '../../../parts/use-search-filter.ts';
import { auditScopes, auditSearch, filterOf } from './search.ts';

const pageSize = 100;

/** What was changed, and by whom. */
export function AuditPage() {
    const environment = useEnvironment();
    const { member } = useSession();
    const { search, change } = useSearchFilter(auditSearch);
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
                <div className="flex flex-wrap items-center gap-2">
                    {/* A row of its own on a phone: its words are long. */}
                    <div className="flex max-md:basis-full">
                        <SelectFilter
                            label="Entries of"
                            defaultName="This environment"
                            value={search.scope ?? ''}
                            onChange={(scope) => change({ scope })}
                            options={Object.entries(auditScopes).map(([value, name]) => ({ value, name }))}
                        />
                    </div>
                    <a
                        href={`${exportAuditEntries.path}?${new URLSearchParams({ ...filterOf(environment, search) })}`}
                        download
                        className={buttonClass()}
                    >
                        Export as CSV
                    </a>
                </div>
            }
        >
            <Entries />
        </Card>
    );
}

function Entries() {
    const { search } = useSearchFilter(auditSearch);
    const filter = filterOf(useEnvironment(), search);
    const pages = usePages(
        listAuditEntries,
        { query: { ...filter, limit: pageSize } },
        ({ data: entries }) => (entries.length < pageSize ? undefined : { before: entries.at(-1)?.id }),
        { refetchInterval: 10_000 }
    );
    const { data, error, refetch, isPending } = pages;
    const entries = data?.pages.flatMap((page) => page.data) ?? [];
    const held = useHeldRows(entries, { list: JSON.stringify(filter), isCurrent: isSettled(pages) });
    const isOfAll = search.scope === 'all';
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows />;
    if (entries.length === 0)
        return <EmptyState>{isOfAll ? 'Nothing was changed yet.' : 'Nothing was changed in this environment yet.'}</EmptyState>;
    return (
        <>
            <NewRows count={held.waiting} onShow={held.show} />
            <Table
                label="Audit log"
                columns={[
                    'What',
                    ...(isOfAll ? [{ name: 'Environment', isWide: true } as const] : []),
                    'By',
                    'When',
                    { name: 'Result', isWide: true },
                    { name: 'From', isWide: true }
                ]}
            >
                {entries.slice(held.waiting).map((entry) => (
                    <EntryRow key={entry.id} {...{ entry, isOfAll }} />
                ))}
            </Table>
            <LoadOlder pages={pages} />
        </>
    );
}

type Entry = SuccessOut<typeof listContract>['data'][number];

function EntryRow({ entry, isOfAll }: { entry: Entry; isOfAll: boolean }) {
    return (
        <Row>
            <Cell>
                {actionWords(entry.action)}
                <span className="block text-small text-text-2 [overflow-wrap:anywhere]">
                    {[entry.target, entry.fields.join(', ')].filter(Boolean).join(' · ')}
                </span>
                {isOfAll && <span className="block text-small text-text-2 md:hidden">{entry.environment}</span>}
            </Cell>
            {isOfAll && (
                <Cell isWide look="text-text-2">
                    {entry.environment ?? '–'}
                </Cell>
            )}
            <Cell>
                {entry.actor.name}
                {entry.actor.kind !== 'member' && <span className="block text-small text-text-2">{actorKinds[entry.actor.kind]}</span>}
            </Cell>
            <Cell look="text-text-2">
                <Time at={entry.at} />
            </Cell>
            <Cell isWide look="text-text-2">
                {entry.status === null ? 'cut off' : entry.status < 400 ? 'done' : `refused: ${entry.error_code ?? entry.status}`}
            </Cell>
            <Cell isWide look="mono text-text-2">
                {entry.client_address ?? '–'}
            </Cell>
        </Row>
    );
}

const actorKinds = { secret_key: 'secret key', account_key: 'account key', system: 'Patchbay' } as const;

/** `createSecretKey` as “Create secret key”. */
function actionWords(action: string): string {
    const words = action.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
    return words.charAt(0).toUpperCase() + words.slice(1);
}
