import {
    editConnection,
    listConnectionTimeline,
    listLinkActivity,
    readHealthHistory,
    readRateBudgets as readRateBudgetsContract,
    searchRecords as searchRecordsContract,
    sendReconnectLinks
} from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { requireConnection } from '../../connections/connection-store/require-connection.ts';
import { callerIn } from '../members/dashboard-session.ts';
import { requireEnvironment } from '../members/require-environment.ts';
import { seesMembers } from '../members/sees-members.ts';
import { editConnection as edit } from './edit-connection.ts';
import { readHealth } from './health-history.ts';
import { readLinkActivity } from './link-activity.ts';
import { readRateBudgets } from './read-rate-budgets.ts';
import { readTimeline } from './read-timeline.ts';
import { searchRecords } from './search-records.ts';
import { sendReconnectLinks as send } from './send-links.ts';

export const connectionPageRoutes = [
    route(listConnectionTimeline, async (deps, { auth, query }) => {
        const { environment, integration_id: integrationKey, connection_id: connectionId, ...page } = query;
        const environmentId = await requireEnvironment(deps, auth, environment, 'environment:connections:read');
        const row = await requireConnection(deps, { environmentId, integrationKey, connectionId });
        return readTimeline(deps, { row, environmentName: environment }, page, seesMembers(auth.member));
    }),
    route(readHealthHistory, async (deps, { auth, query }) => {
        const { environment, integration_id: integrationKey, connection_id: connectionId } = query;
        const environmentId = await requireEnvironment(deps, auth, environment, 'environment:connections:read');
        const row = await requireConnection(deps, { environmentId, integrationKey, connectionId });
        return { data: await readHealth(deps, { row, environmentName: environment }) };
    }),
    route(readRateBudgetsContract, async (deps, { auth, query }) => {
        const { environment, integration_id: integrationKey, connection_id: connectionId } = query;
        const environmentId = await requireEnvironment(deps, auth, environment, 'environment:connections:read');
        if (connectionId !== undefined) await requireConnection(deps, { environmentId, integrationKey, connectionId });
        return { data: await readRateBudgets(deps, { environmentId, integrationKey, connectionId }) };
    }),
    route(searchRecordsContract, async (deps, { auth, query }) => {
        const { environment, integration_id: integrationKey, connection_id: connectionId, ...page } = query;
        const environmentId = await requireEnvironment(deps, auth, environment, 'environment:records:read');
        return searchRecords(deps, await requireConnection(deps, { environmentId, integrationKey, connectionId }), page);
    }),
    route(listLinkActivity, async (deps, { auth, query }) => {
        const environmentId = await requireEnvironment(deps, auth, query.environment, 'environment:connect_sessions:write');
        return { data: await readLinkActivity(deps, environmentId) };
    }),
    route(sendReconnectLinks, async (deps, { auth, body: { environment, ...body } }) => {
        const id = await requireEnvironment(deps, auth, environment, 'environment:connect_sessions:write');
        return { data: await send(deps, callerIn({ id, name: environment }, auth), body) };
    }),
    route(editConnection, async (deps, { auth, body }) => {
        const { environment, integration_id: integrationKey, connection_id: connectionId, ...changes } = body;
        const environmentId = await requireEnvironment(deps, auth, environment, 'environment:connections:write');
        return { data: await edit(deps, { environmentId, integrationKey, connectionId }, changes) };
    })
];
