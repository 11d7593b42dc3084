import { randomBytes } from 'node:crypto';
import type { AccountScope } from '@patchbay/contracts';
import { accountName } from '@patchbay/contracts/secret-key';
import type { Db } from '@patchbay/db';
import type { Clock } from '../../../kernel/runtime/clock.ts';
import type { Ids } from '../../../kernel/crypto/ids.ts';
import type { Log } from '../../../kernel/log/log.ts';
import { createKeyedHash, type KeyedHash } from '../../../kernel/crypto/keyed-hash.ts';
import type { DataKeyGenerations } from '../../../kernel/crypto/data-keys.ts';
import { type KeyRing, unwrapKey, wrapKey, wrappedBy } from '../../../kernel/crypto/seal.ts';
import { type UnreadableDataKey, unwrapDataKeys, wrapDataKey } from './unwrap-data-keys.ts';
import {
    findDataKeys,
    findLiveEnvironments,
    findPepper,
    findSecretKey,
    insertDataKey,
    insertEnvironment,
    insertPepper,
    insertSecretKey,
    lockBootstrap,
    updateDataKey,
    updatePepper
} from './environments.sql.ts';
import { insertAccountKey } from './account-keys.sql.ts';
import { mintSecretKey, type PresetKey } from './secret-key.ts';

/** The configuration contradicts what is stored. Says what to change; holds no key material. */
export class BootstrapError extends Error {
    override readonly name = 'BootstrapError';
}

export interface NewKeys {
    environment: string;
    key: string;
}

interface LoadedKeys {
    dataKeys: DataKeyGenerations;
    /** Environments whose key cannot be unwrapped; the others are served. */
    unreadable: UnreadableDataKey[];
    /** Keys of the ring that wrapped something until now, and nothing any more. */
    retiredKeys: string[];
}

const environmentNames = ['dev', 'prod'];
const pepperContext = 'instance|pepper';

/**
 * The first start makes the pepper, the environments `dev` and `prod`, their data keys and first
 * secret keys. Later starts check the key ring, and rewrap what an older key wrapped. Safe when
 * several servers start at once.
 * @param args.presetKey the first secret key of `dev`
 * @param args.deliver gets new keys before they are committed, so that none is lost
 * @race two peppers, two sets of first keys: advisory lock for the transaction
 */
export async function bootstrap(
    { db, clock, ids, log }: { db: Db; clock: Clock; ids: Ids; log: Log },
    args: { ring: KeyRing; presetKey: PresetKey | undefined; deliver: (keys: NewKeys[]) => Promise<void> }
): Promise<{ keyedHash: KeyedHash } & LoadedKeys> {
    // Made once, also where the transaction is repeated: the delivered ones are stored.
    const minted = new Map(environmentNames.map((name) => [name, mintSecretKey(name)]));
    return db.transaction().execute(async (trx) => {
        await lockBootstrap(trx);
        // Later on an environment that is not there was deleted.
        const isFirstStart = (await findPepper(trx)) === undefined;
        const keyedHash = createKeyedHash(await loadPepper(trx, args.ring));
        const created: NewKeys[] = [];
        for (const name of isFirstStart ? environmentNames : []) {
            const environmentId = ids.uuid();
            await insertEnvironment(trx, { id: environmentId, name, is_production: name === 'prod' });
            const dataKeyId = ids.uuid();
            await insertDataKey(trx, {
                environment_id: environmentId,
                id: dataKeyId,
                wrapped: wrapDataKey(args.ring, { environment_id: environmentId, id: dataKeyId }, randomBytes(32))
            });
            const preset = name === 'dev' ? args.presetKey : undefined;
            if (preset) requireDev(preset);
            const firstKey = preset ?? minted.get(name) ?? mintSecretKey(name);
            await insertSecretKey(trx, {
                environment_id: environmentId,
                id: firstKey.publicId,
                secret_hash: keyedHash.hash(firstKey.secret),
                display_name: 'First key',
                scopes: ['environment:*'],
                created_at: clock.now()
            });
            created.push({ environment: name, key: firstKey.key });
        }
        if (args.presetKey && !isFirstStart) await warnOfPreset(trx, args.presetKey, keyedHash, log);
        const loaded = await loadDataKeys(trx, args.ring);
        if (created.length > 0) await args.deliver(created);
        return { keyedHash, ...loaded };
    });
}

/**
 * Makes a secret key directly in the database, when all keys are lost.
 * @throws {BootstrapError} for an empty database or an unknown environment
 */
