import { getConnection, importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import { randomIds } from '../../../kernel/crypto/ids.ts';
import { parseKeyRing, sealedKeyId, uuidText } from '../../../kernel/crypto/seal.ts';
import { sealedTables } from '../../../rooms.ts';
import { findSealedRows, updateSealedRows } from './rotation.sql.ts';
import { announceDataKeys, announceMs, resealOnce, retireDataKeys, rotateDataKeys } from './rotate-data-keys.ts';

let app: TestApp;
let replica: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    replica = await startTestApp({ replicaOf: app });
    await app.integrate('hubspot');
});
afterAll(async () => {
    await replica[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

async function connect(id: string): Promise<void> {
    await app.call(importConnection, {
        body: {
            provider_config_key: 'hubspot',
            connection_id: id,
            credentials: { type: 'OAUTH2', access_token: `canary of ${id}` }
        }
    });
}

const needs = () => ({ db: app.db, clock: app.clock, ids: randomIds });
const announce = () => announceDataKeys(needs(), parseKeyRing(app.encryptionKeys));

/** The data key that a connection's credentials are sealed with. */
async function keyOf(id: string): Promise<string> {
    const { credentials } = await app.db
        .selectFrom('connections')
        .select('credentials')
        .where('connection_id', '=', id)
        .executeTakeFirstOrThrow();
    return uuidText(credentials.subarray(sealedKeyId.from, sealedKeyId.from + sealedKeyId.length));
}

async function read(at: TestApp, id: string): Promise<unknown> {
    const { credentials } = await at.call(getConnection, {
        params: { connection_id: id },
        query: { provider_config_key: 'hubspot' }
    });
    return credentials;
}

/** Both servers read the data keys, as they do every two seconds. */
async function serversLearn(): Promise<void> {
    for (const { server } of [app, replica]) {
        // One that is running may have begun before the change.
        await server.deps.dataKeys.read();
        await server.deps.dataKeys.read();
    }
}

test('every column of bytes is sealed and rotated, or is on the list of those that hold no secret', async () => {
    const { rows } = await sql<{ place: string }>`
        select table_name || '.' || column_name as place from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea'`.execute(app.db);
    const plain = ['data_keys.wrapped', 'instance.pepper', 'integration_logos.content', 'incoming_webhooks.body', 'records.hash'];
    const rest = rows.map(({ place }) => place).filter((place) => !plain.includes(place) && !place.endsWith('_hash'));
    expect(rest.toSorted()).toEqual(sealedTables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)).toSorted());
});

test('R-20: a rotation is announced, sealed anew in passes and ended, and every read on every server works at each step', async () => {
    await connect('early');
    const { rotations, keys } = await announce();
    const to = rotations.find(({ environmentName }) => environmentName === 'dev')?.to;
    const readEverywhere = async () => {
        for (const at of [app, replica]) expect(await read(at, 'early')).toMatchObject({ access_token: 'canary of early' });
    };
    // Until all servers can know the new key none seals with it.
    await connect('meanwhile');
    expect(await keyOf('meanwhile')).toBe(await keyOf('early'));
    await serversLearn();
    app.clock.advance(announceMs);
    await connect('late');
    expect(await keyOf('late')).toBe(to);
    await readEverywhere();

    // A run that was killed is gone on with: no further key is made.
    const again = await announce();
    expect(again.rotations.map((one) => one.to)).toEqual(rotations.map((one) => one.to));
    const first = await resealOnce(needs(), { rotations, keys, tables: sealedTables });
    expect(first).toMatchObject({ skipped: 0, unreadable: [] });
    expect(first.resealed).toBeGreaterThanOrEqual(3);
    expect(await resealOnce(needs(), { rotations, keys, tables: sealedTables })).toEqual({ resealed: 0, skipped: 0, unreadable: [] });
    expect([await keyOf('early'), await keyOf('meanwhile')]).toEqual([to, to]);
    await readEverywhere();

    await retireDataKeys(needs(), rotations);
    await serversLearn();
    await readEverywhere();
});

test('T-90: a value that is still sealed with a retired key is refused, which the log tells, and the next rotation saves it', async () => {
    await connect('straggler');
    const before = await app.db.selectFrom('connections').selectAll().where('connection_id', '=', 'straggler').executeTakeFirstOrThrow();
    const { rotations, keys } = await announce();
    await resealOnce(needs(), { rotations, keys, tables: sealedTables });
    await retireDataKeys(needs(), rotations);
    await serversLearn();
    // As a server that stood still for all that time would write it.
    const putBack = () => app.db.updateTable('connections').set({ credentials: before.credentials }).where('id', '=', before.id).execute();
    await putBack();
    const path = '/connections/straggler?provider_config_key=hubspot';
    for (const at of [app, replica]) expect(outcomeOf(await at.raw(path))).toBe('503 credential_unreadable');
    expect(app.logLines.join('')).toContain('is retired: its keys were rotated');

    const next = await announce();
    expect((await resealOnce(needs(), { ...next, tables: sealedTables })).unreadable).toEqual([]);
    await serversLearn();
    expect(await read(app, 'straggler')).toMatchObject({ access_token: 'canary of straggler' });
    app.clock.advance(2 * 60 * 60_000);
    await retireDataKeys(needs(), next.rotations);
    const left = await app.db.selectFrom('data_keys').select(['id', 'retired_at']).execute();
    for (const { id } of left.filter(({ retired_at: at }) => at !== null)) expect(next.rotations.flatMap(({ from }) => from)).toContain(id);
});

/** As it was sealed before the rotation: stored by a request that waited since. */
async function storeAgain(id: string, sealed: Buffer): Promise<void> {
    await app.db.updateTable('connections').set({ credentials: sealed }).where('connection_id', '=', id).execute();
}

async function sealedOf(id: string): Promise<Buffer> {
    const row = await app.db.selectFrom('connections').select('credentials').where('connection_id', '=', id).executeTakeFirstOrThrow();
    return row.credentials;
}

test('what waited 20 seconds for a connection to the database and 10 for a lock is sealed anew before its key is refused', async () => {
    await connect('waited');
    const before = await sealedOf('waited');
    const longestWaitMs = 30_000;
    const ring = parseKeyRing(app.encryptionKeys);
    const storesAt = app.clock.now().getTime() + announceMs + longestWaitMs;
    let isStored = false;
    const storeOnce = async () => {
        if (!isStored) await storeAgain('waited', before);
        isStored = true;
    };
    const waitUntil = async (time: Date) => {
        const now = app.clock.now().getTime();
        if (now < storesAt && time.getTime() >= storesAt) await storeOnce();
        app.clock.advance(Math.max(0, time.getTime() - now));
    };
    const { unreadable } = await rotateDataKeys(needs(), { ring, tables: sealedTables }, { waitUntil });
    await storeOnce();
    expect(unreadable).toEqual([]);
    await serversLearn();
    for (const at of [app, replica]) expect(await read(at, 'waited')).toMatchObject({ access_token: 'canary of waited' });
});

test('what is stored while the last pass looks elsewhere is sealed anew after it', async () => {
    await connect('last');
    const before = await sealedOf('last');
    const ring = parseKeyRing(app.encryptionKeys);
    const waitUntil = async (time: Date) => app.clock.advance(Math.max(0, time.getTime() - app.clock.now().getTime()));
    let batches = 0;
    let isLast = false;
    const hooks = {
        waitUntil,
        resealed: () => {
            isLast = true;
            batches = 0;
        },
        // The first pass after the waits has one batch for each table of the two environments.
        afterBatch: async () => {
            batches += 1;
            if (isLast && batches === 2 * sealedTables.length) await storeAgain('last', before);
        }
    };
    await rotateDataKeys(needs(), { ring, tables: sealedTables }, hooks);
    await serversLearn();
    expect(await read(app, 'last')).toMatchObject({ access_token: 'canary of last' });
});

test('a row that a transaction holds is left to the next pass', async () => {
    await connect('held');
    const rotation = { ...(await announce()), tables: sealedTables };
    await app.db.transaction().execute(async (trx) => {
        await trx.selectFrom('connections').select('id').where('connection_id', '=', 'held').forUpdate().execute();
        expect((await resealOnce(needs(), rotation)).skipped).toBe(1);
    });
    expect(await resealOnce(needs(), rotation)).toMatchObject({ resealed: 1, skipped: 0 });
    await retireDataKeys(needs(), rotation.rotations);
    await serversLearn();
    expect(await read(app, 'held')).toMatchObject({ access_token: 'canary of held' });
});

test('credentials that a server stores between the reading of a row and its writing stay', async () => {
    await connect('raced');
    const [table] = sealedTables.filter(({ name }) => name === 'connections');
    const row = await app.db.selectFrom('connections').selectAll().where('connection_id', '=', 'raced').executeTakeFirstOrThrow();
    const window = { environmentId: row.environment_id, keyId: randomIds.uuid(), after: row.id - 1, limit: 1 };
    const [old] = await findSealedRows(app.db, table!, window);
    expect(old).toMatchObject({ id: row.id, credentials: row.credentials });
    await connect('raced');
    const outdated = { key: row.id, values: [{ before: row.credentials, after: Buffer.from('outdated') }, undefined] };
    expect(await updateSealedRows(app.db, table!, row.environment_id, [outdated])).toBe(0);
    expect(await read(app, 'raced')).toMatchObject({ access_token: 'canary of raced' });
});

test('a value that cannot be opened is told by its place, and does not stop the rotation', async () => {
    await connect('damaged');
    await app.db
        .updateTable('connections')
        .set({ credentials: sql<Buffer>`set_byte(credentials, 40, get_byte(credentials, 40) # 1)` })
        .where('connection_id', '=', 'damaged')
        .execute();
    const { rotations, keys } = await announce();
    const { unreadable } = await resealOnce(needs(), { rotations, keys, tables: sealedTables });
    expect(unreadable).toEqual([{ table: 'connections', column: 'credentials', row: expect.stringMatching(/\/damaged$/) }]);
});
