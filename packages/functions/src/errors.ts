import type { z } from 'zod';
import type { HostResponse, Issue } from './host.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/** Ends an action with a payload that its caller receives. */
export class ActionError extends Error {
    override name = 'ActionError';
    readonly payload: JsonObject;

    /** @param payload an object; anything else becomes `{ message: payload }` */
    constructor(payload?: unknown) {
        super(isObject(payload) && typeof payload['message'] === 'string' ? payload['message'] : 'The action failed.');
        // What is not JSON is refused or left out by JSON.stringify.
        this.payload = JSON.parse(JSON.stringify(isObject(payload) ? payload : { message: payload })) as JsonObject;
    }
}

/** The third party responded with a status outside of 200 to 299. */
export class HttpError extends Error {
    override name = 'HttpError';
    /** With its body as `data`, parsed where it is JSON. */
    readonly response: HostResponse & { readonly data: unknown };

    constructor(response: HostResponse) {
        super(`The third party responded with status ${response.status}.`);
        this.response = Object.defineProperty({ ...response, data: undefined }, 'data', {
            enumerable: false,
            get: () => parsedBody(response)
        });
    }

    get status(): number {
        return this.response.status;
    }
}

function parsedBody({ body }: HostResponse): unknown {
    if (typeof body !== 'string') return body;
    try {
        const value: unknown = JSON.parse(body);
        return value;
    } catch {
        return body;
    }
}

/**
 * What a {@link Host} throws. Of codes these have a meaning here: `network_error`,
 * `outcome_unknown` (a write whose response was lost), `run_aborted`, `suspicious_deletion`,
 * `track_deletes_not_started`.
 */
export class HostError extends Error {
    override name = 'HostError';
    readonly code: string;
    readonly payload: Json;

    constructor(code: string, message: string, payload: Json = null) {
        super(message);
        this.code = code;
        this.payload = payload;
    }
}

export type Validated = 'input' | 'output' | 'metadata' | 'checkpoint' | 'response';

/** A value does not have the form that was declared for it. */
export class ValidationError extends Error {
    override name = 'ValidationError';
    readonly validated: Validated;
    readonly issues: readonly Issue[];

    constructor(validated: Validated, issues: readonly Issue[]) {
        super(`Invalid ${validated}: ${issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')}`);
        this.validated = validated;
        this.issues = issues;
    }
}

export function issuesOf(error: z.ZodError): Issue[] {
    return error.issues.map(({ path, message, code }) => ({ path: path.map(String).join('.'), message, code }));
}

/** @throws {ValidationError} */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown, validated: Validated): z.output<Schema> {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new ValidationError(validated, issuesOf(parsed.error));
    return parsed.data;
}
