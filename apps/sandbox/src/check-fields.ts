/** The caller's mistake; the message names the field and becomes the response. */
export class InvalidInput extends Error {
    override readonly name = 'InvalidInput';
}

export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string' && value !== '';

/** What Node lets into a header value: anything else would throw while replying. */
export const isHeaderText: Check = (value) => typeof value === 'string' && /^[\x20-\x7e]+$/.test(value);

export function isInteger(min: number, max = Number.MAX_SAFE_INTEGER): Check {
    return (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
}

/** Longer than any patience, and short enough for a timer: past 2^31 ms Node fires at once. */
const MAX_WAIT_MS = 3_600_000;
export const isDelayMs: Check = isInteger(0, MAX_WAIT_MS);

export function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none if it is no list. */
export function recordsIn(value: unknown): Record<string, unknown>[] {
    return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * @param fields name → check; a star before the name makes the field required
 * @throws {InvalidInput} for a field that is unknown, wrong or missing
 */
export function checkFields(
    where: string,
    value: unknown,
    fields: Readonly<Record<string, Check>>
): asserts value is Record<string, unknown> {
    if (!isRecord(value)) throw new InvalidInput(`${where} must be an object.`);
    for (const name of Object.keys(value)) {
        const check = fields[name] ?? fields[`*${name}`];
        if (!check) throw new InvalidInput(`${where}: "${name}" is not a field here.`);
        if (!check(value[name])) throw new InvalidInput(`${where}: "${name}" has an unusable value.`);
    }
    for (const field of Object.keys(fields)) {
        const name = field.slice(1);
        if (field.startsWith('*') && !(name in value)) throw new InvalidInput(`${where}: "${name}" is missing.`);
    }
}
