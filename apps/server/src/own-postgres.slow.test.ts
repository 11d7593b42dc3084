import { writeFileSync, mkdtempSync } from 'node:fs';
import { connect as dial, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { getConnection } from '@patchbay/contracts';
import { openDatabase, type SslMode } from '@patchbay/db';
import { createTestDatabase, pgbouncer, startPgBouncer, type TestDatabase, TestNetwork } from '@patchbay/db/testing';
import { startTestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeCertificate } from './kernel/egress/egress.fixtures.ts';
import { connectBySignIn } from './rooms/connect/attempts/attempts.fixtures.ts';
import { connectByLink, makeLink } from './rooms/connect/connect-links/connect-links.fixtures.ts';

const authority = makeCertificate({ hosts: ['localhost'] });
const elsewhere = makeCertificate({ hosts: ['db.example.com'] });
const folder = mkdtempSync(join(tmpdir(), 'patchbay-tls-'));
const [authorityFile, elsewhereFile] = [join(folder, 'authority.crt'), join(folder, 'elsewhere.crt')];
writeFileSync(authorityFile, authority.cert);
writeFileSync(elsewhereFile, elsewhere.cert);

let home: TestDatabase;
let servers: { plain: TlsDoor; right: TlsDoor; wrongName: TlsDoor };
beforeAll(async () => {
    home = await createTestDatabase();
    servers = {
        plain: await TlsDoor.open(home.url, undefined),
        right: await TlsDoor.open(home.url, authority),
        wrongName: await TlsDoor.open(home.url, elsewhere)
    };
});
afterAll(async () => {
    for (const server of Object.values(servers)) await server.close();
    await home.drop();
});

/**
 * PostgreSQL with or without TLS, through a proxy in front of the test's own.
 * @see https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-SSL
 */
class TlsDoor {
    readonly #server: Server;
    readonly url: string;
    readonly connections: ('encrypted' | 'plain')[] = [];

    private constructor(server: Server, url: string) {
        this.#server = server;
        this.url = url;
    }

    static async open(databaseUrl: string, certificate: { key: string; cert: string } | undefined): Promise<TlsDoor> {
        const { hostname, port, username, pathname } = new URL(databaseUrl);
        const server = createServer((near) => {
            near.on('error', () => {});
            near.once('data', (first: Buffer) => {
                const wantsTls = first.length === 8 && first.readUInt32BE(4) === 80_877_103;
                if (wantsTls && certificate) {
                    near.write('S');
                    pass(new TLSSocket(near, { isServer: true, ...certificate }), 'encrypted');
                } else if (wantsTls) near.end('N');
                else pass(near, 'plain', first);
            });
        });
        const pass = (near: Socket, kind: 'encrypted' | 'plain', first?: Buffer) => {
            const far = dial(`${decodeURIComponent(hostname)}/.s.PGSQL.${port}`);
            for (const end of [near, far]) end.on('error', () => {}).on('close', () => [near, far].forEach((each) => each.destroy()));
            if (first) {
                door.connections.push(kind);
                far.write(first);
            } else near.once('data', () => door.connections.push(kind));
            near.pipe(far).pipe(near);
        };
        await new Promise<void>((resolve) => server.listen(0, resolve));
        // A TCP server's address is an object once it listens.
        const { port: doorPort } = server.address() as AddressInfo;
        const door = new TlsDoor(server, `postgresql://${username}@localhost:${doorPort}${pathname}`);
        return door;
    }

    close(): Promise<unknown> {
        return new Promise((resolve) => this.#server.close(resolve));
    }
}

/** @returns what is wrong, or how the connections were made */
async function open(server: TlsDoor, query: string, sslMode?: SslMode): Promise<string> {
    const from = server.connections.length;
    try {
        const database = await openDatabase({ databaseUrl: server.url + query, sslMode });
        await sql`select 1`.execute(database.db);
        await database.stop();
        return [...new Set(server.connections.slice(from))].join();
    } catch (error) {
        return String(error);
    }
}

test.each([
    ['plain', '', 'plain'],
    ['plain', '?sslmode=prefer', 'plain'],
    ['plain', '?sslmode=disable', 'plain'],
    ['plain', '?sslmode=require', 'DatabaseStartError'],
    ['right', '', 'encrypted'],
    ['right', '?sslmode=prefer', 'encrypted'],
    ['right', '?sslmode=allow', 'plain'],
    ['right', '?sslmode=disable', 'plain'],
    ['right', '?sslmode=require', 'encrypted'],
    ['wrongName', '?sslmode=require', 'encrypted'],
    ['right', '?sslmode=verify-full', 'DatabaseStartError'],
    ['right', `?sslmode=verify-full&sslrootcert=${authorityFile}`, 'encrypted'],
    ['right', '?sslmode=verify-full&sslrootcert=system', 'DatabaseStartError'],
    ['right', `?sslmode=verify-ca&sslrootcert=${authorityFile}`, 'encrypted'],
    ['right', `?sslmode=require&sslrootcert=${elsewhereFile}`, 'DatabaseStartError'],
    ['wrongName', `?sslmode=verify-ca&sslrootcert=${elsewhereFile}`, 'encrypted'],
    ['wrongName', `?sslmode=verify-full&sslrootcert=${elsewhereFile}`, 'DatabaseStartError'],
    ['wrongName', '?sslmode=verify-ca', 'DatabaseStartError: DATABASE_URL: sslmode=verify-ca needs sslrootcert=<file>'],
    ['right', '?sslmode=verify-all', 'DatabaseStartError: DATABASE_URL: there is no sslmode verify-all'],
    ['right', '?sslmode=verify-full&sslrootcert=/nowhere.crt', '/nowhere.crt']
] as const)('sslmode means what libpq means by it: a %s server with "%s" is %s', async (server, query, outcome) => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    expect(await open(servers[server], query)).toContain(outcome);
    process.off('warning', listen);
    expect(warnings).toEqual([]);
});

test.each([
    ['', 'require', 'DatabaseStartError'],
    ['', 'disable', 'plain'],
    ['?sslmode=disable', 'require', 'plain']
] as const)('PGSSLMODE holds for an address without sslmode: "%s" with %s is %s', async (query, sslMode, outcome) => {
    expect(await open(servers.plain, query, sslMode)).toContain(outcome);
});

test('a PostgreSQL older than 15 is refused with a sentence', async () => {
    // What the server says of itself, as one of version 14 would.
    await sql`create function public.current_setting(text) returns text language sql as $$ select '140023' $$`.execute(home.db);
    expect(await open(servers.plain, '?options=-csearch_path%3Dpublic,pg_catalog')).toMatch(
        /^DatabaseStartError: PostgreSQL at localhost:\d+ is version 14, and Patchbay needs 15 or later\. Upgrade it/
    );
});

test.skipIf(pgbouncer === undefined)(
    'a server behind PgBouncer in transaction mode connects, renews and proxies (skipped where no pgbouncer is installed)',
    async () => {
        await using app = await startTestApp();
        for (const provider of ['sandbox-oauth2', 'unauthenticated']) await app.integrate(provider);
        const between = await startPgBouncer(app.databaseUrl);
        const through = await startTestApp({ replicaOf: app, databaseUrl: between.url });
        const connectAndUse = async () => {
            const id = await connectBySignIn(through, 'sandbox-oauth2');
            const query = { provider_config_key: 'sandbox-oauth2', force_refresh: 'true' as const };
            const { credentials } = await through.call(getConnection, { params: { connection_id: id }, query });
            expect(credentials).toMatchObject({ access_token: expect.any(String) });
            const headers = { 'connection-id': id, 'provider-config-key': 'sandbox-oauth2' };
            expect((await through.raw('/proxy/api/me', { headers })).status).toBe(200);
            await connectByLink(through, (await makeLink(through)).url);
        };
        for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 6 }, connectAndUse));
        expect(through.logLines.filter((line) => /"level":"error"/.test(line))).toEqual([]);
        await through[Symbol.asyncDispose]();
        await between.stop();
    }
);

