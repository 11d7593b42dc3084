import { type Account, errorOf, fieldsOf, type Reply, type Row } from '../account.ts';
import type { Case } from '../case.ts';
import { UNKNOWN_ID } from '../ids.ts';
import { MOST_TRIES, newKey, newMark } from '../marks.ts';
import { listOf, type ModelTable, valuesAt, without, type Writing, type WriteTable } from '../model-table.ts';
import { Broken, holds, includes, NotRun, same, shown, Unsupported } from '../outcome.ts';

/** What was done once, for all cases of the creation of a model. */
interface Creation {
    id: string;
    mark: string;
    writing: Writing;
    dryRun: Reply;
    created: Reply;
    repeated: Reply;
    reused: Reply;
    stored: Reply;
    live: Reply;
    /** What the run of the sync afterwards changed. */
    synced: object;
    /** Afterwards, the records with the mark, and with that of the dry run. */
    found: readonly Row[];
    foundOfDryRun: readonly Row[];
}

interface Written {
    model: string;
    path: string;
    table: WriteTable;
}

/** What holds for the writing of each model. */
export function writeCases({ model, write }: ModelTable): Case[] {
    if (!write) return [];
    const written = { model, path: listOf(model).path, table: write };
    return [...createCases(written), ...updateCases(written), ...removalCases(written)];
}

function createCases(written: Written): Case[] {
    const { model, path } = written;
    const base = { model, column: 'create', endpoints: [`POST ${path}`], writes: true } as const;
    const afterwards = (says: string, check: (creation: Creation, account: Account) => void | Promise<void>): Case => ({
        ...base,
        says,
        check: async (account) => check(await creationOf(account, written), account)
    });
    return [
        afterwards('a dry run shows the request without credentials, and makes nothing', ({ dryRun, foundOfDryRun }) => {
            isDryRun(dryRun);
            same(foundOfDryRun.length, 0, 'how many there are afterwards');
        }),
        afterwards('what is created has the form of the model, and what was sent', async ({ created, writing }, account) => {
            const record = Object(created.body) as Row;
            const parsed = listOf(model).record.safeParse(record);
            holds(parsed.success, `it is not a ${model}: ${parsed.error?.message}`);
            same(record, parsed.data, 'the record');
            includes(record, keptOf(writing.becomes, model, account), 'the record');
            const note = (await account.capabilities()).get(`POST ${path}`)?.note ?? null;
            holds(lackingOf(model, account).length === 0 || note !== null, 'what is not kept of it is in no note of its capabilities');
        }),
        afterwards('what is created is in the list at once, as ours', ({ created, stored }) => {
            same(fieldsOf(Object(stored.body) as Row), created.body, 'the stored record');
            same(valuesAt(stored.body, '_patchbay_metadata.origin'), ['us'], 'the origin');
        }),
        afterwards('the vendor has what is created as it was returned', ({ created, live }) => {
            same(live.body, created.body, 'the live record');
        }),
        afterwards('a repeat with its Idempotency-Key makes no second one', ({ created, repeated, found }) => {
            same([repeated.status, repeated.headers.get('idempotent-replayed')], [200, 'true'], 'the repeat');
            same(repeated.body, created.body, 'the repeat');
            same(found.length, 1, 'how many there are afterwards');
        }),
        afterwards('another request with the same Idempotency-Key is refused', ({ reused }) => {
            const { status, code } = errorOf(reused, 'it');
            same([status, code], [422, 'idempotency_key_reused'], 'the refusal');
        }),
        afterwards('the next run does not report it as a change of the vendor', ({ synced, found }) => {
            same(synced, { added: 0, updated: 0, deleted: 0 }, 'the run');
            same(valuesAt(found[0], '_patchbay_metadata.origin'), ['us'], 'the origin');
        })
    ];
}

