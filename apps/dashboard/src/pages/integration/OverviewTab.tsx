import { getIntegration, getIntegrationStatus, listIntegrations } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { RateBudgets } from '../../charts/RateBudgets.tsx';
import { Button } from '../../parts/Button.tsx';
import { CopyButton, CopyId } from '../../parts/Copy.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { Findings } from '../doctor/Findings.tsx';
import { stateWords } from '../integrations/health.ts';
import { type Integration, useIntegration, useIntegrationId } from './IntegrationPage.tsx';
import { TryIt } from './TryIt.tsx';

const TrafficCharts = lazy(() => import('../../charts/TrafficCharts.tsx'));

export function OverviewTab() {
    const environment = useEnvironment();
    const client = useQueryClient();
    const { data } = useIntegration();
    const { try: isNew } = useSearch({ from: '/$environment/integrations/$integration/' });
    const navigate = useNavigate({ from: '/$environment/integrations/$integration' });
    if (!data) return null;
    const integration = data.data;
    const refresh = () =>
        void Promise.all([getIntegration, listIntegrations].map(({ path }) => client.invalidateQueries({ queryKey: [environment, path] })));
    return (
        <>
            <AppRefused integration={integration} />
            <Card title="Try it">
                <div className="flex flex-col gap-3 p-4">
                    <p className="text-text-2">Connects an account as a test user, in the Connect UI as your end users see it.</p>
                    <TryIt
                        integration={integration.unique_key}
                        name={integration.display_name}
                        startsAtOnce={isNew === true}
                        // A reload does not open it again.
                        onStarted={() => void navigate({ search: {}, replace: true })}
                        onConnected={refresh}
                    />
                </div>
            </Card>
            <SetupCheck integration={integration.unique_key} />
            <Health />
            <Suspense fallback={<SkeletonRows count={2} height={280} />}>
                <TrafficCharts integration={integration.unique_key} />
            </Suspense>
            <RateBudgets integration={integration.unique_key} />
            <Webhooks integration={integration} />
            <Details integration={integration} />
        </>
    );
}

/** Not before it is asked for: the vendor is asked, too. */
function SetupCheck({ integration }: { integration: string }) {
    const [isOpen, setOpen] = useState(false);
    return (
        <Card title="Check the setup">
            {isOpen ? (
                <Findings integration={integration} />
            ) : (
                <div className="flex flex-wrap items-center justify-between gap-3 p-4">
                    <p className="text-text-2">Names what is wrong: redirect URI, client secret, scopes, test mode, addresses and more.</p>
                    <Button onClick={() => setOpen(true)}>Check it now</Button>
                </div>
            )}
        </Card>
    );
}

function AppRefused({ integration: { oauth_app: app, display_name: name, unique_key: id } }: { integration: Integration }) {
    const environment = useEnvironment();
    if (!app?.failure) return null;
    return (
        <Notice
            tone="danger"
            title={`${name} refuses the OAuth app`}
            actions={
                <Link
                    to="/$environment/integrations/$integration/setup"
                    params={{ environment, integration: id }}
                    className="font-semibold text-accent-text underline"
                >
                    Correct the setup
                </Link>
            }
        >
            {app.failure.message} Since <Time at={app.failure.since} />. End users have nothing to do.
        </Notice>
    );
}

function Health() {
    const { data, error, refetch, isPending } = useRead(
        getIntegrationStatus,
        { params: { id: useIntegrationId() }, query: {} },
        { refetchInterval: 30_000 }
    );
    return (
        <Card title="Health">
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={2} />}
            {data && (
                <div className="flex flex-col gap-2 p-4">
                    <Status kind={stateWords[data.data.state].kind}>{stateWords[data.data.state].word}</Status>
                    {data.data.evidence.map((sentence) => (
                        <p key={sentence} className="text-text-2">
                            {sentence}
                        </p>
                    ))}
                </div>
            )}
        </Card>
    );
}

function Webhooks({ integration: { webhook_url: url, webhooks } }: { integration: Integration }) {
    if (url === null || url === undefined) return null;
    const counts = Object.entries(webhooks?.last_days ?? {}).filter(([, count]) => count > 0);
    return (
        <Card title="Webhooks of the vendor">
            <div className="flex flex-col gap-3 p-4">
                <p className="text-text-2">Enter this address at the vendor. Patchbay verifies what arrives and forwards it to you.</p>
                <div className="flex flex-wrap items-center gap-2 rounded-control bg-sunken p-2">
                    <code className="min-w-0 flex-1 basis-64 px-2 [overflow-wrap:anywhere]">{url}</code>
                    <CopyButton text={url}>Copy webhook address</CopyButton>
                </div>
                {webhooks?.has_secret === false && (
                    <Notice tone="warn">No secret is known that verifies them, so all are refused. Enter it in the setup.</Notice>
                )}
                <p>
                    Last 7 days:{' '}
                    {counts.length === 0
                        ? 'none arrived.'
                        : counts.map(([outcome, count]) => `${count.toLocaleString()} ${outcome.replaceAll('_', ' ')}`).join(' · ')}
                </p>
            </div>
        </Card>
    );
}

function Details({ integration }: { integration: Integration }) {
    const environment = useEnvironment();
    const { unique_key: id, provider, connections = 0, redirect_uri: redirectUri, created_at, updated_at, oauth_app: app } = integration;
    return (
        <Card title="Details">
            <dl className="grid gap-x-6 gap-y-2 p-4 sm:grid-cols-[12rem_1fr]">
                <Detail name="Connections">
                    <Link
                        to="/$environment/connections"
                        params={{ environment }}
                        search={{ integration: id }}
                        className="text-accent-text underline"
                    >
                        {connections === 1 ? '1 connection' : `${connections.toLocaleString()} connections`}
                    </Link>
                </Detail>
                <Detail name="Integration id">
                    <CopyId id={id} name="Integration id" />
                </Detail>
                <Detail name="Provider">
                    <code>{provider}</code>
                </Detail>
                {app && <Detail name="Client ID">{app.client_id === null ? '–' : <CopyId id={app.client_id} name="Client ID" />}</Detail>}
                {redirectUri !== undefined && (
                    <Detail name="Redirect URI">
                        <CopyId id={redirectUri} name="Redirect URI" />
                    </Detail>
                )}
                <Detail name="Made">
                    <Time at={created_at} />
                </Detail>
                <Detail name="Changed">
                    <Time at={updated_at} />
                </Detail>
            </dl>
        </Card>
    );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
    return (
        <>
            <dt className="text-text-2">{name}</dt>
            <dd className="min-w-0">{children}</dd>
        </>
    );
}
