import type { Db } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';

/** What of a connection names an account, of which any may match. */
export interface AccountMatch {
    /** Values of the configuration. */
    configs: readonly Readonly<Record<string, string>>[];
    identity: Buffer | undefined;
    connectionId: string | undefined;
}

/** A connection, and the place of the account that it is of. */
export interface ConnectionOfAccount {
    account: number;
    /** `connections.id`. */
    id: number;
    connection_id: string;
}

/** Of one statement. */
const mostAtOnce = 1000;
/** So few are looked for among the integration's own connections, whatever others have. */
const few = 20;

/**
 * The usable connections of an integration that are of these accounts, in their order. Each way to
 * match has its index.
 */
export async function findConnectionsOfAccounts(
    db: Db,
    owner: { environmentId: string; integrationId: string },
    accounts: readonly AccountMatch[]
): Promise<ConnectionOfAccount[]> {
    const found: ConnectionOfAccount[] = [];
    if (accounts.length <= few) {
        for (const [account, match] of accounts.entries())
            for (const row of await findOfOne(db, owner, match)) found.push({ ...row, account });
        return found;
    }
    for (let from = 0; from < accounts.length; from += mostAtOnce) {
        const rows = await findSome(db, owner, accounts.slice(from, from + mostAtOnce));
        for (const row of rows) found.push({ ...row, account: row.account + from });
    }
    return found;
}

async function findOfOne(
    db: Db,
    { environmentId, integrationId }: { environmentId: string; integrationId: string },
    { configs, identity, connectionId }: AccountMatch
): Promise<Omit<ConnectionOfAccount, 'account'>[]> {
    const matches: RawBuilder<unknown>[] = configs.map((config) => sql`connection_config @> ${JSON.stringify(config)}::jsonb`);
    if (identity) matches.push(sql`identity_hash = ${identity}`);
    if (connectionId !== undefined) matches.push(sql`connection_id = ${connectionId}`);
    if (matches.length === 0) return [];
    const each = matches.map(
        (match) => sql`select id, connection_id from connections
            where environment_id = ${environmentId} and integration_id = ${integrationId} and confirm_before is null and ${match}`
    );
    const { rows } = await sql<Omit<ConnectionOfAccount, 'account'>>`${sql.join(each, sql` union `)} order by id`.execute(db);
    return rows;
}

async function findSome(
    db: Db,
    { environmentId, integrationId }: { environmentId: string; integrationId: string },
    accounts: readonly AccountMatch[]
): Promise<ConnectionOfAccount[]> {
    const isOwn = sql`environment_id = ${environmentId} and integration_id = ${integrationId}`;
    // Each is taken to hold for 1 row in 100, so that one of them, or `isOwn`, would be a scan.
    const hasConfig = sql`connection_config @> given.value and connection_config @> (given.value || '{}')`;
    const each = [
        matching('jsonb', hasConfig, ({ configs }) => configs.map((config) => JSON.stringify(config))),
        matching('bytea', sql`${isOwn} and identity_hash = given.value`, ({ identity }) => (identity ? [identity] : [])),
        matching('text', sql`${isOwn} and connection_id = given.value`, ({ connectionId: id }) => (id === undefined ? [] : [id]))
    ].filter((part) => part !== undefined);
    if (each.length === 0) return [];
    const { rows } = await sql<ConnectionOfAccount>`${sql.join(each, sql` union `)} order by account, id`.execute(db);
    return rows;

    function matching(
        type: 'jsonb' | 'bytea' | 'text',
        condition: RawBuilder<unknown>,
        valuesOf: (match: AccountMatch) => readonly (string | Buffer)[]
    ): RawBuilder<unknown> | undefined {
        const given = accounts.flatMap((match, account) => valuesOf(match).map((value) => ({ account, value })));
        if (given.length === 0) return undefined;
        // The limit makes it a search of the index for each, not a join with all connections.
        return sql`
            select given.account, found.id, found.connection_id
            from unnest(${given.map(({ account }) => account)}::int[], ${given.map(({ value }) => value)}::${sql.raw(type)}[])
                as given (account, value)
            cross join lateral (select * from connections where ${condition} limit ${sql.lit(2_147_483_647)}) as found
            where ${isOwn} and found.confirm_before is null`;
    }
}
