import { AppError, createInstanceEnvironment, deleteInstanceEnvironment, listInstanceEnvironments } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { findEnvironmentId, findEnvironments } from '../../platform/environments/environments.sql.ts';
import { deleteWholeEnvironment } from '../environment-api/delete-environment.ts';
import { makeEnvironment } from '../environment-api/make-environment.ts';
import { holdManager } from './hold-manager.ts';

/** What account keys do by the API, for owners and admins. */
export const memberEnvironmentRoutes = [
    route(listInstanceEnvironments, async ({ db }) => ({
        data: (await findEnvironments(db)).map((row) => ({
            name: row.name,
            is_production: row.is_production,
            created_at: row.created_at.toISOString(),
            deleted_at: row.deleted_at?.toISOString() ?? null
        }))
    })),
    route(createInstanceEnvironment, async (deps, { auth, body }) => {
        const { name } = await makeEnvironment(deps, (trx) => holdManager(trx, auth), body);
        return { data: { name } };
    }),
    route(deleteInstanceEnvironment, async (deps, { auth, params, query }) => {
        const environmentId = await findEnvironmentId(deps.db, params.name);
        if (environmentId === undefined) throw new AppError('not_found', { message: `There is no environment ${params.name}.` });
        await deleteWholeEnvironment(deps, (trx) => holdManager(trx, auth), { environmentId, confirm: query.confirm });
        return { success: true as const };
    })
];
