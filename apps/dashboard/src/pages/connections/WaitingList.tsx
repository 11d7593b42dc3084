import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../../api/use-api.ts';
import { useAppOf } from '../../parts/App.tsx';
import { Button } from '../../parts/Button.tsx';
import { LoadOlder } from '../../parts/LoadOlder.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useSearchFilter } from '../../parts/use-search-filter.ts';
import { connectionsSearch, type ConnectionsSearch, waitingWord } from './search.ts';
import { usePendingApprovals, useWaitingPages, type WaitingAttempt } from './use-waiting.ts';

/** Above the list of connections, in which most of these are not. */
export function WaitingNotice() {
    const { search, change } = useSearchFilter(connectionsSearch);
    const count = usePendingApprovals() ?? 0;
    if (count === 0 || Object.keys(search).length > 0) return null;
    return (
        <p className="-my-3 flex flex-wrap items-center gap-x-3">
            <Status kind={waitingWord.kind}>
                {count === 1 ? '1 sign-in waits for approval' : `${count.toLocaleString()} sign-ins wait for approval`}
            </Status>
            <Button look="quiet" onClick={() => change({ waiting: true })}>
                Show
            </Button>
        </p>
    );
}

/** Sign-ins for which an admin at the end user's company has to approve the app first. */
export function WaitingList({ search }: { search: ConnectionsSearch }) {
    const { clear } = useSearchFilter(connectionsSearch);
    const pages = useWaitingPages(search);
    const rows = pages.data?.pages.flatMap(({ data }) => data);
    if (pages.error) return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
    if (!rows || rows.length === 0)
        return (
            <Card>
                {rows ? (
                    <EmptyState action={<Button onClick={clear}>Show all connections</Button>}>No sign-in waits for approval.</EmptyState>
                ) : (
                    <SkeletonRows count={4} height={61} />
                )}
            </Card>
        );
    return (
        <Card>
            <p className="px-4 py-3 text-text-2">
                Someone who manages the app at the end user’s company has to approve it. The end user has the link to finish by.
            </p>
            <Table
                label="Sign-ins that wait for approval"
                columns={['Who', { name: 'App', isWide: true }, 'Waits since', { name: 'Kept until', isWide: true }]}
            >
                {rows.map((attempt) => (
                    <WaitingRow key={attempt.attempt_id} attempt={attempt} />
                ))}
            </Table>
            <LoadOlder pages={pages} />
        </Card>
    );
}

function WaitingRow({ attempt }: { attempt: WaitingAttempt }) {
    const app = useAppOf()(attempt.integration_id);
    return (
        <Row>
            <Cell>
                <span className="font-semibold [overflow-wrap:anywhere]">
                    {attempt.approval?.end_user_id ?? attempt.connection_id ?? 'Not named'}
                </span>
                <span className="block text-small text-text-2">
                    <code>{attempt.ref}</code>
                    <span className="md:hidden"> {app.name}</span> · <Purpose attempt={attempt} />
                </span>
                <details>
                    <summary className="cursor-pointer text-small">Timeline of {attempt.ref}</summary>
                    <ol className="text-small text-text-2">
                        {attempt.timeline.map(({ at, step, text }) => (
                            <li key={`${at} ${step}`}>
                                <Time at={at} /> {text}
                            </li>
                        ))}
                    </ol>
                </details>
            </Cell>
            <Cell isWide>{app.name}</Cell>
            <Cell look="text-text-2">
                <Time at={attempt.approval?.since} />
            </Cell>
            <Cell isWide look="text-text-2">
                <Time at={attempt.approval?.until} />
            </Cell>
        </Row>
    );
}

function Purpose({ attempt: { integration_id: integration, connection_id: connection } }: { attempt: WaitingAttempt }) {
    const environment = useEnvironment();
    if (connection === null) return 'makes a connection';
    return (
        <Link
            to="/$environment/connections/$integration/$connection"
            params={{ environment, integration, connection }}
            className="text-accent-text"
        >
            renews a connection
        </Link>
    );
}
