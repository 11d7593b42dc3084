import type { Row } from '../account.ts';
import type { Case } from '../case.ts';
import { listOf, type Reference } from '../model-table.ts';

/** What holds for each record of a model. */
export function eachRecord(model: string, says: string, check: (row: Row) => void): Case {
    const { path } = listOf(model);
    return {
        model,
        column: 'list',
        says,
        endpoints: [`GET ${path}`],
        writes: false,
        async check(account) {
            for (const row of await account.storedRows(path)) check(row);
        }
    };
}

/** Fields with ids of a model. */
export const to =
    (model: string) =>
    (...places: string[]): Reference[] =>
        places.map((at) => ({ at, to: model }));
