import { createEnvironment, deleteEnvironment, listEnvironments } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { findEnvironments } from '../../platform/environments/environments.sql.ts';
import { holdCaller } from '../secret-key-api/environment-of.ts';
import { makeEnvironment } from './make-environment.ts';
import { deleteWholeEnvironment } from './delete-environment.ts';

export const environmentApiRoutes = [
    route(listEnvironments, async ({ db }) => ({
        data: (await findEnvironments(db)).map((row) => ({
            id: row.id,
            name: row.name,
            is_production: row.is_production,
            created_at: row.created_at.toISOString(),
            deleted_at: row.deleted_at?.toISOString() ?? null
        }))
    })),
    route(createEnvironment, async (deps, { auth, body }) => ({ data: await makeEnvironment(deps, (trx) => holdCaller(trx, auth), body) })),
    route(deleteEnvironment, async (deps, { auth, params, query }) => {
        await deleteWholeEnvironment(deps, (trx) => holdCaller(trx, auth), {
            environmentId: params.environment_id,
            confirm: query.confirm
        });
    })
];
