import { getConnection } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spellingsOf } from './api.fixtures.ts';
import { type OtlpReceiver, startOtlpReceiver } from './kernel/telemetry/otlp-receiver.fixtures.ts';
import { connectGem, control, gemKey, headers as gem, send, untilSynced } from './rooms/automation/syncs/syncs.fixtures.ts';
import {
    ashbyKey,
    type Books,
    connectAshby,
    connectXero,
    realm,
    startBooks,
    syncAgain,
    syncOf,
    untilSyncedOnce
} from './rooms/automation/unified/unified.fixtures.ts';

const appSecret = 'gem-application-secret';
/** What customers may see, and operators may not. */
const contents = ['canary-of-a-note', 'Canaryfirst', 'canary-memo', 'canary-at-ashby', 'canary-at-xero'];

let books: Books;
let app: TestApp;
let collector: OtlpReceiver;
beforeAll(async () => {
    collector = await startOtlpReceiver();
    books = await startBooks(
        async (toBooks) => {
            await toBooks('settings', { throttle: false, rotate_every_time: true });
        },
        { config: { telemetry: collector.telemetry(), logLevel: 'debug' } }
    );
    app = books.app;
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
});

/** The tokens that a connection has now. */
async function tokens(headers = books.headers): Promise<string[]> {
    const { credentials } = await app.call(getConnection, {
        params: { connection_id: headers['connection-id'] ?? '' },
        query: { provider_config_key: headers['provider-config-key'] ?? '', refresh_token: 'true' }
    });
    const { access_token: access, refresh_token: refresh } = Object(credentials);
    return [String(access), String(refresh)];
}

/** Ways in which a vendor refuses, with what it was sent in its words; none that is tried again. */
const refusals = (secret: string) => [
    { type: 'status', code: 400, body: { message: `Refused: ${secret}` } },
    { type: 'status', code: 403, body: `<Fault><Error code="3100"><Message>${secret}</Message></Error></Fault>` },
    { type: 'garbage', code: 200 },
    { type: 'redirect', location: `${app.sandbox.url}/nothing?token=${encodeURIComponent(secret)}` }
];

const call = (method: string, path: string, body: unknown, headers: Record<string, string>) => send(app, method, path, body, { headers });

/** Calls, and runs a sync, in each way in which a vendor can refuse. */
async function refuse(
    { vendor, headers, secret, match }: { vendor: string; headers: Record<string, string>; secret: string; match?: object },
    { sync, calls }: { sync: string; calls: () => readonly (() => Promise<unknown>)[] }
): Promise<void> {
    const target = { provider_config_key: headers['provider-config-key'], connection_id: headers['connection-id'] };
    for (const action of refusals(secret)) {
        await app.sandbox.control(`${vendor}/faults`, [{ action, ...(match && { match }) }]);
        for (const each of calls()) await each();
        const { finishedAt } = await syncOf({ app, headers }, sync);
        await call('POST', '/sync/trigger', { ...target, syncs: [sync] }, headers);
        await vi.waitFor(async () => expect((await syncOf({ app, headers }, sync)).finishedAt).not.toBe(finishedAt), { timeout: 60_000 });
    }
    await app.sandbox.control(`${vendor}/faults`, []);
}

/** The id of a record. */
const firstOf = async (path: string, headers: Record<string, string>): Promise<unknown> =>
    Object((await call('GET', `${path}?limit=1`, undefined, headers)).body).records[0].id;

/** @returns the secrets */
async function useAshby(): Promise<string[]> {
    const headers = await connectAshby(app);
    for (const name of ['candidates', 'users']) await untilSyncedOnce({ app, headers }, name);
    const [candidate, user] = [await firstOf('/candidates', headers), await firstOf('/users', headers)];
    const note = { candidate_id: candidate, user_id: user, body: contents[3], visibility: 'public' };
    const calls = [
        () => call('POST', '/candidate-notes', note, headers),
        () => call('POST', '/candidates', { created_by: user, first_name: contents[1] }, headers),
        () => call('GET', '/candidates?live=true', undefined, headers),
        () => call('POST', '/proxy/apiKey.info', {}, headers)
    ];
    for (const each of calls) expect((await each()).status).toBe(200);
    await refuse({ vendor: 'ashby', headers, secret: ashbyKey }, { sync: 'jobs', calls: () => calls });
    return [ashbyKey, Buffer.from(`${ashbyKey}:`).toString('base64')];
}

