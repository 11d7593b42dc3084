import type { Row } from './account.ts';
import { holds } from './outcome.ts';

/** How many records are read one by one. */
const SINGLE_READS = 3;
/** No vendor has such an id. */
export const UNKNOWN_ID = 'conformance-unknown-0';

export const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Some of the records, from the whole list. */
export function sampleOf(rows: readonly Row[], count = SINGLE_READS): Row[] {
    const step = Math.max(1, Math.floor(rows.length / count));
    return rows.filter((_, index) => index % step === 0).slice(0, count);
}

/** @throws {Broken} which names what is there twice, missing, or too much */
export function sameIds(actual: readonly string[], expected: readonly string[], what: string): void {
    const seen = new Set(actual);
    const twice = actual.find((id, index) => actual.indexOf(id) !== index);
    holds(twice === undefined, `${what} has ${twice} twice`);
    const missing = expected.filter((id) => !seen.has(id));
    holds(missing.length === 0, `${what} lacks ${missing.length} records, such as ${missing[0]}`);
    const wanted = new Set(expected);
    const extra = actual.filter((id) => !wanted.has(id));
    holds(extra.length === 0, `${what} has ${extra.length} records that are not expected, such as ${extra[0]}`);
}
