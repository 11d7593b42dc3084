import * as account from './account.ts';
import * as action from './action.ts';
import * as alert from './alert.ts';
import * as audit from './audit.ts';
import * as explorer from './explorer.ts';
import * as instanceEnvironment from './instance-environment.ts';
import * as liveUpdates from './live-updates.ts';
import * as attempt from './attempt.ts';
import * as attemptRecord from './attempt-record.ts';
import * as mcpSignIn from './mcp-sign-in.ts';
import * as capability from './capability.ts';
import * as collector from './collector.ts';
import * as compat from './compat.ts';
import * as connectLink from './connect-link.ts';
import * as connectSession from './connect-session.ts';
import * as settings from './connect-settings.ts';
import * as connection from './connection.ts';
import * as connectionPage from './connection-page.ts';
import * as connectionCount from './connection-count.ts';
import * as connectionHealth from './connection-health.ts';
import type { EndpointShape } from './endpoint.ts';
import * as customEndpoint from './custom-endpoint.ts';
import * as deployment from './deployment.ts';
import * as doctor from './doctor.ts';
import * as environmentVariable from './environment-variable.ts';
import * as functions from './function.ts';
import * as functionTask from './function-task.ts';
import * as scriptsConfig from './scripts-config.ts';
import * as member from './member.ts';
import * as mcp from './mcp.ts';
import * as functionRun from './function-run.ts';
import * as environment from './environment.ts';
import * as incomingWebhook from './incoming-webhook.ts';
import * as freeze from './freeze.ts';
import * as integration from './integration.ts';
import * as integrationStatus from './integration-status.ts';
import * as linkActivity from './link-activity.ts';
import * as log from './log.ts';
import * as meta from './meta.ts';
import * as ownConnection from './own-connection.ts';
import * as provider from './provider.ts';
import * as proxy from './proxy.ts';
import * as rateBudget from './rate-budget.ts';
import * as record from './record.ts';
import * as recordSearch from './record-search.ts';
import * as statusPage from './status-page.ts';
import * as sync from './sync.ts';
import * as syncOverview from './sync-overview.ts';
import * as traffic from './traffic.ts';
import * as webhook from './webhook.ts';
import { accountingContracts, applicantTrackingContracts } from './unified.ts';
import * as webhookDelivery from './webhook-delivery.ts';

export * from './account.ts';
export * from './action.ts';
export * from './alert.ts';
export * from './alert-rules.ts';
export * from './api-provider.ts';
export * from './appearance.ts';
export * from './audit.ts';
export * from './explorer.ts';
export * from './live-topics.ts';
export * from './instance-environment.ts';
export * from './live-updates.ts';
export * from './attempt.ts';
export * from './attempt-codes.ts';
export * from './attempt-record.ts';
export * from './mcp-sign-in.ts';
export { authEvent, type AuthEvent, type EventEndUser, type RefreshEventError } from './auth-event.ts';
export * from './capability.ts';
export * from './collector.ts';
export * from './compat.ts';
export * from './connect-link.ts';
export * from './connect-session.ts';
export * from './connect-settings.ts';
export * from './connectable-integration.ts';
export * from './connection.ts';
export * from './imported-credentials.ts';
export { countConnections } from './connection-count.ts';
export * from './connection-health.ts';
export * from './connection-page.ts';
export { connectionAuth, type ConnectionAuth, connectionSummary, connectionView, type ConnectionView } from './connection-view.ts';
export * from './declared-errors.ts';
export * from './custom-endpoint.ts';
export * from './deployment.ts';
export * from './direction.ts';
export * from './doctor.ts';
export * from './doctor-checks.ts';
export * from './end-user.ts';
export * from './endpoint.ts';
export * from './environment.ts';
export * from './error-catalog.ts';
export * from './errors.ts';
export * from './example.ts';
export * from './error-reference.ts';
export * from './event.ts';
export * from './event-names.ts';
export * from './fields.ts';
export * from './environment-variable.ts';
export * from './function.ts';
export * from './function-limits.ts';
export * from './function-task.ts';
export * from './mcp.ts';
export * from './member.ts';
export * from './member-role.ts';
export * from './page-member.ts';
export * from './scripts-config.ts';
export * from './incoming-webhook.ts';
export * from './freeze.ts';
export * from './function-run.ts';
export * from './integration.ts';
export * from './integration-status.ts';
export * from './json-schema.ts';
export * from './link-activity.ts';
export * from './log.ts';
export * from './merge-appearance.ts';
export * from './meta.ts';
export * from './open-body-fields.ts';
export * from './own-connection.ts';
export * from './openapi.ts';
export { connectionId, expiryTime, objectProblem, webhookUrl } from './primitives.ts';
export * from './provider.ts';
export * from './proxy.ts';
export * from './rate-budget.ts';
export * from './record.ts';
export * from './record-search.ts';
export * from './scopes.ts';
export * from './status-page.ts';
export * from './sync.ts';
export * from './sync-overview.ts';
export * from './sync-states.ts';
export * from './timeline-kinds.ts';
export * from './traffic.ts';
export * from './traffic-ranges.ts';
export { accountingSchemas, atsSchemas } from '@patchbay/integrations/models';
export * from './unified.ts';
export * from './unified-names.ts';
export * from './webhook.ts';
export * from './webhook-delivery.ts';

