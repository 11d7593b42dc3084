import {
    AppError,
    createSecretKey,
    defaultScopes,
    extendSecretKey,
    listSecretKeys,
    revokeSecretKey,
    revokeSecretKeyById,
    rotateSecretKey,
    type Scope,
    scopes
} from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { findSecretKeys, holdEnvironment, insertSecretKey, type ListedKey } from '../../platform/environments/environments.sql.ts';
import { extendKey } from './extend-key.ts';
import { environmentOf, holdCaller, noEnvironment } from './environment-of.ts';
import { requireGivable } from './given-scopes.ts';
import { makerOf } from './maker.ts';
import { revokeKey } from './revoke-key.ts';
import { longestOverlapMs, rotateKey } from './rotate-key.ts';
import { mintSecretKey } from '../../platform/environments/secret-key.ts';

export const secretKeyApiRoutes = [
    route(listSecretKeys, async ({ db, clock }, { auth, query }) => {
        const { id } = await environmentOf(db, auth, query.environment_id, 'invalid_query_params');
        return { data: (await findSecretKeys(db, id, clock.now())).map(describeKey) };
    }),
    /**
     * @race a key that is being revoked makes one that outlasts it: row lock on the key that makes
     * it
     * @race the environment is deleted meanwhile: row lock on it, and its keys are not found then
     */
    route(createSecretKey, async ({ db, clock, keyedHash }, { auth, body }) => {
        const environment = await environmentOf(db, auth, body.environment_id, 'invalid_body');
        const wanted = body.scopes ?? (auth.kind === 'account_key' ? (['environment:*'] as const) : defaultScopes);
        requireGivable(auth, wanted, 'make');
        const { key, publicId, secret } = mintSecretKey(environment.name);
        const row = {
            environment_id: environment.id,
            id: publicId,
            secret_hash: keyedHash.hash(secret),
            display_name: body.display_name,
            scopes: [...wanted],
            created_at: clock.now()
        };
        const made = await db.transaction().execute(async (trx) => {
            // This server may still cache a revoked key, and the new key would outlive it.
            await holdCaller(trx, auth);
            if (!(await holdEnvironment(trx, environment.id)))
                throw auth.kind === 'account_key' ? noEnvironment() : new AppError('unknown_account');
            const whole = { ...row, ...(await makerOf(trx, auth)) };
            await insertSecretKey(trx, whole);
            return whole;
        });
        return { data: { ...describeKey({ ...made, ...unused }), secret: key } };
    }),
    route(rotateSecretKey, async (deps, { auth, params, body }) => {
        const environment = await environmentOf(deps.db, auth, body.environment_id, 'invalid_body');
        const { row, key, oldKeyValidUntil } = await rotateKey(deps, auth, {
            environment,
            keyId: params.key_id,
            validFor: body.old_key_valid_for
        });
        return {
            data: { ...describeKey({ ...row, ...unused }), secret: key, old_key_valid_until: oldKeyValidUntil.toISOString() }
        };
    }),
    route(extendSecretKey, async (deps, { auth, params, body }) => {
        const { id } = await environmentOf(deps.db, auth, body.environment_id, 'invalid_body');
        return {
            data: describeKey(await extendKey(deps, auth, { environmentId: id, keyId: params.key_id, to: new Date(body.expires_at) }))
        };
    }),
    route(revokeSecretKey, async (deps, { auth, body }) => {
        const { id } = await environmentOf(deps.db, auth, body.environment_id, 'invalid_body');
        await revokeKey(deps, auth, { environmentId: id, keyId: body.key_id });
        return { success: true as const };
    }),
    route(revokeSecretKeyById, async (deps, { auth, params, query }) => {
        const { id } = await environmentOf(deps.db, auth, query.environment_id, 'invalid_query_params');
        await revokeKey(deps, auth, { environmentId: id, keyId: params.key_id });
        return { success: true as const };
    })
];

const unused = {
    last_used_at: null,
    revoked_at: null,
    expires_at: null,
    replaced_by: null,
    ends_on_use_of: null,
    rotated_at: null,
    is_maker_gone: false
};

function describeKey(row: ListedKey) {
    return {
        id: row.id,
        display_name: row.display_name,
        // Stored from this closed list; a scope that a later version removed is not shown.
        scopes: row.scopes.filter((scope): scope is Scope => scopes.some((known) => known === scope)),
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at?.toISOString() ?? null,
        expires_at: row.expires_at?.toISOString() ?? null,
        replaced_by: row.replaced_by,
        ends_on_use_of: row.ends_on_use_of,
        extendable_until: row.rotated_at === null ? null : new Date(row.rotated_at.getTime() + longestOverlapMs).toISOString(),
        made_by: describeMaker(row)
    };
}

function describeMaker({ made_by_kind: kind, made_by_id: id, made_by_name: name, is_maker_gone: isGone }: ListedKey) {
    return kind === null || id === null ? null : { kind, id, name: name ?? id, is_gone: isGone };
}
