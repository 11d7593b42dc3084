import { confirmDeploy, deployFunctions } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { confirm, deploy } from './deploy.ts';

export const deploymentRoutes = [
    route(confirmDeploy, (deps, { auth, body }) => confirm(deps, auth.environmentId, body)),
    route(deployFunctions, (deps, { auth, body }) => deploy(deps, auth.environmentId, body))
];
