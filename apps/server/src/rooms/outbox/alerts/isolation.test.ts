import { createAlertChannel, createIntegration, importConnection, listIssues } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AlertApp, minuteMs, sendDue, startAlertApp } from './alerts.fixtures.ts';
import { claimLook } from './issues.sql.ts';
import { SetAside } from './set-aside.ts';
import { watchRules } from './watch-rules.ts';

let app: AlertApp;
let ofProd: AlertApp['call'];
beforeAll(async () => {
    app = await startAlertApp();
    ofProd = app.callAs(app.keys.prod);
    await ofProd(createIntegration, { body: { provider: 'unauthenticated', unique_key: 'theirs' } });
    await ofProd(importConnection, {
        body: { provider_config_key: 'theirs', connection_id: 'theirs', credentials: { type: 'NONE' } }
    });
});
beforeEach(async () => {
    await app.db.deleteFrom('alert_channels').execute();
    await app.db.deleteFrom('issues').execute();
    await sql`delete from connections where connection_id <> 'theirs'`.execute(app.db);
    app.receiver.received.length = 0;
    app.clock.advance(minuteMs);
});
afterEach(() => sql`drop function if exists hinder cascade`.execute(app.db));
afterAll(() => app[Symbol.asyncDispose]());

/** From now on the database does this where it opens an issue of one of these environments. */
async function hinder(how: string, names: readonly string[] = ['dev']): Promise<void> {
    const found = await app.db.selectFrom('environments').select('id').where('name', 'in', names).execute();
    const ids = found.map(({ id }) => `'${id}'`).join();
    const body = `begin if new.environment_id in (${ids}) then ${how}; end if; return new; end`;
    await sql.raw(`create function hinder() returns trigger language plpgsql as $$ ${body} $$`).execute(app.db);
    await sql`create trigger hinder before insert or update on issues for each row execute function hinder()`.execute(app.db);
}

/** A broken connection in each of the two environments, and a channel in `prod`. */
async function breakBoth(): Promise<void> {
    await ofProd(createAlertChannel, { body: { kind: 'slack', name: 'prod', url: app.receiver.url('/prod') } });
    app.clock.advance(1000);
    await app.breakConnections(['mine']);
    const failure = JSON.stringify({ kind: 'revoked', since: app.clock.now().toISOString() });
    await sql`update connections set auth_state = 'broken', auth_failure = ${failure}::jsonb where connection_id = 'theirs'`.execute(
        app.db
    );
}

const failures = () => app.logLines.filter((line) => JSON.stringify(line).includes('alert_rule_failed')).length;

test('an environment whose issues cannot be looked at holds up no other, and is looked at less and less often until it can be', async () => {
    await breakBoth();
    await hinder(`raise exception 'hindered'`);
    const aside = new SetAside();
    const before = failures();
    const look = async () => {
        await watchRules(app.server.deps, aside);
        await sendDue(app.server.deps);
        return failures() - before;
    };
    expect(await look()).toBe(1);
    expect(app.texts('/prod')).toEqual([expect.stringContaining('Broken connections of `theirs`: 1')]);
    expect(await app.issues()).toEqual([]);
    expect(await look()).toBe(1);
    app.clock.advance(10_000);
    expect(await look()).toBe(2);
    app.clock.advance(10_000);
    expect(await look()).toBe(2);
    await sql`drop function hinder cascade`.execute(app.db);
    app.clock.advance(10_000);
    await look();
    expect(await app.issues()).toMatchObject([{ rule: 'connection_broken', status: 'open' }]);
    expect((await ofProd(listIssues, {})).data).toHaveLength(1);
});

test('an environment that was set aside stays so while another server looks', async () => {
    await breakBoth();
    await hinder(`raise exception 'hindered'`);
    const aside = new SetAside();
    await watchRules(app.server.deps, aside);
    app.clock.advance(10_000);
    await app.db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('alerts/connection_broken', 0))`.execute(trx);
        await watchRules(app.server.deps, aside);
    });
    expect(aside.due(app.clock.now())).toMatchObject([['connection_broken', expect.any(String)]]);
});

test('a server that stops looks at no further environment alone', async () => {
    await breakBoth();
    await hinder(`raise exception 'hindered'`, ['dev', 'prod']);
    const stopping = new AbortController();
    let failed = 0;
    const warn = () => {
        failed += 1;
        stopping.abort();
    };
    await watchRules({ ...app.server.deps, log: { ...app.server.deps.log, warn }, draining: stopping.signal });
    expect(failed).toBe(1);
});

test('an environment that a rule takes too long for is given up, and no other', async () => {
    await breakBoth();
    await hinder('perform pg_sleep(60)');
    await watchRules(app.server.deps);
    expect((await ofProd(listIssues, {})).data).toMatchObject([{ rule: 'connection_broken', status: 'open' }]);
    expect(await app.issues()).toEqual([]);
});

test('a server that stands still while it looks holds up no other rule, and its own until it is gone', async () => {
    await breakBoth();
    await app.db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('alerts/app_refused', 0))`.execute(trx);
        await watchRules(app.server.deps);
    });
    expect(await app.issues()).toMatchObject([{ rule: 'connection_broken', status: 'open' }]);
    await app.db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('alerts/connection_broken', 0))`.execute(trx);
        await app.breakConnections(['another']);
        await watchRules(app.server.deps);
    });
    expect(await app.issues()).toMatchObject([{ count: 1 }]);
    await watchRules(app.server.deps);
    expect(await app.issues()).toMatchObject([{ count: 2 }]);
});

test('an issue stays open as it is, however many environments there are', async () => {
    await sql`insert into environments (id, name) select gen_random_uuid(), 'many' || n from generate_series(1, 250) n`.execute(app.db);
    await breakBoth();
    await watchRules(app.server.deps);
    const before = await app.issues();
    expect(before).toMatchObject([{ rule: 'connection_broken', status: 'open' }]);
    app.clock.advance(10_000);
    await watchRules(app.server.deps);
    expect(await app.issues()).toEqual(before);
});

test('of all servers one looks in ten seconds, also after the clock was set back', async () => {
    const now = app.clock.now().getTime();
    const look = (ms: number) => claimLook(app.db, new Date(now + ms), 10_000);
    expect(await Promise.all([look(0), look(0)])).toEqual(expect.arrayContaining([true, false]));
    expect(await look(8000)).toBe(false);
    expect(await look(9000)).toBe(true);
    expect(await look(-60_000)).toBe(true);
});
