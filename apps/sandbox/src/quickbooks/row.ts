/** An object as the API sends and takes it. */
export type Row = Record<string, unknown>;

export function isRow(value: unknown): value is Row {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function rowOf(value: unknown): Row {
    return isRow(value) ? value : {};
}

export function rowsOf(value: unknown): Row[] {
    return Array.isArray(value) ? value.filter(isRow) : [];
}

/** @param path names with dots between them, such as `MetaData.CreateTime` */
export function valueAt(row: Row, path: string): unknown {
    return path.split('.').reduce<unknown>((value, name) => (isRow(value) ? value[name] : undefined), row);
}

export function textOf(value: unknown): string | undefined {
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** The `value` of a reference such as `{"value": "5", "name": "Ada"}`. */
export function refValue(value: unknown): string | undefined {
    return textOf(rowOf(value)['value']);
}

/** An amount in hundredths, rounded half away from zero. Amounts are added up as these. */
export function centsOf(value: unknown): number {
    const amount = Number(value);
    // Doubles that stand for decimals are off by less than what the fifth decimal shows.
    const cents = Number((Math.abs(amount) * 100).toFixed(4));
    return Number.isFinite(cents) ? Math.sign(amount) * Math.round(cents) || 0 : 0;
}

export function amountOf(cents: number): number {
    return cents / 100;
}
