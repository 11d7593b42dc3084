import { errorOf, fieldsOf, type Row } from '../account.ts';
import type { Case } from '../case.ts';
import { idsOf, sameIds, sampleOf, UNKNOWN_ID } from '../ids.ts';
import { listOf, type ModelTable, without } from '../model-table.ts';
import { Broken, holds, NotRun, same, Unsupported } from '../outcome.ts';

/** What holds for the reading of one record, and for what the vendor has now. */
export function readCases({ model, volatile = [] }: ModelTable): Case[] {
    const { path } = listOf(model);
    const list = `GET ${path}`;
    const get = `${list}/{id}`;
    const single = { model, column: 'read', endpoints: [list, get], writes: false } as const;
    const live = { ...single, column: 'live', endpoints: [list] } as const;
    const stable = (record: Record<string, unknown> | undefined) => without(record && fieldsOf(record), volatile);
    return [
        {
            ...single,
            says: 'a record read alone is the one in the list',
            async check(account) {
                for (const row of sampleOf(await account.storedRows(path))) {
                    const { body } = await account.call('GET', `${path}/${encodeURIComponent(row.id)}`);
                    same(stable(Object(body) as Row), stable(row), row.id);
                }
            }
        },
        {
            ...single,
            says: 'an unknown id is refused with 404',
            async check(account) {
                const reply = await account.send('GET', `${path}/${UNKNOWN_ID}`);
                const { status, code } = errorOf(reply, `GET ${path}/${UNKNOWN_ID}`);
                holds(status === 404 && ['not_found', 'vendor_fault'].includes(code), `it is refused with ${status} ${code}`);
            }
        },
        {
            ...live,
            says: 'the vendor has the same records as the list, each once',
            async check(account) {
                const [stored, now] = await Promise.all([account.stored(path), account.live(path)]);
                if (!stored.isWhole || !now.isWhole) throw new NotRun(`The account has more than ${stored.rows.length} of them.`);
                sameIds(idsOf(now.rows), idsOf(stored.rows), 'the live list');
            }
        },
        {
            ...live,
            says: 'each live record has the same fields as the stored one',
            async check(account) {
                const now = new Map((await account.live(path)).rows.map((row) => [row.id, row]));
                for (const row of await account.storedRows(path)) {
                    const found = now.get(row.id);
                    // Who else uses a real account may have changed it since.
                    if (found && (account.isEmulated || found['updated_at'] === row['updated_at']))
                        same(stable(found), stable(row), row.id);
                }
            }
        },
        {
            ...live,
            endpoints: [list, get],
            says: 'a record read alone from the vendor is the one in the list',
            async check(account) {
                for (const row of sampleOf(await account.storedRows(path))) {
                    const reply = await account.send('GET', `${path}/${encodeURIComponent(row.id)}`, { query: { live: 'true' } });
                    if (reply.status !== 200) {
                        const { code, message } = errorOf(reply, `GET ${path}/${row.id}?live=true`);
                        if (code === 'unsupported_by_provider') throw new Unsupported(message);
                        throw new Broken(`${row.id} is refused: ${code}, ${message}`);
                    }
                    same(stable(Object(reply.body) as Row), stable(row), row.id);
                }
            }
        }
    ];
}