function updateCases({ model, path, table }: Written): Case[] {
    const { update, follows = [] } = table;
    if (!update) return [];
    const written = { model, path, table };
    const base = { model, column: 'update', endpoints: [`POST ${path}`, `PUT ${path}`], writes: true } as const;
    const isStable = ['updated_at', 'sync_token', ...follows];
    const put = (account: Account, body: object, query: Record<string, string> = {}) => account.send('PUT', path, { body, query });
    const live = (account: Account, id: string) => account.call('GET', `${path}/${id}`, { query: { live: 'true' } });
    return [
        {
            ...base,
            says: 'a dry run of an update changes nothing',
            async check(account) {
                const { id, mark } = await creationOf(account, written);
                const before = await live(account, id);
                isDryRun(await put(account, { ...update(mark).sent, id }, { dry_run: 'true' }));
                same((await live(account, id)).body, before.body, 'the record');
            }
        },
        {
            ...base,
            says: 'an update changes what was sent, and nothing else',
            async check(account) {
                const { id, mark } = await creationOf(account, written);
                const before = await live(account, id);
                const { sent, becomes } = update(mark);
                const updated = await put(account, { ...sent, id });
                holds(updated.status === 200, `it is refused: ${shown(updated.body)}`);
                includes(updated.body, keptOf(becomes, model, account), 'the record');
                const others = [...isStable, ...Object.keys(becomes)];
                same(without(updated.body, others), without(before.body, others), 'the rest');
                same((await live(account, id)).body, updated.body, 'the live record');
                const stored = await account.call('GET', `${path}/${id}`);
                same(fieldsOf(Object(stored.body) as Row), updated.body, 'the stored record');
            }
        },
        {
            ...base,
            says: 'an update of an older version is refused with the current one, and done with `overwrite`',
            async check(account) {
                const { id, mark } = await creationOf(account, written);
                const [version] = valuesAt((await live(account, id)).body, 'sync_token');
                if (typeof version !== 'string') throw new Unsupported('The vendor counts no versions.');
                const change = { ...update(mark).sent, id };
                const newer = await put(account, { ...change, sync_token: version });
                holds(newer.status === 200, `an update of the current version is refused: ${shown(newer.body)}`);
                const stale = errorOf(await put(account, { ...change, sync_token: version }), 'an update of an older version');
                same([stale.status, stale.code], [409, 'newer_at_vendor'], 'the refusal');
                same(
                    valuesAt(stale.payload, 'current.sync_token'),
                    valuesAt(newer.body, 'sync_token'),
                    'the current version in the refusal'
                );
                const forced = await put(account, { ...change, sync_token: version }, { overwrite: 'true' });
                holds(forced.status === 200, `with overwrite it is refused: ${shown(forced.body)}`);
            }
        },
        {
            ...base,
            endpoints: [`PUT ${path}`],
            says: 'an update of an unknown id is refused',
            async check(account) {
                const { status, code } = errorOf(await put(account, { ...update('0000000').sent, id: UNKNOWN_ID }), 'it');
                holds(code === 'vendor_fault' && (status === 404 || status === 400), `it is refused with ${status} ${code}`);
            }
        }
    ];
}

function removalCases(written: Written): Case[] {
    const { model, path, table } = written;
    const cases: Case[] = [
        {
            model,
            column: 'delete',
            endpoints: [`POST ${path}`, `DELETE ${path}`],
            writes: true,
            says: 'what is deleted is gone from the list at once, as ours, and the next run finds no change',
            async check(account) {
                const { id } = await creationOf(account, written);
                isDryRun(await account.send('DELETE', path, { body: { id }, query: { dry_run: 'true' } }));
                const deleted = await account.call('DELETE', path, { body: { id } });
                same(deleted.body, { id, success: true }, 'the response');
                const { records } = await account.page(path, { ids: id });
                same(valuesAt(records[0], '_nango_metadata.last_action'), ['DELETED'], 'the last action in the list');
                same(valuesAt(records[0], '_patchbay_metadata.origin'), ['us'], 'the origin');
                same(await account.sync(model), { added: 0, updated: 0, deleted: 0 }, 'the run');
                account.forget();
                holds(!(await account.live(path)).rows.some((row) => row.id === id), 'the vendor lists it still');
            }
        }
    ];
    return table.voided ? [...voidCases(written, table.voided), ...cases] : cases;
}

