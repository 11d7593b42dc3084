import { diagnose as diagnoseContract } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { integrationNotFound } from '../../platform/integrations/integration-not-found.ts';
import { findIntegrations } from '../../platform/integrations/integrations.sql.ts';
import { diagnose } from './diagnose.ts';
import { seeRequest } from './server-facts.ts';

export const doctorRoutes = [
    route(diagnoseContract, async (deps, { auth, query }, request) => {
        const { environmentId } = auth;
        const all = await findIntegrations(deps.batches, { environmentId });
        const rows = query.integration === undefined ? all : all.filter(({ unique_key: key }) => key === query.integration);
        if (query.integration !== undefined && rows.length === 0) throw integrationNotFound(query.integration);
        const args = { environmentId, rows, request: seeRequest(request), pageOrigin: query.origin, probes: query.probe ?? true };
        return { data: await diagnose(deps, args) };
    })
];