test('when the database falls silent, every request has a response soon, those under way and those that store something included', async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const network = await TestNetwork.to(app.databaseUrl);
    const served = await startTestApp({ replicaOf: app, databaseUrl: network.url });
    const [isLocked, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lock = app.db.transaction().execute(async (trx) => {
        await sql`lock table connect_sessions in access exclusive mode`.execute(trx);
        isLocked.resolve();
        await isFree.promise;
    });
    await isLocked.promise;
    const mint = (key?: string) =>
        served.raw('/connect/sessions', {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
            body: '{"end_user":{"id":"u"}}'
        });
    const underWay = [mint('one'), mint()];
    await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
            app.db
        );
        expect(rows.length).toBeGreaterThan(0);
    });
    const fellAt = performance.now();
    network.die();
    const headers = { 'connection-id': id, 'provider-config-key': 'sandbox-oauth2' };
    const responses = await Promise.all([
        ...underWay,
        mint('two'),
        served.raw('/health', { token: null }),
        served.raw('/connections'),
        served.raw('/proxy/api/me', { headers }),
        served.raw(`/connections/${id}?provider_config_key=sandbox-oauth2&force_refresh=true`),
        served.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`, { method: 'DELETE' })
    ]);
    // Without the watch they would wait for the ten seconds of a statement, or for ever. That it
    // is 2.5 s, silent-database.slow.test.ts of the database shows.
    expect(performance.now() - fellAt).toBeLessThan(6000);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
    // One line each, without where in our code it was.
    const lines = served.logLines.filter((line) => line.includes('database_unavailable'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).not.toContain('"stack"');
    network.revive();
    isFree.resolve();
    await lock;
    await vi.waitFor(async () => expect((await served.raw('/health', { token: null })).status).toBe(200));
    expect((await served.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`)).status).toBe(200);
    await served[Symbol.asyncDispose]();
    await network.close();
});