function voidCases(written: Written, voided: Record<string, unknown>): Case[] {
    const { model, path } = written;
    const base = { model, column: 'other', endpoints: [`POST ${path}`, `POST ${path}/void`], writes: true } as const;
    const voidOne = (account: Account) =>
        account.once(`void of ${model}`, async () => {
            let refusal = '';
            for (const id of await idsToVoid(account, written)) {
                const reply = await account.send('POST', `${path}/void`, { body: { id } });
                if (reply.status === 200) return { id, reply, synced: await account.sync(model) };
                refusal = shown(reply.body);
            }
            throw new Broken(`it is refused: ${refusal}`);
        });
    return [
        {
            ...base,
            says: 'what is voided has no amounts',
            async check(account) {
                const { id, reply } = await voidOne(account);
                includes(reply.body, { id, ...voided }, 'the record');
            }
        },
        {
            ...base,
            says: 'the next run does not report a void as a change of the vendor',
            async check(account) {
                same((await voidOne(account)).synced, { added: 0, updated: 0, deleted: 0 }, 'the run');
            }
        }
    ];
}

async function idsToVoid(account: Account, written: Written): Promise<string[]> {
    const { name, makesDrafts } = account.vendor;
    if (!makesDrafts) return [(Object((await createOne(account, written)).created.body) as Row).id];
    if (!account.isEmulated) throw new NotRun(`What is made at ${name} is a draft, which is not voided.`);
    // What is paid in part is not voided.
    const unpaid = (await account.storedRows(written.path)).filter((row) => valuesAt(row, 'linked_txn.*').length === 0);
    return unpaid.map(({ id }) => id).slice(0, MOST_TRIES);
}

/** Sends what a table knows until the vendor takes one. @throws {Broken} with the last refusal */
async function createOne(account: Account, { model, path, table }: Written, mark = newMark()) {
    let refusal = `${model} has nothing to create`;
    for (const writing of await table.create(account, mark)) {
        const headers = newKey();
        const created = await account.send('POST', path, { body: writing.sent, headers });
        if (created.status === 200) return { created, writing, headers };
        refusal = `it is refused: ${shown(created.body)}`;
    }
    throw new Broken(refusal);
}

function creationOf(account: Account, written: Written): Promise<Creation> {
    return account.once(`creation of ${written.model}`, async () => {
        const { model, path, table } = written;
        const [mark, dryMark] = [newMark(), newMark()];
        const [tried] = await table.create(account, dryMark);
        const dryRun = await account.send('POST', path, { body: tried?.sent, query: { dry_run: 'true' } });
        const { created, writing, headers } = await createOne(account, written, mark);
        const { id } = Object(created.body) as Row;
        const repeated = await account.send('POST', path, { body: writing.sent, headers });
        const reused = await account.send('POST', path, { body: tried?.sent, headers });
        const stored = await account.call('GET', `${path}/${id}`);
        const live = await account.call('GET', `${path}/${id}`, { query: { live: 'true' } });
        const synced = await account.sync(model);
        account.forget();
        const { rows } = await account.stored(path);
        const marked = (text: string) => rows.filter((row) => valuesAt(row, table.markedBy).some((value) => String(value).includes(text)));
        return {
            id,
            mark,
            writing,
            dryRun,
            created,
            repeated,
            reused,
            stored,
            live,
            synced,
            found: marked(mark),
            foundOfDryRun: marked(dryMark)
        };
    });
}

export function isDryRun(reply: Reply): void {
    holds(reply.status === 200, `the dry run is refused: ${shown(reply.body)}`);
    const [requests] = valuesAt(reply.body, 'requests');
    same(valuesAt(reply.body, 'dry_run'), [true], 'dry_run');
    holds(Array.isArray(requests) && requests.length > 0, 'the dry run shows no request');
    holds(!/authorization|bearer /i.test(JSON.stringify(requests)), 'the dry run shows credentials');
}

/** Without what the vendor is known not to keep. */
function keptOf(becomes: Record<string, unknown>, model: string, account: Account): Record<string, unknown> {
    return without(becomes, lackingOf(model, account)) as Record<string, unknown>;
}

const lackingOf = (model: string, { vendor }: Account) =>
    vendor.lacks.filter((place) => place.startsWith(`${model}.`)).map((place) => place.slice(model.length + 1));
