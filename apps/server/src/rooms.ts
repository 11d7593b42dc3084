import type { BaseDeps, Deps, RoomOptions } from './deps.ts';
import type { Job, Opened, Room } from './room.ts';
import { about } from './rooms/platform/about/about.room.ts';
import { alerts } from './rooms/outbox/alerts/alerts.room.ts';
import { attempts } from './rooms/connect/attempts/attempts.room.ts';
import { recordCounts } from './rooms/platform/record-counts/record-counts.room.ts';
import { collectors } from './rooms/platform/collectors/collectors.room.ts';
import { compat } from './rooms/compat/compat.room.ts';
import { connectLinks } from './rooms/connect/connect-links/connect-links.room.ts';
import { connectSessions } from './rooms/connect/connect-sessions/connect-sessions.room.ts';
import { connectSettings } from './rooms/connect/connect-settings/connect-settings.room.ts';
import { connectionRemoval } from './rooms/connections/connection-removal/connection-removal.room.ts';
import { connectionStore } from './rooms/connections/connection-store/connection-store.room.ts';
import { credentials } from './rooms/connections/credentials/credentials.room.ts';
import { signInPages } from './rooms/connect/sign-in-pages/sign-in-pages.room.ts';
import { providerCalls } from './rooms/connections/provider-calls/provider-calls.room.ts';
import { revocation } from './rooms/connections/revocation/revocation.room.ts';
import { connectionApi } from './rooms/connections/connection-api/connection-api.room.ts';
import { actions } from './rooms/automation/actions/actions.room.ts';
import { onEvents } from './rooms/automation/on-events/on-events.room.ts';
import { runs } from './rooms/automation/runs/runs.room.ts';
import { syncRuns } from './rooms/automation/sync-runs/sync-runs.room.ts';
import { syncs } from './rooms/automation/syncs/syncs.room.ts';
import { deployments } from './rooms/automation/deployments/deployments.room.ts';
import { functionApi } from './rooms/automation/function-api/function-api.room.ts';
import { functionTasks } from './rooms/automation/function-tasks/function-tasks.room.ts';
import { mcp } from './rooms/automation/mcp/mcp.room.ts';
import { customEndpoints } from './rooms/automation/custom-endpoints/custom-endpoints.room.ts';
import { unified } from './rooms/automation/unified/unified.room.ts';
import { records } from './rooms/automation/records/records.room.ts';
import { environmentVariables } from './rooms/platform/environment-variables/environment-variables.room.ts';
import { functions } from './rooms/platform/functions/functions.room.ts';
import { environments } from './rooms/platform/environments/environments.room.ts';
import { environmentApi } from './rooms/management/environment-api/environment-api.room.ts';
import { doctor } from './rooms/management/doctor/doctor.room.ts';
import { freezes } from './rooms/management/freezes/freezes.room.ts';
import { integrationApi } from './rooms/management/integration-api/integration-api.room.ts';
import { integrationRemoval } from './rooms/management/integration-removal/integration-removal.room.ts';
import { secretKeyApi } from './rooms/management/secret-key-api/secret-key-api.room.ts';
import { auditLog } from './rooms/management/audit-log/audit-log.room.ts';
import { explorer } from './rooms/management/explorer/explorer.room.ts';
import { charts } from './rooms/management/charts/charts.room.ts';
import { syncOverview } from './rooms/management/sync-overview/sync-overview.room.ts';
import { statusPage } from './rooms/management/status-page/status-page.room.ts';
import { liveUpdates } from './rooms/management/live-updates/live-updates.room.ts';
import { connectionPage } from './rooms/management/connection-page/connection-page.room.ts';
import { dashboard } from './rooms/management/dashboard/dashboard.room.ts';
import { members } from './rooms/management/members/members.room.ts';
import { logos } from './rooms/platform/logos/logos.room.ts';
import { integrations } from './rooms/platform/integrations/integrations.room.ts';
import { providers } from './rooms/platform/providers/providers.room.ts';
import { proxy } from './rooms/traffic/proxy/proxy.room.ts';
import { ownConnections } from './rooms/connect/own-connections/own-connections.room.ts';
import { requestLog } from './rooms/platform/request-log/request-log.room.ts';
import { integrationStatus } from './rooms/platform/integration-status/integration-status.room.ts';
import { trafficCounts } from './rooms/platform/traffic-counts/traffic-counts.room.ts';
import { rateBudgets } from './rooms/traffic/rate-budgets/rate-budgets.room.ts';
import { events } from './rooms/outbox/events/events.room.ts';
import { incomingWebhooks } from './rooms/outbox/incoming-webhooks/incoming-webhooks.room.ts';
import { webhookDeliveries } from './rooms/outbox/webhook-deliveries/webhook-deliveries.room.ts';
import { widget } from './rooms/connect/widget/widget.room.ts';

/** The server's table of contents, from the lowest room. */
const manifests = [
    about,
    environments,
    providers,
    logos,
    integrations,
    functions,
    environmentVariables,
    requestLog,
    trafficCounts,
    integrationStatus,
    recordCounts,
    collectors,
    events,
    webhookDeliveries,
    connectionStore,
    incomingWebhooks,
    providerCalls,
    revocation,
    credentials,
    connectionRemoval,
    connectionApi,
    records,
    syncs,
    connectSettings,
    connectSessions,
    ownConnections,
    connectLinks,
    attempts,
    signInPages,
    widget,
    integrationRemoval,
    integrationApi,
    freezes,
    alerts,
    secretKeyApi,
    environmentApi,
    doctor,
    members,
    auditLog,
    dashboard,
    liveUpdates,
    charts,
    syncOverview,
    statusPage,
    rateBudgets,
    proxy,
    explorer,
    runs,
    actions,
    onEvents,
    syncRuns,
    customEndpoints,
    unified,
    functionApi,
    deployments,
    functionTasks,
    mcp,
    connectionPage,
    compat
];

export const rooms: readonly Room[] = manifests;

export const sealedTables = rooms.flatMap((room) => room.sealed ?? []);

export const routes = rooms.flatMap((room) => room.routes ?? []);

/** By name. */
export const jobs: Readonly<Record<string, Job>> = Object.fromEntries(rooms.flatMap((room) => Object.entries(room.jobs ?? {})));

type StateOf<R> = R extends { open(...args: never): Opened<infer State> } ? State : never;
type All<Union> = (Union extends unknown ? (state: Union) => void : never) extends (state: infer Every) => void ? Every : never;

/** Opens every room. A state declared in {@link Deps} that no room opens is a type error here. */
export function openRooms(base: BaseDeps, options: RoomOptions): { deps: Deps; stops: (() => Promise<void>)[] } {
    let deps: Deps | undefined;
    const allDeps = () => {
        if (!deps) throw new TypeError('The rooms are not open yet.');
        return deps;
    };
    const opened = rooms.flatMap((room) => room.open?.(base, options, allDeps) ?? []);
    const names = [base, ...opened.map(({ state }) => state)].flatMap((state) => Object.keys(state ?? {}));
    const twice = names.find((name, index) => names.indexOf(name) < index);
    // Of two of one type the compiler says nothing, and the rooms would share the later one.
    if (twice !== undefined) throw new TypeError(`Two rooms open the state ${twice}.`);
    // Which room opens which state, its own declaration says.
    const states = Object.assign({}, ...opened.map(({ state }) => state)) as All<StateOf<(typeof manifests)[number]>>;
    deps = { ...base, ...states };
    return { deps, stops: opened.flatMap(({ stop }) => stop ?? []) };
}
