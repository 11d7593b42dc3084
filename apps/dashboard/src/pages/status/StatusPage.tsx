import { listIntegrations, listIntegrationStatus } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { IssuesCard } from '../../issues/IssuesCard.tsx';
import { useAppOf } from '../../parts/App.tsx';
import { buttonClass } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/Copy.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Cell, Row, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { customerMessage } from './customer-message.ts';
import type { IntegrationStatus } from './integration-status.ts';

const states = {
    operational: { kind: 'working', word: 'Working' },
    degraded: { kind: 'attention', word: 'Degraded' },
    down: { kind: 'broken', word: 'Down' },
    unknown: { kind: 'unknown', word: 'Few calls yet' },
    paused: { kind: 'paused', word: 'Paused' }
} as const;

const worstFirst: readonly IntegrationStatus['state'][] = ['down', 'degraded', 'paused', 'operational', 'unknown'];

const causeWords = {
    provider: 'The provider fails.',
    credentials: 'Credentials are refused.',
    rate_limit: 'The rate limit is used up.',
    platform: 'Patchbay refuses the calls.'
} as const;

/** How each integration is, by its own traffic; what is wrong first. */
export function StatusPage() {
    const environment = useEnvironment();
    const { data, error, refetch, isPending } = useRead(listIntegrationStatus, { query: { limit: 100 } }, { refetchInterval: 10_000 });
    return (
        <Page title="Status">
            <IssuesCard />
            <Card title="Integrations">
                {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
                {isPending && <SkeletonRows count={5} height={56} />}
                {data?.data.length === 0 && (
                    <EmptyState
                        action={
                            <Link to="/$environment/catalogue" params={{ environment }} className={buttonClass()}>
                                Browse the catalogue
                            </Link>
                        }
                    >
                        There is no integration yet.
                    </EmptyState>
                )}
                {data && data.data.length > 0 && (
                    <StatusTable
                        statuses={data.data.toSorted((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state))}
                    />
                )}
            </Card>
        </Page>
    );
}

const percent = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);

function StatusTable({ statuses }: { statuses: readonly IntegrationStatus[] }) {
    const environment = useEnvironment();
    const appOf = useAppOf();
    const integrations = useRead(listIntegrations, {});
    const names = new Map(integrations.data?.data.map(({ unique_key: key, display_name: name }) => [key, name]));
    return (
        <Table
            label="Integrations"
            columns={[
                'Integration',
                'State',
                { name: 'Calls, 5 min', isWide: true },
                { name: 'Failed', isWide: true },
                { name: 'p95', isWide: true }
            ]}
        >
            {statuses.map((status) => {
                const { integration_id: integration, state, evidence, cause, since } = status;
                return (
                    <Row key={integration ?? status.provider}>
                        <Cell>
                            {integration === null ? (
                                status.provider
                            ) : (
                                <Link
                                    to="/$environment/integrations/$integration"
                                    params={{ environment, integration }}
                                    className="font-semibold text-text no-underline hover:underline"
                                >
                                    {appOf(integration).name}
                                </Link>
                            )}
                            {(state === 'down' || state === 'degraded') && (
                                <>
                                    <ul className="text-small text-text-2">
                                        {evidence.map((sentence) => (
                                            <li key={sentence}>{sentence}</li>
                                        ))}
                                    </ul>
                                    <CopyButton
                                        look="quiet"
                                        text={customerMessage(names.get(integration ?? '') ?? status.provider, status)}
                                    >
                                        Copy a message for customers
                                    </CopyButton>
                                </>
                            )}
                        </Cell>
                        <Cell>
                            <Status kind={states[state].kind}>{states[state].word}</Status>
                            {(cause !== null || since !== null) && state !== 'operational' && (
                                <span className="block text-small text-text-2">
                                    {cause !== null && `${causeWords[cause]} `}
                                    {since !== null && (
                                        <>
                                            Since <Time at={since} />
                                        </>
                                    )}
                                </span>
                            )}
                        </Cell>
                        <Cell isWide look="mono text-text-2">
                            {status.calls_5m.toLocaleString()}
                        </Cell>
                        <Cell isWide look="mono text-text-2">
                            {percent(status.error_rate_5m)}
                        </Cell>
                        <Cell isWide look="mono text-text-2">
                            {status.p95_ms === null ? '–' : `${status.p95_ms.toLocaleString()} ms`}
                        </Cell>
                    </Row>
                );
            })}
        </Table>
    );
}
