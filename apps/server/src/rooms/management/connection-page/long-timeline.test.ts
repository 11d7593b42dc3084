import type { listConnectionTimeline, SuccessOut } from '@patchbay/contracts';
import { resolveIssue } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertApp, minuteMs, startAlertApp } from '../../outbox/alerts/alerts.fixtures.ts';
import { addPartition } from '../../platform/request-log/partitions.sql.ts';
import { type DashboardBrowser, setUp } from '../members/members.fixtures.ts';

type Page = SuccessOut<typeof listConnectionTimeline>;
type Entries = Page['data'];

const dayMs = 24 * 60 * minuteMs;

let app: AlertApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startAlertApp();
    owner = await setUp(app);
});
afterAll(() => app[Symbol.asyncDispose]());

async function readAll(connection: string, more = ''): Promise<Entries> {
    const all: Entries = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const path = `/connection-timeline?environment=dev&integration_id=unauthenticated&connection_id=${connection}${more}`;
        const page = (await owner.send('GET', `${path}${cursor && `&cursor=${cursor}`}`)).json as Page;
        all.push(...page.data);
        cursor = page.next_cursor;
    }
    return all;
}

/** Of one minute each from `from` on: the first of its thousand seconds is a renewal. */
async function insertRequests(connection: string, from: Date, { requests, renewals }: { requests: number; renewals: number }) {
    await sql`insert into request_log (environment_id, id, operation_id, attempt, request_id, kind, integration_key, connection_id, method,
            url, status, is_failed, started_at, queue_ms, total_ms, request_bytes, response_bytes, details, terms)
        select environment_id, uuidv7(at - clock_timestamp()), gen_random_uuid(), 1, 'r', kind, 'unauthenticated', connection_id, 'GET', '/', 200, false,
            at, 0, 1, 0, 0, '{}', ''
        from connections, lateral (
            select 'proxy' as kind, ${from}::timestamptz + n * interval '1 s' as at from generate_series(1, ${requests}::integer) n
            union all
            select 'refresh', ${from}::timestamptz + n * interval '100 s' + interval '500 ms' from generate_series(1, ${renewals}::integer) n
        ) as made
        where connection_id = ${connection}`.execute(app.db);
}

test('each renewal is told, also where there are more requests around it than are counted', async () => {
    await app.breakConnections(['busy']);
    const day = Math.floor(app.clock.now().getTime() / dayMs) - 3;
    await addPartition(app.db, day);
    const from = new Date(day * dayMs);
    await sql`update connections set created_at = ${from} where connection_id = 'busy'`.execute(app.db);
    await insertRequests('busy', from, { requests: 3000, renewals: 30 });
    const isRenewal = ({ text }: Entries[number]) => text === 'The credentials were renewed.';
    const renewals = await readAll('busy', '&kind=credentials');
    expect(renewals.filter(isRenewal)).toHaveLength(30);
    expect(await readAll('busy', '&kind=credentials&limit=7')).toEqual(renewals);
    for (const limit of [7, 100]) {
        const all = await readAll('busy', `&limit=${limit}`);
        expect(all.filter(isRenewal)).toEqual(renewals.filter(isRenewal));
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    }
});

test('an issue that was resolved stays on the timeline, with the reason for both', async () => {
    const issuesOf = async (connection: string) =>
        (await readAll(connection, '&kind=issues')).map(({ text, outcome, detail }) => [outcome, text, detail]);
    await app.breakConnections(['first']);
    await app.round();
    const opened = ['bad', 'An issue was opened.', expect.stringMatching(/^Broken connections of unauthenticated: \d\.$/)];
    expect(await issuesOf('first')).toEqual([opened]);
    app.clock.advance(minuteMs);
    await app.healConnections();
    await app.round();
    expect(await issuesOf('first')).toEqual([
        ['good', 'The issue was resolved.', expect.stringMatching(/^Broken .*\. It is resolved when none of its connections is broken/)],
        opened
    ]);
    expect(await issuesOf('busy')).toHaveLength(2);

    app.clock.advance(minuteMs);
    await app.breakConnections(['second']);
    await app.round();
    const [issue] = await app.issues({ status: 'open' });
    await app.call(resolveIssue, { params: { issue_id: issue?.id ?? '' } });
    expect(await issuesOf('second')).toEqual([
        ['good', 'The issue was resolved.', expect.stringMatching(/^Broken .*\. By request\.$/)],
        opened
    ]);
    // The issue is opened again for another connection: what was stays.
    expect(await issuesOf('first')).toHaveLength(2);
});
