import { ApiError } from '@patchbay/api-client/errors';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { chartsSearch, type ChartsSearch } from './charts/ranges.ts';
import { issuesSearch } from './issues/search.ts';
import { catalogueSearch } from './pages/catalogue/search.ts';
import { recordsSearch, timelineSearch } from './pages/connection/search.ts';
import { connectionsSearch } from './pages/connections/search.ts';
import { doctorSearch } from './pages/doctor/search.ts';
import { logsSearch } from './pages/logs/search.ts';
import { runsSearch } from './pages/runs/search.ts';
import { auditSearch } from './pages/settings/audit/search.ts';
import { deliveriesSearch } from './pages/settings/webhooks/search.ts';
import { syncsSearch } from './pages/syncs/search.ts';
import { AppShell } from './shell/AppShell.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { PageError } from './shell/PageError.tsx';
import { lastEnvironment } from './shell/last-environment.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: PageError });

const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (typeof next === 'string' ? { next } : {}),
    component: lazyRouteComponent(() => import('./pages/sign-in/SignInPage.tsx'), 'SignInPage')
});

const join = createRoute({
    getParentRoute: () => root,
    path: '/join',
    component: lazyRouteComponent(() => import('./pages/join/JoinPage.tsx'), 'JoinPage')
});

/** Sends the browser to the sign-in, from which it comes back. */
async function requireSession(href: string) {
    try {
        return await queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
        if (error instanceof ApiError && error.code === 'sign_in_required') throw redirect({ to: '/sign-in', search: { next: href } });
        throw error;
    }
}

const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    async beforeLoad({ location }) {
        const { environments } = await requireSession(location.href);
        const last = lastEnvironment();
        const environment = environments.find(({ name }) => name === last)?.name ?? environments[0]?.name ?? 'dev';
        throw redirect({ to: '/$environment', params: { environment } });
    }
});

const environment = createRoute({
    getParentRoute: () => root,
    path: '/$environment',
    beforeLoad: async ({ location }) => {
        await requireSession(location.href);
    },
    component: AppShell
});

const home = createRoute({
    getParentRoute: () => environment,
    path: '/',
    validateSearch: chartsSearch,
    component: lazyRouteComponent(() => import('./pages/home/HomePage.tsx'), 'HomePage')
});

const connections = createRoute({
    getParentRoute: () => environment,
    path: '/connections',
    validateSearch: connectionsSearch,
    component: lazyRouteComponent(() => import('./pages/connections/ConnectionsPage.tsx'), 'ConnectionsPage')
});

const newConnection = createRoute({
    getParentRoute: () => environment,
    path: '/connections/new',
    component: lazyRouteComponent(() => import('./pages/new-connection/NewConnectionPage.tsx'), 'NewConnectionPage')
});

const connection = createRoute({
    getParentRoute: () => environment,
    path: '/connections/$integration/$connection',
    // What was made, checked or said for one must not be seen on another's page.
    remountDeps: ({ params }) => params,
    component: lazyRouteComponent(() => import('./pages/connection/ConnectionPage.tsx'), 'ConnectionPage')
});

const connectionTimeline = createRoute({
    getParentRoute: () => connection,
    path: '/',
    validateSearch: timelineSearch,
    component: lazyRouteComponent(() => import('./pages/connection/TimelineTab.tsx'), 'TimelineTab')
});

const connectionSyncs = createRoute({
    getParentRoute: () => connection,
    path: '/syncs',
    component: lazyRouteComponent(() => import('./pages/connection/SyncsTab.tsx'), 'SyncsTab')
});

const connectionRecords = createRoute({
    getParentRoute: () => connection,
    path: '/records',
    validateSearch: recordsSearch,
    component: lazyRouteComponent(() => import('./pages/connection/RecordsTab.tsx'), 'RecordsTab')
});

const connectionRequests = createRoute({
    getParentRoute: () => connection,
    path: '/requests',
    validateSearch: chartsSearch,
    component: lazyRouteComponent(() => import('./pages/connection/RequestsTab.tsx'), 'RequestsTab')
});

const connectionDetails = createRoute({
    getParentRoute: () => connection,
    path: '/details',
    component: lazyRouteComponent(() => import('./pages/connection/DetailsTab.tsx'), 'DetailsTab')
});

const integrations = createRoute({
    getParentRoute: () => environment,
    path: '/integrations',
    component: lazyRouteComponent(() => import('./pages/integrations/IntegrationsPage.tsx'), 'IntegrationsPage')
});

const catalogue = createRoute({
    getParentRoute: () => environment,
    path: '/catalogue',
    validateSearch: catalogueSearch,
    component: lazyRouteComponent(() => import('./pages/catalogue/CataloguePage.tsx'), 'CataloguePage')
});

const newIntegration = createRoute({
    getParentRoute: () => environment,
    path: '/catalogue/$provider',
    component: lazyRouteComponent(() => import('./pages/catalogue/NewIntegrationPage.tsx'), 'NewIntegrationPage')
});

const integration = createRoute({
    getParentRoute: () => environment,
    path: '/integrations/$integration',
    component: lazyRouteComponent(() => import('./pages/integration/IntegrationPage.tsx'), 'IntegrationPage')
});

const integrationOverview = createRoute({
    getParentRoute: () => integration,
    path: '/',
    validateSearch: (search: Record<string, unknown>): { try?: true } & ChartsSearch => ({
        ...(search['try'] === true && { try: true }),
        ...chartsSearch(search)
    }),
    component: lazyRouteComponent(() => import('./pages/integration/OverviewTab.tsx'), 'OverviewTab')
});

