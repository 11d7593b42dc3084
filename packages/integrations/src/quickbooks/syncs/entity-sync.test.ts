import { type AnySync, type HostRequest, runSync } from '@patchbay/functions';
import { jsonResponse, surfaced, testFacts } from '@patchbay/functions/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { entities } from '../entities.ts';
import type { Entity } from '../entity.ts';
import { CompanyHost, fault, parametersOf, REALM, transfer } from '../test-company.ts';
import { createEntitySync } from './entity-sync.ts';

const NOW = '2026-06-15T12:00:00-07:00';
const AFTER_FIRST = { cursor: '2026-06-15T18:59:00.000Z', ids_checked_at: NOW };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }));
afterEach(() => void vi.useRealTimers());

const run = async (host: CompanyHost, entity: Entity = entities.Transfer) => {
    const sync: AnySync = createEntitySync(entity);
    return surfaced(await runSync(sync, host, testFacts));
};
const list = (objects: unknown[], name = 'Transfer') =>
    jsonResponse({ QueryResponse: objects.length > 0 ? { [name]: objects } : {}, time: NOW });
const cdc = (objects: unknown[], name = 'Transfer') =>
    jsonResponse({ CDCResponse: [{ QueryResponse: [objects.length > 0 ? { [name]: objects } : {}] }], time: NOW });
const isCdc = ({ endpoint }: HostRequest) => endpoint.endsWith('/cdc');
const ids = (host: CompanyHost, model = 'Transfer') => host.live(model).map(({ id }) => id);
const at = (time: string) => ({ MetaData: { LastUpdatedTime: time } });
const numbered = (from: number, to: number, changes: Record<string, unknown> = {}) =>
    Array.from({ length: to - from + 1 }, (_, index) => transfer(from + index, changes));

describe('the first run', () => {
    test('lists by time of change and keeps a cursor of the server’s time', async () => {
        vi.setSystemTime('2026-06-16T00:00:00Z');
        const host = new CompanyHost(() => list([transfer(1), transfer(2)]));
        expect(await run(host)).toMatchObject({ status: 'succeeded' });
        expect(ids(host)).toEqual(['1', '2']);
        expect(host.checkpoint).toEqual(AFTER_FIRST);
        expect(host.requests.map(({ endpoint, query }) => `${endpoint}?${query}`)).toEqual([
            `/v3/company/${REALM}/query?query=SELECT%20*%20FROM%20Transfer%20ORDERBY%20MetaData.LastUpdatedTime%20ASC%20STARTPOSITION%201%20MAXRESULTS%201000&minorversion=75`
        ]);
    });

    test('begins each page at the last time of the page before, and counts on within one time', async () => {
        const [early, late] = ['2026-01-01T10:00:00-08:00', '2026-07-01T10:00:00-07:00'];
        const pages = [
            [...numbered(1, 900, at(early)), ...numbered(901, 1000, at(late))],
            numbered(901, 1900, at(late)),
            [transfer(1901, at(late))]
        ];
        const host = new CompanyHost(() => list(pages.shift() ?? []));
        await run(host);
        expect(ids(host)).toHaveLength(1901);
        expect(host.queries.map((query) => query?.replace(' MAXRESULTS 1000', ''))).toEqual([
            'SELECT * FROM Transfer ORDERBY MetaData.LastUpdatedTime ASC STARTPOSITION 1',
            `SELECT * FROM Transfer WHERE MetaData.LastUpdatedTime >= '${late}' ORDERBY MetaData.LastUpdatedTime ASC STARTPOSITION 1`,
            `SELECT * FROM Transfer WHERE MetaData.LastUpdatedTime >= '${late}' ORDERBY MetaData.LastUpdatedTime ASC STARTPOSITION 981`
        ]);
    });

    test('goes on where it broke off, and saves each page with its position', async () => {
        let calls = 0;
        const host = new CompanyHost(() =>
            ++calls === 2 ? jsonResponse('', 500) : list(calls === 1 ? numbered(1, 1000) : [transfer(1001)])
        );
        expect(await run(host)).toMatchObject({ status: 'failed', error: { type: 'action_error', payload: { type: 'unavailable' } } });
        expect(host.checkpoint).toEqual({ listing_started_at: NOW, listing_from: transfer(1).MetaData.LastUpdatedTime, listing_skip: 0 });
        await run(host);
        expect(host.queries[2]).toContain(`>= '${transfer(1).MetaData.LastUpdatedTime}'`);
        expect(host.checkpoint).toEqual(AFTER_FIRST);
        expect(ids(host)).toHaveLength(1001);
    });

    test('of a name list reads inactive ones too, and leaves them out', async () => {
        const account = (id: string, Active: boolean) => ({ Id: id, SyncToken: '0', Name: id, Active });
        const host = new CompanyHost(() => list([account('1', true), account('2', false)], 'Account'));
        await run(host, entities.Account);
        expect(ids(host, 'Account')).toEqual(['1']);
        expect(host.queries[0]).toContain('WHERE Active IN (true,false)');
    });

    test('sets aside what breaks its form, keeps the raw object of the others with its version', async () => {
        const host = new CompanyHost(() => list([transfer(1, { SyncToken: '7', Amount: 19.99 }), transfer(2, { Amount: 'much' })]));
        expect(await run(host)).toMatchObject({ status: 'succeeded', setAside: { Transfer: 1 } });
        expect(host.setAside).toEqual([expect.objectContaining({ id: '2', issues: [expect.objectContaining({ path: 'Amount' })] })]);
        const change = host.writes[0]?.changes[0];
        expect(change).toMatchObject({ kind: 'save', sources: [{ version: '7', raw: expect.stringContaining('"Amount":19.99') }] });
    });

    test('fails for a refusal with status 200, and for a page of HTML', async () => {
        expect(await run(new CompanyHost(() => fault('4000', 'Error parsing query', '', 200)))).toMatchObject({
            status: 'failed',
            error: { type: 'action_error', payload: { code: 'vendor_fault', type: 'invalid', vendor: { status: 400 } } }
        });
        expect(await run(new CompanyHost(() => jsonResponse('<html>Maintenance</html>')))).toMatchObject({
            status: 'failed',
            error: { type: 'validation_error', issues: [{ code: 'not_json' }] }
        });
    });
});

