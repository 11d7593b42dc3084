import {
    createFreeze,
    getFreeze,
    liftFreeze as liftFreezeContract,
    listFreezes,
    listFrozenGrants,
    revokeFrozen
} from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { describeFreeze, describeFreezes } from './describe-freeze.ts';
import { beginFreeze, beginRevocation, liftFreeze, requireFreeze } from './freeze.ts';
import { findFreezes } from './freezes.sql.ts';
import { findGrants } from './frozen-grants.sql.ts';
import { revokeGrantsOf } from './revoke-frozen.ts';

export const freezeRoutes = [
    route(createFreeze, async (deps, { auth, body }) => {
        const { environmentId } = auth;
        const row = await beginFreeze(deps, { environmentId, integrationKey: body.integration_id, reason: body.reason });
        deps.log.warn('freeze_began: credentials are neither given out nor used', {
            freeze_id: row.id,
            environment: auth.environmentId,
            ...(row.integration_key === null ? {} : { integration_id: row.integration_key })
        });
        return { data: await describeFreeze(deps, row) };
    }),
    route(listFreezes, async (deps, { auth }) => ({
        data: await describeFreezes(deps, auth.environmentId, await findFreezes(deps.db, auth.environmentId))
    })),
    route(getFreeze, async (deps, { auth, params }) => ({
        data: await describeFreeze(deps, await requireFreeze(deps.db, { environment_id: auth.environmentId, id: params.freeze_id }))
    })),
    route(liftFreezeContract, async (deps, { auth, params }) => {
        const row = await liftFreeze(deps, { environment_id: auth.environmentId, id: params.freeze_id });
        deps.log.info('freeze_lifted', { freeze_id: row.id, environment: auth.environmentId });
        return { data: await describeFreeze(deps, row) };
    }),
    route(revokeFrozen, async (deps, { auth, params }) => {
        const row = await beginRevocation(deps, { environment_id: auth.environmentId, id: params.freeze_id });
        deps.background.run(
            revokeGrantsOf(deps, row).catch((error: unknown) =>
                deps.log.warn('freeze_revocation_interrupted: the clean-up goes on with it', {
                    environment: auth.environmentId,
                    freeze_id: row.id,
                    error
                })
            )
        );
        return { data: await describeFreeze(deps, row) };
    }),
    route(listFrozenGrants, async ({ db }, { auth, params, query }) => {
        const freeze = await requireFreeze(db, { environment_id: auth.environmentId, id: params.freeze_id });
        const grants = await findGrants(db, freeze, { status: query.status, after: query.after ?? 0, limit: query.limit });
        return {
            data: grants.map((grant) => ({
                integration_id: grant.integration_key,
                connection_id: grant.connection_id,
                attempt_id: grant.attempt_id,
                status: grant.status,
                reason: grant.reason,
                updated_at: grant.updated_at.toISOString()
            })),
            next: grants.length === query.limit ? (grants.at(-1)?.connection_row_id ?? null) : null
        };
    })
];
