import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../../api/use-api.ts';
import type { Sync } from './search.ts';

const width = 8;
const gap = 2;
const height = 20;
const most = 20;

type Run = Sync['runs'][number];

/** Shape first, colour last: they can be told apart without it. */
const cells: Record<Run['status'], (x: number) => React.ReactNode> = {
    succeeded: (x) => <rect x={x} y={4} width={width} height={12} fill="var(--accent)" />,
    failed: (x) => (
        <g stroke="var(--danger)" strokeWidth="1.75" fill="none">
            <rect x={x + 0.5} y={0.5} width={width - 1} height={height - 1} strokeWidth="1" fill="var(--danger-soft)" />
            <path d={`M${x + 2} ${height / 2 - 2}l4 4m0-4l-4 4`} />
        </g>
    ),
    interrupted: (x) => <rect x={x} y={10} width={width} height={6} fill="var(--warn)" />,
    running: (x) => (
        <rect
            x={x + 0.75}
            y={4.75}
            width={width - 1.5}
            height={10.5}
            fill="none"
            stroke="var(--info)"
            strokeWidth="1.5"
            strokeDasharray="2 2"
        />
    ),
    queued: (x) => (
        <rect x={x + 0.75} y={4.75} width={width - 1.5} height={10.5} fill="none" stroke="var(--control)" strokeDasharray="1 2" />
    )
};

const words: Record<Run['status'], string> = {
    succeeded: 'succeeded',
    failed: 'failed',
    interrupted: 'interrupted',
    running: 'running',
    queued: 'waiting'
};

/** The last runs of a sync, oldest first; a link to all of them. */
export function RunStrip({ sync }: { sync: Sync }) {
    const environment = useEnvironment();
    const { runs, name, integration_id: integration, connection_id: connection } = sync;
    if (runs.length === 0) return <span className="text-text-3">none in 7 days</span>;
    const shown = runs.slice(-most);
    const sentence = Object.entries(words).flatMap(([status, word]) => {
        const count = shown.filter((run) => run.status === status).length;
        return count === 0 ? [] : [`${count} ${word}`];
    });
    const failed = shown.filter(({ status }) => status === 'failed').length;
    return (
        <Link
            to="/$environment/runs"
            params={{ environment }}
            search={{ type: 'sync', name, integration, connection }}
            preload={false}
            aria-label={`Last ${shown.length === 1 ? 'run' : `${shown.length} runs`} of ${name}: ${sentence.join(', ')}`}
            className="inline-flex items-center gap-2 text-small whitespace-nowrap text-text-2"
        >
            <svg width={most * (width + gap)} height={height} aria-hidden="true" className="shrink-0">
                {shown.map((run, index) => (
                    <g key={run.id}>
                        <title>{`${words[run.status]}, ${new Date(run.at).toLocaleString()}, ${run.changed.toLocaleString()} records changed`}</title>
                        {cells[run.status]((most - shown.length + index) * (width + gap))}
                    </g>
                ))}
            </svg>
            {failed > 0 && <span aria-hidden="true">{failed} failed</span>}
        </Link>
    );
}
