import { deleteIntegration } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { integrationNotFound } from '../../platform/integrations/integration-not-found.ts';
import { deleteIntegration as deleteIt } from './delete-integration.ts';

export const integrationRemovalRoutes = [
    route(deleteIntegration, async (deps, { auth, params }) => {
        if (!(await deleteIt(deps, auth.environmentId, params.id))) throw integrationNotFound(params.id);
        deps.providersOf.delete(auth.environmentId);
        return { success: true as const };
    })
];
