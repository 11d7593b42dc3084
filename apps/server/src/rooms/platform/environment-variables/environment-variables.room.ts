import { room } from '../../../room.ts';
import { environmentVariableRoutes } from './environment-variables.routes.ts';
import { sealedVariables } from './read-variables.ts';

export const environmentVariables = room({
    name: 'environment-variables',
    routes: environmentVariableRoutes,
    sealed: [sealedVariables]
});
