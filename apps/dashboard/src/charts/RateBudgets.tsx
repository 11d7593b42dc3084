import type { RateBudget } from '@patchbay/contracts';
import { readRateBudgets } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useEnvironment, useRead } from '../api/use-api.ts';
import { ErrorNotice } from '../parts/Notice.tsx';
import { Card } from '../parts/Page.tsx';
import { Cell, Row, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';

/** From this share on a limit is nearly used up. */
const nearlyUsed = 0.8;

/**
 * What is left of a provider's rate limits, a bar for each key that it counts by. The table is the
 * chart: each bar stands beside its figures.
 */
export function RateBudgets({ integration, connection }: { integration: string; connection?: string }) {
    const environment = useEnvironment();
    const { data, error, refetch } = useRead(
        readRateBudgets,
        { query: { environment, integration_id: integration, ...(connection === undefined ? {} : { connection_id: connection }) } },
        { refetchInterval: 10_000 }
    );
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    const budgets = data?.data ?? [];
    if (budgets.length === 0) return null;
    return (
        <Card title="Rate limits">
            <p className="px-4 py-3 text-text-2">{summaryOf(budgets)}</p>
            <Table label="Rate limits" columns={[connection === undefined ? 'Connections' : 'Limit', 'Used of what the provider takes']}>
                {budgets.map((budget) => (
                    <Budget
                        key={budget.connection_ids.join()}
                        budget={budget}
                        integration={integration}
                        isAlone={connection !== undefined}
                    />
                ))}
            </Table>
        </Card>
    );
}

function Budget({ budget, integration, isAlone }: { budget: RateBudget; integration: string; isAlone: boolean }) {
    const environment = useEnvironment();
    const [first = '', ...others] = budget.connection_ids;
    return budget.windows.map((window, index) => (
        <Row key={window.per_seconds}>
            <Cell>
                {isAlone ? (
                    lengthOf(window.per_seconds)
                ) : index === 0 ? (
                    <>
                        <Link
                            to="/$environment/connections/$integration/$connection"
                            params={{ environment, integration, connection: first }}
                            className="break-all text-accent-text underline"
                        >
                            {first}
                        </Link>
                        {others.length > 0 && <span className="text-text-2"> and {others.length} more share it</span>}
                    </>
                ) : null}
            </Cell>
            <Cell look="w-1/2">
                <Bullet {...window} />
                {index === 0 && budget.closed_until !== null && (
                    <p className="pt-1 text-small">
                        The provider refused a call: nothing is sent until <Time at={budget.closed_until} />.
                    </p>
                )}
            </Cell>
        </Row>
    ));
}

function Bullet({ used, limit, per_seconds: seconds }: RateBudget['windows'][number]) {
    const share = limit === 0 ? 1 : used / limit;
    return (
        <div className="flex flex-col gap-1">
            <span>
                {used.toLocaleString()} of {limit.toLocaleString()} {lengthOf(seconds)}
                {share >= nearlyUsed && <strong className="font-semibold"> · nearly used up</strong>}
            </span>
            <span aria-hidden="true" className="block h-2 rounded-full bg-sunken">
                <span
                    className={`block h-2 rounded-full ${share >= nearlyUsed ? 'bg-warn' : 'bg-accent'}`}
                    style={{ inlineSize: `${Math.min(100, share * 100)}%` }}
                />
            </span>
        </div>
    );
}

const lengths: readonly [seconds: number, name: string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second']
];

/** `per minute`, `per 10 seconds` */
function lengthOf(seconds: number): string {
    const [unit, name] = lengths.find(([length]) => seconds % length === 0) ?? [1, 'second'];
    const count = seconds / unit;
    return count === 1 ? `per ${name}` : `per ${count} ${name}s`;
}

function summaryOf(budgets: readonly RateBudget[]): string {
    const isShort = ({ windows, closed_until: until }: RateBudget) =>
        until !== null || windows.some(({ used, limit }) => used >= limit * nearlyUsed);
    const short = budgets.filter(isShort).length;
    if (budgets.length === 1) return short === 0 ? 'There is room.' : 'There is little room: calls may wait for their turn.';
    return short === 0
        ? `All ${budgets.length} keys that were used last have room.`
        : `${short} of the ${budgets.length} keys that were used last have little room: their calls may wait for their turn.`;
}
