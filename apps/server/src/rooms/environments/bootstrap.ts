import { randomBytes } from 'node:crypto';
import type { Db } from '@patchbay/db';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { createTokens, mintSecretKey, parseSecretKey, type Tokens } from '../../kernel/keyed-hash.ts';
import { type KeyRing, SealError, unwrapKey, wrapKey, wrappedBy } from '../../kernel/seal.ts';
import {
    findDataKeys,
    findEnvironments,
    findPepper,
    findSecretKey,
    findSecretKeys,
    insertDataKey,
    insertEnvironment,
    insertPepper,
    insertSecretKey,
    lockBootstrap,
    updateDataKey,
    updatePepper
} from './environments.sql.ts';

/** The configuration contradicts what is stored. Says what to change; holds no key material. */
export class BootstrapError extends Error {
    override readonly name = 'BootstrapError';
}

export interface NewKeys {
    environment: string;
    key: string;
}

interface LoadedKeys {
    dataKeys: Map<string, { id: string; key: Buffer }[]>;
    /** Environments whose key cannot be unwrapped: what is sealed in them stays shut, and the others are served. */
    unreadable: { environmentId: string; error: SealError }[];
    /** Keys of the ring that wrapped something until now, and nothing any more. */
    retiredKeys: string[];
}

const environmentNames = ['dev', 'prod'];
const pepperContext = 'instance|pepper';

/**
 * Makes what every instance has, at its first start: the pepper, the environments `dev` and `prod`, their data keys and first secret keys.
 * Later starts check that the key ring opens what is stored, and wrap again what an older key of the ring wrapped. Safe when several servers start at once.
 * @param args.presetKey secret key that environment `dev` shall have from the first start
 * @param args.handOver receives new secret keys before they are committed, so that none can exist that nobody was told
 */
export async function bootstrap(
    { db, clock, ids }: { db: Db; clock: Clock; ids: Ids },
    args: { ring: KeyRing; presetKey: string | undefined; handOver: (keys: NewKeys[]) => Promise<void> }
): Promise<{ tokens: Tokens } & LoadedKeys> {
    // Made once, also where the transaction is repeated: those that were handed over are those that are stored.
    const minted = new Map(environmentNames.map((name) => [name, mintSecretKey(name)]));
    return db.transaction().execute(async (trx) => {
        await lockBootstrap(trx);
        const tokens = createTokens(await loadPepper(trx, args.ring));
        const known = await findEnvironments(trx);
        const created: NewKeys[] = [];
        for (const name of environmentNames) {
            if (known.some((environment) => environment.name === name)) continue;
            const environmentId = ids.uuid();
            await insertEnvironment(trx, { id: environmentId, name });
            const dataKeyId = ids.uuid();
            await insertDataKey(trx, {
                environment_id: environmentId,
                id: dataKeyId,
                wrapped: wrapKey(args.ring, dataKeyContext(environmentId, dataKeyId), randomBytes(32))
            });
            const preset = name === 'dev' && args.presetKey !== undefined ? readPreset(args.presetKey) : undefined;
            const firstKey = preset ?? minted.get(name) ?? mintSecretKey(name);
            await insertSecretKey(trx, {
                environment_id: environmentId,
                id: firstKey.publicId,
                secret_hash: tokens.hash(firstKey.secret),
                display_name: 'First key',
                scopes: ['environment:*'],
                created_at: clock.now()
            });
            created.push({ environment: name, key: firstKey.key });
        }
        const dev = known.find(({ name }) => name === 'dev');
        if (dev && args.presetKey !== undefined) await checkPreset(trx, args.presetKey, tokens);
        const loaded = await loadDataKeys(trx, args.ring);
        if (created.length > 0) await args.handOver(created);
        return { tokens, ...loaded };
    });
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
    const dataKeys: LoadedKeys['dataKeys'] = new Map();
    const unreadable: LoadedKeys['unreadable'] = [];
    const retired = new Set<string>();
    for (const row of await findDataKeys(db)) {
        const context = dataKeyContext(row.environment_id, row.id);
        try {
            const key = unwrapKey(ring, context, row.wrapped);
            const kid = wrappedBy(row.wrapped);
            if (kid !== ring.first.kid) {
                await updateDataKey(db, { ...row, wrapped: wrapKey(ring, context, key) });
                retired.add(kid);
            }
            dataKeys.set(row.environment_id, [...(dataKeys.get(row.environment_id) ?? []), { id: row.id, key }]);
        } catch (error) {
            if (!(error instanceof SealError)) throw error;
            unreadable.push({ environmentId: row.environment_id, error });
        }
    }
    // What cannot be unwrapped may still need any of them.
    return { dataKeys, unreadable, retiredKeys: unreadable.length > 0 ? [] : [...retired] };
}

function dataKeyContext(environmentId: string, id: string): string {
    return `data_keys|${environmentId}|${id}`;
}

function readPreset(text: string): { key: string; publicId: string; secret: string } {
    const parsed = parseSecretKey(text);
    if (!parsed)
        throw new BootstrapError(
            'PATCHBAY_SECRET_KEY is not a secret key: it must read pb_sk_dev_<12 characters>_<43 characters>_<checksum>. Copy it whole, or make one with `node apps/server/src/make-key.ts`.'
        );
    if (parsed.environmentName !== 'dev')
        throw new BootstrapError(`PATCHBAY_SECRET_KEY names the environment ${parsed.environmentName}; it presets the key of dev.`);
    return { key: text, publicId: parsed.publicId, secret: parsed.secret };
}

async function checkPreset(db: Db, text: string, tokens: Tokens): Promise<void> {
    const preset = readPreset(text);
    const stored = await findSecretKey(db, preset.publicId);
    if (stored && stored.environment_name === 'dev' && tokens.matches(stored.secret_hash, tokens.hash(preset.secret))) return;
    const others = stored ? await findSecretKeys(db, stored.environment_id) : [];
    throw new BootstrapError(
        `PATCHBAY_SECRET_KEY contradicts what is stored: environment dev was made with another key${others.length > 0 ? ' of the same id' : ''}. Remove the variable, or start on a new database.`
    );
}
