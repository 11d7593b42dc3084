import type { Case } from '../case.ts';
import { listOf, type ModelTable, type Reference, valuesAt } from '../model-table.ts';
import { holds, Unsupported } from '../outcome.ts';

/** What is referred to and not in its list is read alone, at most so many. */
const SINGLE_READS = 20;

/** What a record refers to is there. */
export function referenceCases({ model, references = [] }: ModelTable): Case[] {
    const { path } = listOf(model);
    return references.map((reference) => {
        const { at, to, code } = reference;
        const target = listOf(to).path;
        return {
            model,
            column: 'list',
            says: `${at} names ${to} records that there are`,
            endpoints: [`GET ${path}`],
            writes: false,
            async check(account) {
                const capabilities = await account.capabilities();
                const { support, note } = capabilities.get(`GET ${target}`) ?? { support: 'unsupported', note: null };
                if (support === 'unsupported') throw new Unsupported(`There is no GET ${target}.`);
                if (account.vendor.lacks.includes(`${model}.${at}`)) {
                    holds(note !== null, `some referenced records are not listed, and no note of GET ${target} documents it`);
                    throw new Unsupported(note);
                }
                const known = new Set<unknown>();
                for (const row of (await account.stored(target)).rows) known.add(row.id).add(code === undefined ? row.id : row[code]);
                const named = new Set((await account.storedRows(path)).flatMap((row) => idsAt(row, reference)));
                const unknown = [...named].filter((id) => !known.has(id));
                for (const id of unknown.slice(0, SINGLE_READS)) {
                    const { status } = await account.send('GET', `${target}/${encodeURIComponent(id)}`);
                    holds(status === 200, `${at} names ${id}, and there is no such ${to}`);
                }
            }
        };
    });
}

function idsAt(row: object, { at, idOf = String }: Reference): string[] {
    return valuesAt(row, at).flatMap((value) => idOf(value) ?? []);
}
