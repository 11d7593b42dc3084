import { isRecord } from '../check-fields.ts';
import { invalid, Refusal } from './reply.ts';
import type { Switches } from './switches.ts';

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;
const MAX_IDS = 20;

/** A whole number of the query. @throws {Refusal} 422 */
export function readCount(query: URLSearchParams, name: string, { max, fallback }: { max: number; fallback: number }): number {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^[+-]?\d+$/.test(text)) throw invalid('query', name, 'Not a valid integer.');
    const value = Number(text);
    if (value >= 1 && value <= max) return value;
    const range =
        max === Infinity ? 'Must be greater than or equal to 1.' : `Must be greater than or equal to 1 and less than or equal to ${max}.`;
    throw invalid('query', name, range);
}

export function readFlag(query: URLSearchParams, name: string): boolean | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (/^(true|1)$/i.test(text)) return true;
    if (/^(false|0)$/i.test(text)) return false;
    throw invalid('query', name, 'Not a valid boolean.');
}

export function readEnum(query: URLSearchParams, name: string, options: readonly string[]): string | undefined {
    const text = query.get(name);
    if (text !== null && !options.includes(text)) throw invalid('query', name, `Must be one of: ${options.join(', ')}.`);
    return text ?? undefined;
}

export function readIds(query: URLSearchParams, name: string): readonly string[] | undefined {
    const ids = query.getAll(name).flatMap((text) => text.split(','));
    if (ids.length > MAX_IDS) throw invalid('query', name, `Longer than maximum length ${MAX_IDS}.`);
    return ids.length === 0 ? undefined : ids;
}

/** The four time filters; seconds are the CRM's form, ISO the ATS's. */
export function readTimes(query: URLSearchParams, form: 'iso' | 'seconds', { updated_after: edge }: Switches) {
    const read = (name: string) => readTime(query, name, form);
    const [createdAfter, createdBefore, updatedBefore] = [read('created_after'), read('created_before'), read('updated_before')];
    const updatedAfter = read('updated_after') ?? read('last_activity_after');
    if ([createdAfter, createdBefore, updatedBefore, updatedAfter].every((time) => time === undefined)) return undefined;
    return (createdMs: number, updatedMs: number): boolean =>
        createdMs >= (createdAfter ?? -Infinity) &&
        createdMs <= (createdBefore ?? Infinity) &&
        updatedMs <= (updatedBefore ?? Infinity) &&
        (updatedAfter === undefined || (edge === 'inclusive' ? updatedMs >= updatedAfter : updatedMs > updatedAfter));
}

function readTime(query: URLSearchParams, name: string, form: 'iso' | 'seconds'): number | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (form === 'seconds') {
        if (!/^\d{1,12}$/.test(text)) throw invalid('query', name, 'Not a valid integer.');
        return Number(text) * 1000;
    }
    const ms = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(ms)) throw invalid('query', name, 'Not a valid datetime.');
    return ms;
}

/** Fields of a JSON object, with refusals in the framework's form. */
export class JsonFields {
    readonly fields: Record<string, unknown>;

    constructor(value: unknown) {
        if (!isRecord(value)) throw invalid('json', '_schema', 'Invalid input type.');
        this.fields = value;
    }

    /** @throws {Refusal} 422 for what is no text or too long */
    text(name: string, maxLength = 255): string | undefined {
        const value = this.fields[name];
        if (value === undefined || value === null) return undefined;
        if (typeof value !== 'string') throw invalid('json', name, 'Not a valid string.');
        if (value.length > maxLength) throw invalid('json', name, `Longer than maximum length ${maxLength}.`);
        return value;
    }

    required(name: string, maxLength = 255): string {
        const value = this.text(name, maxLength);
        if (value === undefined) throw invalid('json', name, 'Missing data for required field.');
        if (value === '') throw invalid('json', name, 'Shorter than minimum length 1.');
        return value;
    }

    list(name: string, maxLength = Infinity): unknown[] {
        const value = this.fields[name];
        if (value === undefined || value === null) return [];
        if (!Array.isArray(value)) throw invalid('json', name, 'Not a valid list.');
        if (value.length > maxLength) throw invalid('json', name, `Longer than maximum length ${maxLength}.`);
        return value;
    }

    flag(name: string): boolean {
        const value = this.fields[name] ?? false;
        if (typeof value !== 'boolean') throw invalid('json', name, 'Not a valid boolean.');
        return value;
    }

    oneOf(name: string, options: readonly string[]): string | undefined {
        const value = this.text(name);
        if (value !== undefined && !options.includes(value)) throw invalid('json', name, `Must be one of: ${options.join(', ')}.`);
        return value;
    }
}

/** A JSON body with its content type. @throws {Refusal} */
export function readJson(contentType: string | undefined, body: Buffer, { not_json: status }: Switches): JsonFields {
    if (!/^application\/(.+\+)?json\s*(;|$)/i.test(contentType ?? '')) {
        if (status === 415) throw new Refusal(415, 'The content type must be application/json.');
        throw invalid('json', '_schema', 'Invalid input type.');
    }
    let value: unknown;
    try {
        value = JSON.parse(body.toString());
    } catch {
        throw new Refusal(400, 'The body is not valid JSON.', { errors: { json: ['Invalid JSON body.'] } });
    }
    return new JsonFields(value);
}
