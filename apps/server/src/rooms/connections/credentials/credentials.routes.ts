import { updateIntegration } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { describeIntegration } from '../../platform/integrations/describe-integration.ts';
import { toChanges } from '../../platform/integrations/integration-changes.ts';
import { changeIntegration } from '../../platform/integrations/save-integration.ts';
import { integrationNotFound } from '../../platform/integrations/integration-not-found.ts';
import { clearAppRefusal } from './app-refusal.ts';

export const credentialRoutes = [
    // Here, because a new OAuth app resumes the refreshes that waited for one.
    route(updateIntegration, async (deps, { auth, params, body }) => {
        const changes = { ...toChanges(body), uniqueKey: body.unique_key };
        const changed = await changeIntegration(deps, { caller: auth, uniqueKey: params.id, changes }, clearAppRefusal);
        if (!changed) throw integrationNotFound(params.id);
        deps.providersOf.delete(auth.environmentId);
        return { data: describeIntegration(deps, changed.row, changed.provider) };
    })
];
