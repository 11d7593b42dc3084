import type { getIntegration as getIntegrationContract } from '@patchbay/contracts';
import { getIntegration, type SuccessOut } from '@patchbay/contracts/dashboard';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { buttonClass } from '../../parts/Button.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Page, SkeletonRows } from '../../parts/Page.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { hasCode } from '../../parts/error-text.ts';

export type Integration = SuccessOut<typeof getIntegrationContract>['data'];

const route = '/$environment/integrations/$integration';

export function useIntegrationId(): string {
    return useParams({ from: route }).integration;
}

export function useIntegration() {
    return useRead(
        getIntegration,
        { params: { id: useIntegrationId() }, query: { include: ['webhook', 'connections'] } },
        { refetchInterval: 15_000 }
    );
}

const tabs = [
    { to: '/$environment/integrations/$integration', name: 'Overview', exact: true },
    { to: '/$environment/integrations/$integration/setup', name: 'Setup' },
    { to: '/$environment/integrations/$integration/functions', name: 'Syncs and actions' }
] as const;

export function IntegrationPage() {
    const environment = useEnvironment();
    const id = useIntegrationId();
    const { data, error, refetch, isPending } = useIntegration();
    const isGone = hasCode(error, 'not_found');
    return (
        <Page title={data?.data.display_name ?? id} actions={data && <Mark src={data.data.logo} size={36} />}>
            <Link to="/$environment/integrations" params={{ environment }} className="-mt-4 text-accent-text">
                All integrations
            </Link>
            <Tabs label="Integration" tabs={tabs} params={{ environment, integration: id }} />
            {isGone && (
                <Notice
                    tone="warn"
                    title={`There is no integration ${id}`}
                    actions={
                        <Link to="/$environment/integrations" params={{ environment }} className={buttonClass()}>
                            See all integrations
                        </Link>
                    }
                >
                    It was deleted or got another id.{data !== undefined && ' What you see below is how it was.'}
                </Notice>
            )}
            {error && !isGone && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={5} height={56} />}
            {data && <Outlet />}
        </Page>
    );
}
