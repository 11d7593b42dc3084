import { z } from 'zod';
import { withoutControls } from './direction.ts';

export const integrationId = z
    .string()
    .min(1)
    .max(255)
    .regex(/^[a-zA-Z0-9~:.@ _-]+$/)
    .describe('Id of the integration: its `unique_key`, also called `provider_config_key`.');
export const providerId = z
    .string()
    .min(1)
    .max(255)
    .regex(/^[a-zA-Z0-9_-]+$/)
    .describe('Id of the provider: its `name` in `GET /providers`.');
export const connectionId = z
    .string()
    .min(1)
    .max(255)
    .regex(/^[a-zA-Z0-9 ,.;:=+~[\]|@${}"'\\/_-]+$/)
    .describe('Id of the connection, unique within its integration: a UUID, or the id that you imported it with.');

const lastTimeMs = Date.parse('9999-12-31T23:59:59.999Z');
/** 9 September 2001: an epoch time below it is in seconds. */
const firstTimeMs = 1e12;

/** Anything but ISO 8601 and milliseconds is refused, rather than read as a time in 1970. */
export const expiryTime = z
    .union([z.iso.datetime({ offset: true, local: true }), z.iso.date(), z.int(), z.null()], {
        error: 'Write an ISO 8601 date, for example 2030-01-31T12:00:00Z, or milliseconds since 1970; null for none.'
    })
    .transform((given, context) => {
        if (given === null) return undefined;
        const isLocal = typeof given === 'string' && /T[\d:.]+$/.test(given);
        const time = new Date(isLocal ? `${given}Z` : given);
        if (time.getTime() >= firstTimeMs && time.getTime() <= lastTimeMs) return time;
        context.addIssue({ code: 'custom', message: 'This is before September 2001. Give milliseconds since 1970, not seconds.' });
        return z.NEVER;
    })
    .describe(
        'When the token expires: ISO 8601, in UTC unless it names a zone, or milliseconds since 1970. Null or absent: it does not expire.'
    );

const notAddressable = 'This id cannot be part of an address. Choose another one.';
/**
 * For a new integration. Clients resolve `.` and `..` in paths, so such an id has no address;
 * `/integrations/status` is another endpoint.
 */
export const newIntegrationId = integrationId.refine((id) => !isDotSegment(id) && id.toLowerCase() !== 'status', {
    error: notAddressable
});
/** For a new connection. `/connections/metadata` is another endpoint. */
export const newConnectionId = connectionId.refine((id) => !isDotSegment(id) && id !== 'metadata', { error: notAddressable });

function isDotSegment(id: string): boolean {
    return id === '.' || id === '..';
}

export const isoDateTime = z.iso.datetime({ offset: true });
/** `true` and `false` as a query writes them. */
export const booleanText = z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'] });
export const emailAddress = z.email().min(5).max(255);

/** What stands after # is no part of a request. */
export const hasNoFragment = (url: string): boolean => !url.includes('#');
export const fragmentIsNeverSent = { error: 'The part after # is never sent. Leave it out.' };

// Aborting makes a bad address a failure of the union, the code that the reference has for it.
export const webhookUrl = z
    .union([
        z
            .url({ protocol: /^https?$/, abort: true })
            .max(2048)
            .refine(hasNoFragment, fragmentIsNeverSent),
        z.literal('')
    ])
    .describe('Address that events about this connection go to instead of the endpoints, http or https; empty for none.');

export const webhookSecretOverlap = z
    .int()
    .min(0)
    .max(7 * 24 * 60 * 60)
    .describe('How long the webhook secret before a new one stays valid, in seconds; a day by default, 0: not at all.');

/** An origin as browsers write it: scheme, host and port, nothing else. */
export const origin = z
    .string()
    .max(255)
    .refine((value) => URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value), {
        error: 'Write the origin as a browser does, for example https://app.example.com: no path, no trailing slash.'
    });

/** One line for end users, shown as it is written. */
export function plainText(max: number) {
    return z
        .string()
        .trim()
        .min(1)
        .max(max)
        .refine((text) => !/<[a-z/!?]|&#?\w+;|\]\(|\p{Cc}/iu.test(text), {
            error: 'Write plain text in one line. Markup is not rendered: without tags, entities and Markdown links.',
            abort: true
        })
        .refine((text) => withoutControls(text) === text, {
            error: 'Leave out the invisible characters that end a line or change its direction: U+2028 to U+202E and U+2066 to U+2069.'
        });
}

const noPage = 'Give an https address; http works for localhost, 127.0.0.1 and [::1] only.';
/** A page that end users are sent to: https, or http on this machine for development. */
export const pageUrl = z
    .url({ protocol: /^https?$/, abort: true, error: noPage })
    .max(2048)
    .refine((url) => url.startsWith('https:') || /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname), {
        error: noPage
    });

const openObjectLimits = { bytes: 16 * 1024, depth: 5, keys: 64 };

/** Any JSON object, kept as it is: at most 16 KiB, 5 levels and 64 keys. */
export function openObject() {
    return z.record(z.string().max(255), z.unknown()).superRefine((value, context) => {
        const problem = objectProblem(value);
        if (problem) context.addIssue({ code: 'custom', message: problem });
    });
}

/** Why a JSON object is not stored, in words; undefined: it is small enough. */
export function objectProblem(value: unknown): string | undefined {
    if (JSON.stringify(value).length > openObjectLimits.bytes) return 'Too big: at most 16 KiB of JSON.';
    let keys = 0;
    const walk = (node: unknown, depth: number): boolean => {
        if (typeof node !== 'object' || node === null) return true;
        if (depth > openObjectLimits.depth) return false;
        const children = Object.values(node);
        keys += children.length;
        return children.every((child) => walk(child, depth + 1));
    };
    if (!walk(value, 1)) return 'Too deep: at most 5 levels.';
    return keys > openObjectLimits.keys ? 'Too many keys: at most 64.' : undefined;
}

const tagKey = /^[a-zA-Z][a-zA-Z0-9_\-./]*$/;

/** Free-form tags: at most 10, keys stored in lower case, values of 1–255 characters. */
export const tags = z
    .record(z.string().min(1).max(64).regex(tagKey), z.string().min(1).max(255))
    .transform((given, context) => {
        const entries = Object.entries(given);
        const lowered: Record<string, string> = {};
        if (entries.length > 10) context.addIssue({ code: 'custom', message: 'Tags cannot contain more than 10 keys' });
        for (const [key, value] of entries) {
            const lower = key.toLowerCase();
            if (Object.hasOwn(lowered, lower))
                context.addIssue({ code: 'custom', message: `Duplicate tag key after case normalization: "${lower}"`, path: [key] });
            if (lower === 'end_user_email' && !emailAddress.safeParse(value).success)
                context.addIssue({ code: 'custom', message: 'Tag "end_user_email" must be a valid email', path: [key] });
            lowered[lower] = value;
        }
        return lowered;
    })
    .describe(
        'Tags of the connection: at most 10. Keys have 1 to 64 characters and are stored in lower case, values 1 to 255. Those that follow from the end user, such as `end_user_id`, are added.'
    );

/** `{ data: … }`, the envelope of the newer endpoints. */
export function data<S extends z.ZodType>(schema: S) {
    return z.object({ data: schema.describe('The result.') });
}

export const success = z.object({ success: z.literal(true).describe('Always `true`; a failure has another status.') });
