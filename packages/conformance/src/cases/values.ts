import { Big } from 'big.js';
import type { Row } from '../account.ts';
import type { Case } from '../case.ts';
import { type Field, type FieldKind, fieldsIn, scalarsOf } from '../fields.ts';
import { listOf, type ModelTable, valuesAt } from '../model-table.ts';
import { holds, NotRun, shown } from '../outcome.ts';

const MS = 1000;
/** Unix seconds and milliseconds of this century. */
const seconds = { first: 946_684_800, last: 4_102_444_800 };

/** @param value of the field */
type Check = (value: string, found: { field: Field; row: Row; sent: readonly (string | number)[] }) => void;

/** Times, days and sums of each record are those that the vendor sent. */
export function valueCases(table: ModelTable): Case[] {
    const { model, derived = [] } = table;
    const { path, record: schema } = listOf(model);
    const base = { model, column: 'list', endpoints: [`GET ${path}`], writes: false } as const;

    const fields = fieldsIn(schema).filter(({ place }) => !derived.includes(place));
    const has = (...kinds: FieldKind[]) => fields.some(({ kind }) => kinds.includes(kind));

    const ofEach = (says: string, kinds: readonly FieldKind[], check: Check): Case => ({
        ...base,
        says,
        async check(account) {
            let checked = 0;
            for (const row of await account.storedRows(path)) {
                const { raw } = Object(row['_patchbay_metadata']) as { raw?: unknown };
                if (raw === null || raw === undefined) continue;
                const sent = scalarsOf(raw);
                for (const field of fields.filter(({ kind }) => kinds.includes(kind)))
                    for (const value of valuesAt(row, field.place)) {
                        checked += 1;
                        check(String(value), { field, row, sent });
                    }
            }
            if (checked === 0) throw new NotRun('No record of the account has one.');
        }
    });

    const cases: (Case | false)[] = [
        has('instant') &&
            ofEach('each time is an instant that the vendor sent', ['instant'], (value, { field, row, sent }) => {
                const instants = sent.flatMap(instantOf);
                holds(instants.includes(Date.parse(value)), `${row.id}: ${field.place} is ${value}, which the vendor did not send`);
            }),
        has('day') &&
            ofEach('each day is one that the vendor sent, in no other time zone', ['day'], (value, { field, row, sent }) => {
                holds(sent.flatMap(dayOf).includes(value), `${row.id}: ${field.place} is ${value}, which the vendor did not send`);
            }),
        has('cents', 'amount') &&
            ofEach('each amount is one that the vendor sent, to the last digit', ['cents', 'amount'], (value, { field, row, sent }) => {
                const wanted = new Big(value).abs();
                if (wanted.eq(0)) return;
                const found = sent.flatMap(decimalOf).some((digits) => (field.kind === 'cents' ? digits.times(100) : digits).eq(wanted));
                holds(found, `${row.id}: ${field.place} is ${value}, and the vendor sent ${shown(sent.flatMap(decimalOf).map(Number))}`);
            }),
        'created_at' in schema.shape &&
            'updated_at' in schema.shape && {
                ...base,
                says: 'nothing was changed before it was created',
                async check(account) {
                    for (const { id, created_at: created, updated_at: updated } of await account.storedRows(path))
                        if (typeof created === 'string' && typeof updated === 'string')
                            holds(Date.parse(created) <= Date.parse(updated), `${id} was created ${created}, and changed ${updated}`);
                }
            }
    ];
    return cases.filter((one) => one !== false);
}

function instantOf(sent: string | number): number[] {
    if (typeof sent === 'string') {
        const legacy = /^\/Date\((-?\d+)/.exec(sent)?.[1];
        if (legacy !== undefined) return [Number(legacy)];
        if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(sent)) return [Date.parse(sent)];
    }
    const number = Number(sent);
    if (number >= seconds.first && number <= seconds.last) return [number * MS];
    return number >= seconds.first * MS && number <= seconds.last * MS ? [number] : [];
}

function dayOf(sent: string | number): string[] {
    const text = String(sent);
    const legacy = /^\/Date\((-?\d+)/.exec(text)?.[1];
    if (legacy !== undefined) return [new Date(Number(legacy)).toISOString().slice(0, 10)];
    return /^\d{4}-\d\d-\d\d/.test(text) ? [text.slice(0, 10)] : [];
}

function decimalOf(sent: string | number): Big[] {
    return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(String(sent)) ? [new Big(sent).abs()] : [];
}
