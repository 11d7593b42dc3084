import type { listIntegrations as listIntegrationsContract } from '@patchbay/contracts';
import { listIntegrations, listIntegrationStatus, type SuccessOut, summarizeHealth } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { buttonClass } from '../../parts/Button.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { stateWords } from './health.ts';

export function IntegrationsPage() {
    return (
        <Page
            title="Integrations"
            actions={
                <>
                    <Link to="/$environment/doctor" params={{ environment: useEnvironment() }} className={buttonClass()}>
                        Check the setup
                    </Link>
                    <Browse>Add an integration</Browse>
                </>
            }
        >
            <Card>
                <IntegrationsTable />
            </Card>
        </Page>
    );
}

function Browse({ children }: { children: string }) {
    const environment = useEnvironment();
    const { reason } = useMay('environment:integrations:write');
    return (
        <Link to="/$environment/catalogue" params={{ environment }} className={buttonClass('primary')} title={reason}>
            {children}
        </Link>
    );
}

function IntegrationsTable() {
    const { data, error, refetch, isPending } = useRead(
        listIntegrations,
        { query: { include: ['connections'] } },
        { refetchInterval: 30_000 }
    );
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={5} height={56} />;
    if (data.data.length === 0)
        return <EmptyState action={<Browse>Browse the catalogue</Browse>}>Add the first app that your customers will connect.</EmptyState>;
    return (
        <table className="w-full border-collapse text-left">
            <thead className="bg-sunken text-micro text-text-2">
                <tr>
                    <th scope="col" className="px-4 py-2 font-semibold">
                        App
                    </th>
                    <th scope="col" className="px-4 py-2 font-semibold max-md:hidden">
                        Health
                    </th>
                    <th scope="col" className="px-4 py-2 text-right font-semibold max-md:hidden">
                        Connections
                    </th>
                </tr>
            </thead>
            <tbody>
                {data.data.map((integration) => (
                    <IntegrationRow key={integration.unique_key} integration={integration} />
                ))}
            </tbody>
        </table>
    );
}

type Integration = SuccessOut<typeof listIntegrationsContract>['data'][number];

function IntegrationRow({ integration }: { integration: Integration }) {
    const environment = useEnvironment();
    const { unique_key: id, display_name: name, logo, connections } = integration;
    return (
        <tr className="border-t border-hairline hover:bg-sunken">
            <td className="px-4 py-2">
                <div className="flex items-center gap-3">
                    <Mark src={logo} />
                    <div className="min-w-0">
                        <Link
                            to="/$environment/integrations/$integration"
                            params={{ environment, integration: id }}
                            className="font-semibold text-text no-underline [overflow-wrap:anywhere] hover:underline"
                        >
                            {name}
                        </Link>
                        <code className="block text-small text-text-2 [overflow-wrap:anywhere]">{id}</code>
                        <div className="text-small md:hidden">
                            <span className="block text-text-2">{countText(connections)}</span>
                            <Health integration={integration} />
                        </div>
                    </div>
                </div>
            </td>
            <td className="px-4 py-2 max-md:hidden">
                <Health integration={integration} />
            </td>
            <td className="mono px-4 py-2 text-right max-md:hidden">{numberText(connections)}</td>
        </tr>
    );
}

const mostCounted = 10_000;

function numberText(count = 0): string {
    return `${count.toLocaleString()}${count >= mostCounted ? '+' : ''}`;
}

function countText(count = 0): string {
    return count === 1 ? '1 connection' : `${numberText(count)} connections`;
}

/** In a word, and what went wrong last. */
function Health({ integration: { unique_key: id, oauth_app: app, enabled } }: { integration: Integration }) {
    const statuses = useRead(listIntegrationStatus, { query: { limit: 100 } }, { refetchInterval: 30_000 });
    const health = useRead(summarizeHealth, {}, { refetchInterval: 30_000 });
    if (enabled === false) return <Status kind="paused">Switched off</Status>;
    if (app?.failure) return <Words status={<Status kind="broken">OAuth app refused</Status>} text={app.failure.message} />;
    const broken = health.data?.data.outages
        .filter((outage) => outage.integration_id === id && outage.status === 'needs_reconnect')
        .reduce((sum, { count }) => sum + count, 0);
    const status = statuses.data?.data.find((each) => each.integration_id === id);
    const state = status?.state ?? 'unknown';
    const { kind, word } = stateWords[state];
    const isFailing = state === 'degraded' || state === 'down';
    return (
        <Words
            status={<Status kind={kind}>{word}</Status>}
            text={
                isFailing
                    ? status?.evidence[0]
                    : broken
                      ? `${countText(broken)} ${broken === 1 ? 'needs' : 'need'} reconnecting`
                      : undefined
            }
        />
    );
}

function Words({ status, text }: { status: React.ReactNode; text: string | undefined }) {
    return (
        <>
            {status}
            {text !== undefined && <span className="block text-small text-text-2">{text}</span>}
        </>
    );
}