const integrationSetup = createRoute({
    getParentRoute: () => integration,
    path: '/setup',
    component: lazyRouteComponent(() => import('./pages/integration/SetupTab.tsx'), 'SetupTab')
});

const integrationFunctions = createRoute({
    getParentRoute: () => integration,
    path: '/functions',
    component: lazyRouteComponent(() => import('./pages/integration/FunctionsTab.tsx'), 'FunctionsTab')
});

const doctor = createRoute({
    getParentRoute: () => environment,
    path: '/doctor',
    validateSearch: doctorSearch,
    component: lazyRouteComponent(() => import('./pages/doctor/DoctorPage.tsx'), 'DoctorPage')
});

const logs = createRoute({
    getParentRoute: () => environment,
    path: '/logs',
    validateSearch: logsSearch,
    component: lazyRouteComponent(() => import('./pages/logs/LogsPage.tsx'), 'LogsPage')
});

const log = createRoute({
    getParentRoute: () => logs,
    path: '/$log',
    component: lazyRouteComponent(() => import('./pages/logs/LogDrawer.tsx'), 'LogDrawer')
});

const runs = createRoute({
    getParentRoute: () => environment,
    path: '/runs',
    validateSearch: runsSearch,
    component: lazyRouteComponent(() => import('./pages/runs/RunsPage.tsx'), 'RunsPage')
});

const run = createRoute({
    getParentRoute: () => runs,
    path: '/$run',
    component: lazyRouteComponent(() => import('./pages/runs/RunDrawer.tsx'), 'RunDrawer')
});

const syncs = createRoute({
    getParentRoute: () => environment,
    path: '/syncs',
    validateSearch: syncsSearch,
    component: lazyRouteComponent(() => import('./pages/syncs/SyncsPage.tsx'), 'SyncsPage')
});

const status = createRoute({
    getParentRoute: () => environment,
    path: '/status',
    validateSearch: issuesSearch,
    component: lazyRouteComponent(() => import('./pages/status/StatusPage.tsx'), 'StatusPage')
});

const settings = createRoute({
    getParentRoute: () => environment,
    path: '/settings',
    component: lazyRouteComponent(() => import('./pages/settings/SettingsPage.tsx'), 'SettingsPage')
});

/** The page of the settings that opens first. */
const settingsIndex = createRoute({
    getParentRoute: () => settings,
    path: '/',
    beforeLoad: ({ params }) => {
        throw redirect({ to: '/$environment/settings/keys', params, replace: true });
    }
});

const keys = createRoute({
    getParentRoute: () => settings,
    path: '/keys',
    component: lazyRouteComponent(() => import('./pages/settings/keys/KeysPage.tsx'), 'KeysPage')
});

const webhooks = createRoute({
    getParentRoute: () => settings,
    path: '/webhooks',
    validateSearch: deliveriesSearch,
    component: lazyRouteComponent(() => import('./pages/settings/webhooks/WebhooksPage.tsx'), 'WebhooksPage')
});

const alerts = createRoute({
    getParentRoute: () => settings,
    path: '/alerts',
    component: lazyRouteComponent(() => import('./pages/settings/alerts/AlertsPage.tsx'), 'AlertsPage')
});

const statusPage = createRoute({
    getParentRoute: () => settings,
    path: '/status-page',
    component: lazyRouteComponent(() => import('./pages/settings/status-page/StatusPageSettings.tsx'), 'StatusPageSettings')
});

const audit = createRoute({
    getParentRoute: () => settings,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import('./pages/settings/audit/AuditPage.tsx'), 'AuditPage')
});

const connectUi = createRoute({
    getParentRoute: () => settings,
    path: '/connect-ui',
    component: lazyRouteComponent(() => import('./pages/settings/connect-ui/ConnectUiPage.tsx'), 'ConnectUiPage')
});

const environments = createRoute({
    getParentRoute: () => settings,
    path: '/environments',
    component: lazyRouteComponent(() => import('./pages/settings/environments/EnvironmentsPage.tsx'), 'EnvironmentsPage')
});

const variables = createRoute({
    getParentRoute: () => settings,
    path: '/variables',
    component: lazyRouteComponent(() => import('./pages/settings/variables/VariablesPage.tsx'), 'VariablesPage')
});

const team = createRoute({
    getParentRoute: () => settings,
    path: '/team',
    component: lazyRouteComponent(() => import('./pages/settings/team/TeamPage.tsx'), 'TeamPage')
});

const account = createRoute({
    getParentRoute: () => settings,
    path: '/account',
    component: lazyRouteComponent(() => import('./pages/settings/account/AccountPage.tsx'), 'AccountPage')
});

export const router = createRouter({
    basepath: '/dashboard',
    routeTree: root.addChildren([
        signIn,
        join,
        index,
        environment.addChildren([
            home,
            connections,
            newConnection,
            connection.addChildren([connectionTimeline, connectionSyncs, connectionRecords, connectionRequests, connectionDetails]),
            integrations,
            catalogue,
            newIntegration,
            integration.addChildren([integrationOverview, integrationSetup, integrationFunctions]),
            doctor,
            status,
            syncs,
            runs.addChildren([run]),
            logs.addChildren([log]),
            settings.addChildren([
                settingsIndex,
                keys,
                connectUi,
                webhooks,
                alerts,
                statusPage,
                variables,
                environments,
                team,
                audit,
                account
            ])
        ])
    ]),
    defaultPreload: 'intent',
    scrollRestoration: true
});

declare module '@tanstack/react-router' {
    interface Register {
        router: typeof router;
    }
}
