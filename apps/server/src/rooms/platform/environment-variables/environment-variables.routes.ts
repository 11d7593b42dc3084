import { AppError, deleteEnvironmentVariable, invalidBody, listEnvironmentVariables, setEnvironmentVariable } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { countOthers, deleteVariable, saveVariable } from './environment-variables.sql.ts';
import { readVariables, sealedVariables } from './read-variables.ts';

/** Each run that asks for them gets all. */
const mostVariables = 500;

export const environmentVariableRoutes = [
    route(listEnvironmentVariables, async (deps, { auth }) => {
        const variables = await readVariables(deps, auth.environmentId);
        // No value that was stored is sent to a browser.
        return auth.member ? variables.map(({ name }) => ({ name, value: '' })) : variables;
    }),
    route(setEnvironmentVariable, async ({ db, seal, clock }, { auth, params: { name }, body: { value } }) => {
        const key = { environmentId: auth.environmentId, name };
        if ((await countOthers(db, key)) >= mostVariables)
            throw invalidBody([], `An environment has at most ${mostVariables} variables. Delete some first.`);
        await saveVariable(
            db,
            key,
            seal.seal(sealedVariables.place({ environment_id: auth.environmentId, name }, 'value'), value),
            clock.now()
        );
        return { success: true as const };
    }),
    route(deleteEnvironmentVariable, async ({ db }, { auth, params: { name } }) => {
        if (!(await deleteVariable(db, { environmentId: auth.environmentId, name })))
            throw new AppError('not_found', { message: `There is no variable ${name}.` });
        return { success: true as const };
    })
];
