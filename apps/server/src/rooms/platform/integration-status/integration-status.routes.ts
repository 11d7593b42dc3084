import { getIntegrationStatus, listIntegrationStatus } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { findIntegration } from '../integrations/integrations.sql.ts';
import { integrationNotFound } from '../integrations/integration-not-found.ts';
import { describeStatuses } from './describe-status.ts';
import { findIntegrationSubjects, findProviderSubjects } from './integration-status.sql.ts';

const listedHours = 24;

export const integrationStatusRoutes = [
    route(listIntegrationStatus, async (deps, { auth, query }) => {
        const { environmentId } = auth;
        const { by, provider, cursor: after, limit, hours } = query;
        const find = by === 'provider' ? findProviderSubjects : findIntegrationSubjects;
        const found = await find(deps.db, { environmentId, provider, after, limit: limit + 1 });
        const subjects = found.slice(0, limit);
        const described = await describeStatuses(deps, { environmentId, subjects, hours: hours ?? listedHours });
        return {
            data: described.map(({ status, history }) => (hours === undefined ? status : { ...status, history })),
            next_cursor: found.length > limit ? (subjects.at(-1)?.key ?? null) : null
        };
    }),
    route(getIntegrationStatus, async (deps, { auth, params, query }) => {
        const { environmentId } = auth;
        const row = await findIntegration(deps.db, environmentId, params.id);
        const subjects = row ? [{ key: row.unique_key, isProvider: false, integrations: [row] }] : [];
        const [described] = await describeStatuses(deps, { environmentId, subjects, hours: query.hours });
        if (!described) throw integrationNotFound(params.id);
        return { data: { ...described.status, history: described.history } };
    })
];
