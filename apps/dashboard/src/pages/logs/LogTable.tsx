import { Link, useParams } from '@tanstack/react-router';
import { useEnvironment } from '../../api/use-api.ts';
import { useAppOf } from '../../parts/App.tsx';
import { Status } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { kindWords } from './search.ts';
import { type LogEntry, pathOf } from './why.ts';

/** Requests, each a link to its details beside them. */
export function LogTable({ entries }: { entries: readonly LogEntry[] }) {
    const environment = useEnvironment();
    const appOf = useAppOf();
    const { log: open } = useParams({ strict: false });
    return (
        <Table
            label="Requests"
            columns={['Request', 'Result', { name: 'Took', isWide: true }, { name: 'App', isWide: true }, { name: 'When', isWide: true }]}
        >
            {entries.map((entry) => (
                <Row key={entry.id} isSelected={entry.id === open}>
                    <Cell>
                        <Link
                            to="/$environment/logs/$log"
                            params={{ environment, log: entry.id }}
                            search
                            className="flex min-w-0 gap-2 text-text no-underline hover:underline"
                        >
                            <code className="shrink-0 font-semibold">{entry.method}</code>
                            <code className="[overflow-wrap:anywhere]">{pathOf(entry.url)}</code>
                        </Link>
                        <span className="block text-small text-text-2">
                            {kindWords[entry.kind]}
                            {entry.attempt > 1 && `, attempt ${entry.attempt}`}
                            <span className="md:hidden">
                                {' '}
                                · <Time at={entry.started_at} />
                            </span>
                        </span>
                    </Cell>
                    <Cell>
                        <Status kind={entry.failed ? 'broken' : 'working'}>
                            <code>{entry.status ?? entry.error?.code ?? 'none'}</code>
                        </Status>
                    </Cell>
                    <Cell isWide look="mono text-text-2 whitespace-nowrap">
                        {Math.round(entry.timings.total_ms).toLocaleString()} ms
                    </Cell>
                    <Cell isWide look="text-text-2 [overflow-wrap:anywhere]">
                        {entry.integration_id === null ? '–' : appOf(entry.integration_id).name}
                    </Cell>
                    <Cell isWide look="text-text-2">
                        <Time at={entry.started_at} />
                    </Cell>
                </Row>
            ))}
        </Table>
    );
}
