import { AppError, deleteEnvironmentVariable, invalidBody, listEnvironmentVariables, setEnvironmentVariable } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { countOthers, deleteVariable, saveVariable } from './environment-variables.sql.ts';
import { readVariables, sealedVariables } from './read-variables.ts';

/** Each run that asks for them gets all. */
const mostVariables = 500;

export const environmentVariableRoutes = [
    route(listEnvironmentVariables, async (deps, { auth }) => {
        const variables = await readVariables(deps, auth.environmentId);
        return variables.map(({ name, value, updatedAt }) => ({
            name,
            // No value that was stored is sent to a browser.
            value: auth.member ? '' : value,
            updated_at: updatedAt.toISOString()
        }));
    }),
    route(setEnvironmentVariable, async ({ db, seal, clock }, { auth, params: { name }, body }) => {
        const key = { environmentId: auth.environmentId, name };
        if ((await countOthers(db, key)) >= mostVariables)
            throw invalidBody([], `An environment has at most ${mostVariables} variables. Delete some first.`);
        const { value, expected_updated_at: expected } = body;
        const isSaved = await saveVariable(db, key, {
            value: seal.seal(sealedVariables.place({ environment_id: auth.environmentId, name }, 'value'), value),
            now: clock.now(),
            expectedAt: typeof expected === 'string' ? new Date(expected) : expected
        });
        if (!isSaved) throw new AppError('conflict', { message: 'Someone else has changed this variable, made it, or deleted it.' });
        return { success: true as const };
    }),
    route(deleteEnvironmentVariable, async ({ db }, { auth, params: { name } }) => {
        if (!(await deleteVariable(db, { environmentId: auth.environmentId, name })))
            throw new AppError('not_found', { message: `There is no variable ${name}.` });
        return { success: true as const };
    })
];
