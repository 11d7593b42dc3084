import pg from 'pg';
import { z } from 'zod';
import type { DatabaseLog } from './database-log.ts';
import type { AppRefusal, AuthFailure, StoredEndUser, StoredSuccess } from './schema.ts';

// A newer server beside this one may have stored more. Fields that this one does not know are kept,
// as a row may be written back; what a field lacks or has in another form is taken as absent where
// that is harmless.

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is Record<string, string> =>
    isObject(value) && Object.values(value).every((text) => typeof text === 'string');
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
const anyObject = z.custom<Record<string, unknown>>(isObject);
const texts = z.custom<Record<string, string>>(isTexts);
const textOrNull = z.string().nullable().catch(null);
const time = z.iso.datetime({ offset: true });

export const storedEndUser: z.ZodType<StoredEndUser> = z.looseObject({
    id: z.string(),
    email: textOrNull,
    display_name: textOrNull,
    tags: texts.nullable().catch(null),
    // Whose connection it is depends on it too.
    organization: z.looseObject({ id: z.string(), display_name: textOrNull }).nullable().default(null)
});

/** Whether {@link storedEndUser} would keep all of it. */
function isWholeEndUser(value: unknown): boolean {
    if (!isObject(value)) return false;
    const { id, email, display_name: name, tags, organization } = value;
    return (
        typeof id === 'string' &&
        isTextOrNull(email) &&
        isTextOrNull(name) &&
        (tags === null || isTexts(tags)) &&
        isWholeOrganization(organization)
    );
}

function isWholeOrganization(value: unknown): boolean {
    return value === null || (isObject(value) && typeof value['id'] === 'string' && isTextOrNull(value['display_name']));
}

/** Requests cannot name this end user: an id has a character at least. */
const unknownEndUser: StoredEndUser = { id: '', email: null, display_name: null, tags: null, organization: null };

const authFailure = z.looseObject({
    kind: z.enum(['revoked', 'transient', 'configuration', 'unknown']).catch('unknown'),
    message: z.string(),
    since: time,
    at: time,
    tries: z.number(),
    odd_days: z.array(z.string()),
    retry_at: time.nullable(),
    event_id: textOrNull,
    broken_at: time.optional().catch(undefined),
    has_expired: z.boolean().optional().catch(undefined),
    cause: z.string().optional().catch(undefined)
}) satisfies z.ZodType<AuthFailure>;

const appRefusal = z.looseObject({
    message: z.string(),
    since: time,
    retry_at: time,
    tries: z.number(),
    event_id: z.string(),
    of_sign_in: z.boolean().optional().catch(undefined)
}) satisfies z.ZodType<AppRefusal>;

const revocations = z.looseObject({
    revoked: z.number().optional(),
    unsupported: z.number().optional(),
    failed: z.number().optional()
});

const storedSuccess = z.looseObject({
    text: textOrNull,
    next: z.looseObject({ label: z.string(), url: z.string() }).nullable().catch(null)
}) satisfies z.ZodType<StoredSuccess>;

interface JsonColumn {
    form: z.ZodType;
    /** A value that the form would not change. zod copies each: 18 % of a list of 100. */
    isWhole?: (value: unknown) => boolean;
    /** What is read instead of a value that is not of this form. */
    otherwise: unknown;
}

/** By name: columns of one name have one form. Those that are not here are read as `unknown`. */
export const jsonColumns: ReadonlyMap<string, JsonColumn> = new Map(
    Object.entries({
        app_refusal: { form: appRefusal, otherwise: null },
        auth_failure: { form: authFailure, otherwise: null },
        connection_config: { form: anyObject, isWhole: isObject, otherwise: {} },
        end_user: { form: storedEndUser, isWhole: isWholeEndUser, otherwise: unknownEndUser },
        failed_with: { form: z.record(z.string(), z.number()), otherwise: {} },
        headers: { form: texts, isWhole: isTexts, otherwise: {} },
        metadata: { form: anyObject, isWhole: isObject, otherwise: null },
        options: { form: z.array(z.looseObject({ id: z.string(), label: z.string() })), otherwise: null },
        overrides: { form: z.record(z.string(), z.looseObject({ docs_connect: z.string().optional() })), otherwise: {} },
        payload: { form: anyObject, otherwise: {} },
        revocations: { form: revocations, otherwise: {} },
        success: { form: storedSuccess, otherwise: null },
        thresholds: { form: z.record(z.string(), z.number()), otherwise: {} },
        tags: { form: texts, isWhole: isTexts, otherwise: {} },
        timeline: { form: z.array(z.looseObject({ at: time, step: z.string() })), otherwise: [] }
    })
);

const JSONB: number = pg.types.builtins.JSONB;

/** Reads a column's values, if they are JSON. The log names the column of an unreadable one. */
export function jsonReader(
    { name, dataTypeID }: { name: string; dataTypeID: number },
    log: DatabaseLog
): ((value: unknown) => unknown) | undefined {
    const column = dataTypeID === JSONB ? jsonColumns.get(name) : undefined;
    return column && ((value) => (value === null ? null : read(name, column, value, log)));
}

function read(name: string, { form, isWhole, otherwise }: JsonColumn, value: unknown, log: DatabaseLog): unknown {
    if (isWhole?.(value)) return value;
    const { success, data } = form.safeParse(value);
    if (success) return data;
    log('stored_json_unreadable: it is taken as absent', { reason: `A value of ${name} has another form than this release stores.` });
    return otherwise;
}