/** A host after its first run. */
async function afterFirst(
    objects: unknown[],
    respond: (request: HostRequest) => ReturnType<typeof list>,
    entity: Entity = entities.Transfer
) {
    let isFirst = true;
    const host = new CompanyHost((request) => (isFirst ? list(objects, entity.name) : respond(request)));
    await run(host, entity);
    isFirst = false;
    host.requests.length = 0;
    return host;
}

describe('a later run', () => {
    test('asks for changes, saves and deletes them', async () => {
        const stub = { domain: 'QBO', status: 'Deleted', Id: '2', MetaData: { LastUpdatedTime: NOW } };
        const host = await afterFirst([transfer(1), transfer(2)], () =>
            cdc([transfer(1, { SyncToken: '1', Amount: 2 }), stub, transfer(3)])
        );
        await run(host);
        expect(host.requests.map(parametersOf)).toEqual([{ entities: 'Transfer', changedSince: AFTER_FIRST.cursor, minorversion: '75' }]);
        expect(host.live('Transfer')).toEqual([expect.objectContaining({ id: '1', amount: 2 }), expect.objectContaining({ id: '3' })]);
    });

    test('with no changes writes no records', async () => {
        const host = await afterFirst([transfer(1)], () => cdc([]));
        const writes = host.writes.length;
        await run(host);
        expect(host.writes.slice(writes).flatMap(({ changes }) => changes)).toEqual([]);
    });

    test('keeps a record whose sync token is higher, counted as a number', async () => {
        const host = await afterFirst([transfer(1, { SyncToken: '10', Amount: 10 }), transfer(2, { SyncToken: '9' })], () =>
            cdc([transfer(1, { SyncToken: '9', Amount: 9 }), transfer(2, { SyncToken: '10', Amount: 10 })])
        );
        await run(host);
        expect(host.live('Transfer').map(({ id, amount }) => [id, amount])).toEqual([
            ['1', 10],
            ['2', 10]
        ]);
    });

    test('lists what changed and compares ids where there are 1000 changes or more', async () => {
        const host = await afterFirst([transfer(1), transfer(2)], (request) => {
            if (isCdc(request)) return cdc(numbered(1, 1000));
            return list(
                new URLSearchParams(request.query).get('query')?.startsWith('SELECT Id') ? [{ Id: '1' }, { Id: '3' }] : [transfer(3)]
            );
        });
        await run(host);
        expect(ids(host)).toEqual(['1', '3']);
        expect(host.queries.slice(1)).toEqual([
            `SELECT * FROM Transfer WHERE MetaData.LastUpdatedTime >= '${AFTER_FIRST.cursor}' ORDERBY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 1000`,
            'SELECT Id FROM Transfer ORDERBY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 1000'
        ]);
    });

    test.each([
        ['after 29 days does not ask for changes', '2026-07-14T19:00:00Z', ['query', 'query']],
        ['lists where QuickBooks finds the cursor too old', NOW, ['cdc', 'query', 'query']]
    ])('%s', async (_, now, paths) => {
        const host = await afterFirst([transfer(1)], (request) =>
            isCdc(request) ? fault('4001', 'changedSince is too old') : list([transfer(1)])
        );
        vi.setSystemTime(now);
        expect(await run(host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests.map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(paths);
    });

    test('compares all ids after a week, and again when objects moved too much', async () => {
        const weekLater = '2026-06-23T12:00:00-07:00';
        let pages: unknown[][] = [];
        const host = await afterFirst(numbered(1, 3), (request) =>
            isCdc(request)
                ? jsonResponse({ CDCResponse: [{ QueryResponse: [{}] }], time: weekLater })
                : jsonResponse({ QueryResponse: { Transfer: pages.shift() ?? [] }, time: weekLater })
        );
        const some = (from: number, to: number) => numbered(from, to).map(({ Id }) => ({ Id }));
        pages = [some(3, 1002), some(1023, 1030)];
        await run(host);
        expect(ids(host)).toEqual(['1', '2', '3']);
        expect(host.queries.slice(1).map((query) => /STARTPOSITION \d+/.exec(query ?? '')?.[0])).toEqual([
            'STARTPOSITION 1',
            'STARTPOSITION 981'
        ]);
        pages = [some(3, 1002), some(1000, 1005)];
        await run(host);
        expect(ids(host)).toEqual(['3']);
        expect(host.checkpoint).toMatchObject({ ids_checked_at: weekLater });
    });

    test('gives up on pages that repeat, of a listing as of a comparison of ids', async () => {
        const page = numbered(1, 1000);
        const host = new CompanyHost((request) => (isCdc(request) ? cdc([]) : list(host.requests.length < 10 ? page : [])));
        expect(await run(host)).toMatchObject({ status: 'failed', error: { code: 'pagination_stuck' } });
        expect(host.requests).toHaveLength(3);
        host.checkpoint = { cursor: AFTER_FIRST.cursor };
        expect(await run(host)).toMatchObject({ status: 'failed', error: { code: 'pagination_stuck' } });
        expect(ids(host)).toHaveLength(1000);
    });

    test('deletes inactive and voided ones unless the connection keeps them', async () => {
        const invoice = (id: string, changes: Record<string, unknown> = {}) => ({ ...transfer(id), TotalAmt: 5, ...changes });
        const voided = invoice('2', { TotalAmt: 0, PrivateNote: 'Voided' });
        const deleting = await afterFirst([invoice('1'), invoice('2')], () => cdc([voided], 'Invoice'), entities.Invoice);
        await run(deleting, entities.Invoice);
        expect(ids(deleting, 'Invoice')).toEqual(['1']);

        const keeping = await afterFirst(
            [invoice('1'), invoice('2')],
            (request) => (isCdc(request) ? cdc([voided], 'Invoice') : list([invoice('1'), invoice('2')], 'Invoice')),
            entities.Invoice
        );
        keeping.metadata = { theirs: 1, sync: { delete_voided: false, keep_inactive: true } };
        await run(keeping, entities.Invoice);
        await run(keeping, entities.Invoice);
        expect(keeping.live('Invoice')).toMatchObject([
            { id: '1', voided: false },
            { id: '2', voided: true }
        ]);

        const item = (Active: boolean) => ({ Id: '1', SyncToken: Active ? '0' : '1', Name: 'Pump', Active });
        const inactive = await afterFirst([item(true)], () => cdc([item(false)], 'Item'), entities.Item);
        await run(inactive, entities.Item);
        expect(ids(inactive, 'Item')).toEqual([]);
    });

    test.each([
        ['keep_inactive', entities.Item, { Id: '1', SyncToken: '0', Name: 'Pump', Active: false }],
        ['delete_voided', entities.Invoice, { ...transfer('1'), TotalAmt: 0, PrivateNote: 'Voided' }]
    ] as const)('%s is for what was read before too, and everything is read once for it', async (name, entity, object) => {
        const host = await afterFirst([object], (request) => (isCdc(request) ? cdc([], entity.name) : list([object], entity.name)), entity);
        const chosen = async (sync: Record<string, boolean>) => {
            host.metadata = { sync };
            expect(await run(host, entity)).toMatchObject({ status: 'succeeded' });
            return ids(host, entity.name);
        };
        expect(ids(host, entity.name)).toEqual([]);
        const isKept = { [name]: name === 'keep_inactive' };
        expect(await chosen(isKept)).toEqual(['1']);
        expect(await chosen(isKept)).toEqual(['1']);
        expect(await chosen({})).toEqual([]);
        expect(host.requests.map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(['query', 'cdc', 'query']);
    });

    test('lists transactions since a day only, and takes out those that are moved before it', async () => {
        const early = transfer(2, { SyncToken: '1', TxnDate: '2026-01-09' });
        const host = await afterFirst([transfer(1), transfer(2), transfer(3)], (request) =>
            isCdc(request) ? cdc([early]) : list([transfer(1), transfer(2)])
        );
        const isAsked = () => host.queries.filter((query) => query !== null);
        host.metadata = { sync: { filters: { transactions_since: '2026-01-10' } } };
        await run(host);
        expect(isAsked()).toEqual([
            `SELECT * FROM Transfer WHERE TxnDate >= '2026-01-10' ORDERBY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 1000`
        ]);
        expect(ids(host)).toEqual(['1', '2']);
        await run(host);
        expect([ids(host), isAsked().length]).toEqual([['1'], 1]);
        // Where there is no list of changes.
        vi.setSystemTime('2026-07-20T12:00:00Z');
        await run(host);
        expect(isAsked().slice(1)).toEqual([
            `SELECT * FROM Transfer WHERE MetaData.LastUpdatedTime >= '${AFTER_FIRST.cursor}' AND TxnDate >= '2026-01-10' ORDERBY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 1000`,
            `SELECT Id FROM Transfer WHERE TxnDate >= '2026-01-10' ORDERBY MetaData.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 1000`
        ]);
        host.metadata = { sync: {} };
        await run(host);
        expect(isAsked().at(-1)).not.toContain('WHERE');
    });

    test('names custom fields as the connection wants it, and reads everything anew for other names', async () => {
        const sent = { ...transfer('1'), TotalAmt: 5, CustomField: [{ DefinitionId: '1', Name: 'Crew #', StringValue: '104' }] };
        const host = await afterFirst(
            [sent],
            (request) => (isCdc(request) ? cdc([], 'Invoice') : list([sent], 'Invoice')),
            entities.Invoice
        );
        expect(host.live('Invoice')).toMatchObject([{ custom_fields: {}, custom_field: [{ string_value: '104' }] }]);
        for (const [name, field, value] of [
            ['crew', 'Crew #', '104'],
            ['team', 'Team', null]
        ] as const) {
            host.metadata = { sync: { custom_fields: { Invoice: { [name]: field } } } };
            await run(host, entities.Invoice);
            await run(host, entities.Invoice);
            expect(host.live('Invoice').map((record) => record['custom_fields'])).toEqual([{ [name]: value }]);
        }
        expect(host.requests.map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(['query', 'cdc', 'query', 'cdc']);
    });

    test('a first day is for transactions alone', async () => {
        const item = { Id: '1', SyncToken: '0', Name: 'Pump', Active: true };
        const host = await afterFirst([item], () => cdc([], 'Item'), entities.Item);
        host.metadata = { sync: { filters: { transactions_since: '2026-03-01' } } };
        await run(host, entities.Item);
        expect(host.requests.map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(['cdc']);
    });

    test('leaves out a model that the connection does not want, and refuses settings it does not know', async () => {
        const host = new CompanyHost();
        host.metadata = { sync: { models: ['Invoice'] } };
        expect(await run(host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests).toEqual([]);
        for (const [wrong, path] of [
            [{ models: ['Invoices'] }, 'sync.models.0'],
            [{ filters: { transactions_since: '2026-02-30' } }, 'sync.filters.transactions_since'],
            [{ custom_fields: { Invoice: { crew: '' } } }, 'sync.custom_fields.Invoice.crew'],
            [{ custom_fields: { Account: { crew: 'Crew #' } } }, 'sync.custom_fields']
        ] as const) {
            host.metadata = { sync: { ...wrong } };
            expect(await run(host)).toMatchObject({ error: { type: 'validation_error', issues: [{ path }] } });
        }
    });
});