/** The API's endpoints by area, as `docs/reference` shows them. */
export const endpointsByArea: Readonly<Record<string, readonly EndpointShape[]>> = {
    server: [...endpointsIn(meta), ...endpointsIn(doctor)],
    environments: endpointsIn(account),
    'secret-keys': endpointsIn(environment),
    providers: endpointsIn(provider),
    integrations: [...endpointsIn(integration), ...endpointsIn(integrationStatus), ...endpointsIn(capability)],
    'connect-sessions': [...endpointsIn(connectSession), ...endpointsIn(ownConnection)],
    'connect-links': endpointsIn(connectLink),
    'connect-settings': endpointsIn(settings),
    attempts: [...endpointsIn(attempt), ...endpointsIn(attemptRecord), ...endpointsIn(mcpSignIn)],
    'reference-clients': endpointsIn(compat),
    connections: [...endpointsIn(connection), ...endpointsIn(connectionCount), ...endpointsIn(connectionHealth)],
    'incoming-webhooks': endpointsIn(incomingWebhook),
    freezes: endpointsIn(freeze),
    proxy: endpointsIn(proxy),
    records: endpointsIn(record),
    syncs: endpointsIn(sync),
    actions: endpointsIn(action),
    functions: [
        ...endpointsIn(functions),
        ...endpointsIn(functionRun),
        ...endpointsIn(deployment),
        ...endpointsIn(functionTask),
        ...endpointsIn(scriptsConfig),
        ...endpointsIn(mcp),
        ...endpointsIn(customEndpoint),
        ...endpointsIn(environmentVariable)
    ],
    'applicant-tracking': applicantTrackingContracts,
    accounting: accountingContracts,
    logs: endpointsIn(log),
    collector: endpointsIn(collector),
    webhooks: [...endpointsIn(webhook), ...endpointsIn(webhookDelivery)],
    alerts: endpointsIn(alert)
};

/** All endpoints. The server refuses to start where these and its handlers differ. */
export const endpoints: readonly EndpointShape[] = Object.values(endpointsByArea).flat();

/** Those that the dashboard alone calls: they are in no SDK and not in the OpenAPI document. */
export const dashboardEndpoints: readonly EndpointShape[] = [
    member,
    audit,
    explorer,
    liveUpdates,
    traffic,
    rateBudget,
    syncOverview,
    connectionPage,
    recordSearch,
    linkActivity,
    statusPage,
    instanceEnvironment
].flatMap(endpointsIn);

function endpointsIn(contracts: Record<string, unknown>): readonly EndpointShape[] {
    return Object.values(contracts).filter(isEndpoint);
}

function isEndpoint(value: unknown): value is EndpointShape {
    return typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value && 'success' in value;
}
