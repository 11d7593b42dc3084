import { isRecord } from '../check-fields.ts';
import { invalidInput } from './reply.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The parameters of a call. Each reader throws a {@link Refusal} for the wrong type. */
export class Parameters {
    readonly fields: Readonly<Record<string, unknown>>;

    constructor(value: unknown) {
        if (!isRecord(value)) throw invalidInput('The request body must be an object.');
        this.fields = value;
    }

    text(name: string): string | undefined {
        const value = this.fields[name];
        if (value !== undefined && typeof value !== 'string') throw invalidInput(`${name} must be a string.`);
        return value;
    }

    required(name: string): string {
        const value = this.text(name);
        if (value === undefined || value === '') throw invalidInput(`${name} is required.`);
        return value;
    }

    id(name: string): string | undefined {
        const value = this.text(name);
        if (value !== undefined && !UUID.test(value)) throw invalidInput(`${name} must be a UUID.`);
        return value;
    }

    requiredId(name: string): string {
        this.required(name);
        return this.id(name) ?? '';
    }

    url(name: string): string | undefined {
        const value = this.text(name);
        if (value !== undefined && !URL.canParse(value)) throw invalidInput(`${name} must be a valid URL.`);
        return value;
    }

    timeMs(name: string): number | undefined {
        const ms = Date.parse(this.text(name) ?? '1970');
        if (Number.isNaN(ms)) throw invalidInput(`${name} must be an ISO date.`);
        return this.fields[name] === undefined ? undefined : ms;
    }

    flag(name: string): boolean {
        const value = this.fields[name] ?? false;
        if (typeof value !== 'boolean') throw invalidInput(`${name} must be a boolean.`);
        return value;
    }

    integer(name: string): number | undefined {
        const value = this.fields[name];
        if (value === undefined) return undefined;
        if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw invalidInput(`${name} must be an integer.`);
        return value;
    }

    /** @param options all that may be in the list, where they are known */
    texts(name: string, options?: readonly string[]): readonly string[] | undefined {
        const value = this.fields[name];
        if (value === undefined) return undefined;
        const texts = Array.isArray(value) ? value.filter((item: unknown) => typeof item === 'string') : [];
        if (!Array.isArray(value) || texts.length < value.length || !texts.every((text) => options?.includes(text) ?? true))
            throw invalidInput(`${name} has an invalid value.`);
        return texts;
    }
}

/** @throws {Refusal} for what is no JSON */
export function parseJson(body: Buffer): Parameters {
    let value: unknown = {};
    try {
        if (body.length > 0) value = JSON.parse(body.toString());
    } catch {
        throw invalidInput('Request payload is malformed');
    }
    return new Parameters(value);
}