/** @returns the secrets */
async function useXero(): Promise<string[]> {
    const { headers, control: atXero } = await connectXero(app);
    const { apps } = Object(await atXero('apps'));
    const secrets = [String(apps[0].secret), ...(await tokens(headers))];
    await untilSyncedOnce({ app, headers }, 'customers');
    const line = { amount_cents: 1999, detail_type: 'SalesItemLineDetail', description: 'Advice' };
    const invoice = { customer_ref: { value: await firstOf('/customers', headers) }, private_note: contents[4], line: [line] };
    const calls = [() => call('POST', '/invoices', invoice, headers), () => call('GET', '/invoices?live=true', undefined, headers)];
    for (const each of calls) expect((await each()).status).toBe(200);
    app.clock.advance(60_000);
    await atXero('expire', {});
    await syncAgain({ app, headers }, 'customers');
    secrets.push(...(await tokens(headers)));
    await refuse(
        { vendor: 'xero', headers, secret: secrets.at(-2) ?? '', match: { path_regex: '/api.xro/' } },
        { sync: 'customers', calls: () => calls }
    );
    return secrets;
}

test('syncs, actions and unified calls of each vendor, good and bad, leave no secret and no content in the log and at the collector', async () => {
    const secrets = [gemKey, appSecret, ...(await tokens())];
    const { apps } = Object(await books.control('apps'));
    secrets.push(String(apps[0].secret));

    // Gem: everything once as it should be.
    await app.integrate('sandbox-gem', { unique_key: 'gem' });
    await control(app, 'switches', { requests_per_second: 10_000, burst: 10_000 });
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
    await untilSynced(app);
    const [candidate, user] = ['Person:1', 'User:1'].map((text) => Buffer.from(text).toString('base64'));
    const note = { candidate_id: candidate, user_id: user, body: contents[0], visibility: 'public' };
    const person = { created_by: user, first_name: contents[1], last_name: 'Applicant' };
    const calls = (headers: Record<string, string>) => [
        () => call('POST', '/action/trigger', { action_name: 'create-note', input: note }, headers),
        () => call('POST', '/candidates?dry_run=true', person, headers),
        () => call('POST', '/candidates', person, headers),
        () => call('GET', '/candidates?live=true', undefined, headers),
        () => call('GET', '/records?model=Candidate&raw=true', undefined, headers)
    ];
    for (const each of calls(gem)) expect((await each()).status).toBe(200);

    // And in each way in which it can go wrong.
    await refuse(
        { vendor: 'gem', headers: gem, secret: gemKey },
        { sync: 'jobs', calls: () => calls({ ...gem, 'idempotency-key': crypto.randomUUID() }) }
    );

    // QuickBooks, with tokens that are replaced meanwhile.
    const line = { amount_cents: 1999, detail_type: 'SalesItemLineDetail', sales_item_line_detail: { item_ref: { value: '1' } } };
    const invoice = { customer_ref: { value: '1' }, private_note: contents[2], line: [line] };
    await untilSyncedOnce(books, 'customers');
    const write = () => call('POST', '/invoices', invoice, books.headers);
    expect((await write()).status).toBe(200);
    app.clock.advance(60_000);
    await books.control('expire', {});
    await syncAgain(books, 'customers');
    secrets.push(...(await tokens()));
    await refuse(
        { vendor: 'quickbooks', headers: books.headers, secret: secrets.at(-2) ?? '', match: { path_regex: '/v3/' } },
        { sync: 'customers', calls: () => [write, () => call('GET', '/invoices?live=true', undefined, books.headers)] }
    );
    app.clock.advance(60_000);
    await books.control('disconnect', {});
    await write();
    await call('GET', `/proxy/v3/company/${realm}/companyinfo/${realm}`, undefined, books.headers);

    secrets.push(...(await useAshby()), ...(await useXero()));

    await app.server.deps.telemetry.stop();
    const log = app.logLines.join('\n');
    const exported = collector.exports.map(({ body }) => body.toString('latin1')).join('\n');
    expect(app.logLines.length).toBeGreaterThan(50);
    expect(exported).toContain('http.server.request.duration');
    expect(new Set(secrets).size).toBeGreaterThan(12);
    for (const secret of [...secrets, ...contents])
        for (const spelling of spellingsOf(secret)) {
            expect(log).not.toContain(spelling);
            expect(exported).not.toContain(spelling);
        }
    // Runs keep what the vendor said, and no header of ours.
    const { rows } = await sql<{ text: string }>`select concat_ws(' ', log, input, output, counts) as text from function_runs`.execute(
        app.db
    );
    const kept = rows.map(({ text }) => text).join('\n');
    for (const secret of secrets) expect(kept).not.toContain(secret);
    const vendors = ['gem', 'quickbooks', 'ashby', 'xero'];
    const journal = JSON.stringify(await Promise.all(vendors.map((vendor) => app.sandbox.control(`${vendor}/journal`))));
    for (const secret of secrets) expect(journal).not.toContain(secret);
}, 120_000);