export async function createFirstKey(
    { db, clock }: { db: Db; clock: Clock },
    args: { ring: KeyRing; environment: string; displayName: string }
): Promise<string> {
    return db.transaction().execute(async (trx) => {
        const keyedHash = await openKeyedHash(trx, args.ring);
        const environments = await findLiveEnvironments(trx);
        const environment = environments.find(({ name }) => name === args.environment);
        if (!environment) {
            const names = environments.map(({ name }) => name).join(', ');
            throw new BootstrapError(`There is no environment "${args.environment}". There are: ${names}.`);
        }
        const minted = mintSecretKey(environment.name);
        await insertSecretKey(trx, {
            environment_id: environment.id,
            id: minted.publicId,
            secret_hash: keyedHash.hash(minted.secret),
            display_name: args.displayName,
            scopes: ['environment:*'],
            created_at: clock.now()
        });
        return minted.key;
    });
}

/** Without a server. @throws {BootstrapError} for an empty database */
export async function openKeyedHash(db: Db, ring: KeyRing): Promise<KeyedHash> {
    const wrapped = await findPepper(db);
    if (wrapped === undefined)
        throw new BootstrapError('This database is empty. Start the server on it: its first start makes a key of each environment.');
    return createKeyedHash(unwrapKey(ring, pepperContext, wrapped));
}

/**
 * Makes a key of the account directly in the database.
 * @throws {BootstrapError} for an empty database
 */
export async function createAccountKey(
    { db, clock }: { db: Db; clock: Clock },
    args: { ring: KeyRing; displayName: string; scopes: readonly AccountScope[] }
): Promise<string> {
    const keyedHash = await openKeyedHash(db, args.ring);
    const minted = mintSecretKey(accountName);
    await insertAccountKey(db, {
        id: minted.publicId,
        secret_hash: keyedHash.hash(minted.secret),
        display_name: args.displayName,
        scopes: [...args.scopes],
        created_at: clock.now()
    });
    return minted.key;
}

/**
 * Whether the ring opens what is stored; nothing is changed.
 * @throws {SealError} when it does not
 */
export async function checkKeyRing(db: Db, ring: KeyRing): Promise<void> {
    const pepper = await findPepper(db);
    if (pepper) unwrapKey(ring, pepperContext, pepper);
    const { unreadable } = unwrapDataKeys(await findDataKeys(db), ring);
    if (unreadable[0]) throw unreadable[0].error;
}

async function loadPepper(db: Db, ring: KeyRing): Promise<Buffer> {
    const stored = await findPepper(db);
    if (stored === undefined) {
        const pepper = randomBytes(32);
        await insertPepper(db, wrapKey(ring, pepperContext, pepper));
        return pepper;
    }
    const pepper = unwrapKey(ring, pepperContext, stored);
    if (wrappedBy(stored) !== ring.first.kid) await updatePepper(db, wrapKey(ring, pepperContext, pepper));
    return pepper;
}

async function loadDataKeys(db: Db, ring: KeyRing): Promise<LoadedKeys> {
    const rows = await findDataKeys(db);
    const { generations, unreadable } = unwrapDataKeys(rows, ring);
    const retired = new Set<string>();
    for (const row of rows) {
        const key = generations.get(row.environment_id)?.find(({ id }) => id === row.id)?.key;
        if (key === undefined || wrappedBy(row.wrapped) === ring.first.kid) continue;
        retired.add(wrappedBy(row.wrapped));
        await updateDataKey(db, { ...row, wrapped: wrapDataKey(ring, row, key) });
    }
    // What cannot be unwrapped may still need any of them.
    return { dataKeys: generations, unreadable, retiredKeys: unreadable.length > 0 ? [] : [...retired] };
}

function requireDev({ environmentName }: PresetKey): void {
    if (environmentName !== 'dev')
        throw new BootstrapError(
            `PATCHBAY_SECRET_KEY holds a key of ${environmentName}, and presets the first key of dev. Remove it, or make one for dev with \`npm run make-key\`.`
        );
}

/** Only a warning: a preset key that was replaced later must not stop a restart. */
async function warnOfPreset(db: Db, preset: PresetKey, keyedHash: KeyedHash, log: Log): Promise<void> {
    const stored = await findSecretKey(db, preset.publicId);
    const isLive = stored !== undefined && keyedHash.matches(stored.secret_hash, keyedHash.hash(preset.secret));
    if (isLive && stored.environment_name === 'dev') return;
    const what = isLive ? `holds a key of ${stored.environment_name}` : 'holds a key that was revoked, or that this database never had';
    log.warn('preset_key_ignored: it presets the first key of dev when a database is new, and has no effect on this one', {
        reason: `PATCHBAY_SECRET_KEY ${what}.`
    });
}
