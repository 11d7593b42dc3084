import {
    type Host,
    HostError,
    type HostRequest,
    type HostWrite,
    isJsonObject,
    type Json,
    type JsonObject,
    type ResponseReader
} from '@patchbay/functions';
import { z } from 'zod';
import { ProtocolError } from './frames.ts';
import { parseJsonText } from './json-text.ts';
import { type HostMethod, MAX_FRAME_TO_CHILD } from './protocol.ts';
import { sourceText } from './source-text.ts';

/** What isolates ask of their host. Each is parsed: the child may be an attacker's by now. */

// All of it comes from JSON.parse.
const json = z.custom<Json>(() => true);
const jsonObject = z.custom<JsonObject>(isJsonObject);
const record = z.custom<JsonObject & { id: string }>((value) => isJsonObject(value) && typeof value['id'] === 'string');
const name = z.string().max(1_000);
const optionalName = name.nullable();
const nothing = z.null();
const model = z.strictObject({ model: name });
const syncs = z.strictObject({ name, variant: name });
const path = z.string().max(64 * 1024);
const issue = z.strictObject({ path: z.string(), message: z.string(), code: z.string() });

const request = z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    endpoint: path,
    query: path,
    headers: z.record(name, z.union([z.string(), z.number(), z.boolean()]).transform(String)),
    body: z
        .union([z.string(), z.strictObject({ base64: z.base64() })])
        .nullable()
        .transform((body) => (typeof body === 'string' || body === null ? body : Uint8Array.from(Buffer.from(body.base64, 'base64')))),
    readOnly: z.boolean(),
    responseType: z.enum(['text', 'bytes']),
    withCredentials: z.boolean(),
    baseUrlOverride: path.nullable(),
    retries: z.number(),
    retryOn: z.array(z.number()).max(1_000),
    retryHeader: z.strictObject({ at: optionalName, after: optionalName }).nullable(),
    decompress: z.boolean(),
    forwardHeadersOnRedirect: z.boolean(),
    connectionId: optionalName,
    providerConfigKey: optionalName
}) satisfies z.ZodType<HostRequest>;

const change = z.discriminatedUnion('kind', [
    z.strictObject({
        kind: z.literal('save'),
        model: name,
        records: z.array(record),
        sources: z.array(z.strictObject({ raw: sourceText, version: z.string().nullable() }).nullable()),
        mergingStrategy: z.enum(['override', 'ignore_if_modified_after'])
    }),
    z.strictObject({ kind: z.literal('update'), model: name, records: z.array(record) }),
    z.strictObject({ kind: z.literal('delete'), model: name, ids: z.array(z.string()) })
]);

const write = z
    .strictObject({
        changes: z.array(change).max(1_000),
        setAside: z.array(z.strictObject({ model: name, id: z.string().nullable(), issues: z.array(issue), record: json })),
        checkpoint: z.strictObject({ value: jsonObject.nullable() }).optional()
    })
    .transform(({ checkpoint, ...rest }): HostWrite => (checkpoint ? { ...rest, checkpoint } : rest));

const line = z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']), message: z.string(), meta: json, at: z.iso.datetime() });

const arguments_ = {
    request,
    write,
    getRecords: z.strictObject({ model: name, ids: z.array(z.string()).max(1_000) }),
    listRecords: z.strictObject({ model: name, cursor: path.nullable() }),
    trackDeletesStart: model,
    trackDeletesEnd: model,
    getCheckpoint: nothing,
    getMetadata: nothing,
    setMetadata: z.strictObject({ metadata: jsonObject, merge: z.boolean() }),
    getConnection: z.strictObject({
        connectionId: optionalName,
        providerConfigKey: optionalName,
        refreshToken: z.boolean(),
        forceRefresh: z.boolean()
    }),
    getIntegration: z.strictObject({ include: z.array(z.enum(['webhook', 'credentials'])).max(2) }),
    getEnvironmentVariables: nothing,
    getWebhookUrl: nothing,
    log: z.strictObject({ lines: z.array(line).max(100) }),
    triggerAction: z.strictObject({ providerConfigKey: name, connectionId: name, name, input: json }),
    triggerSync: z.strictObject({ providerConfigKey: name, connectionId: name, sync: syncs, reset: z.boolean(), emptyCache: z.boolean() }),
    startSync: z.strictObject({ providerConfigKey: name, connectionId: optionalName, syncs: z.array(syncs).max(1_000) }),
    acquireLock: z.strictObject({ key: name, ttlMs: z.number() }),
    releaseLock: z.strictObject({ key: optionalName })
} satisfies Record<HostMethod, z.ZodType>;

export type HostCall = { [Method in HostMethod]: { method: Method; input: z.output<(typeof arguments_)[Method]> } }[HostMethod];

/**
 * @returns the call; or, where the function gave the host something of another form, what is wrong
 * @throws {ProtocolError} for methods that there are not, and for what is not JSON
 */
export function parseCall(method: string, args: string): HostCall | HostError {
    if (!Object.hasOwn(arguments_, method)) throw new ProtocolError('A call of a method that there is not.');
    // It is a key of the table, which has them all.
    const known = method as HostMethod;
    const value = valueOf(args);
    if (value instanceof HostError) return value;
    const parsed = arguments_[known].safeParse(value);
    // The schema is that method's.
    if (parsed.success) return { method: known, input: parsed.data } as HostCall;
    const [first] = parsed.error.issues;
    return new HostError('invalid_call', `${known} does not take that: ${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`);
}

function valueOf(args: string): unknown {
    try {
        return parseJsonText(args);
    } catch (error) {
        if (error instanceof RangeError) return new HostError('invalid_call', error.message);
        throw error;
    }
}

/** @param delivered resolves when what is returned is with the child @returns JSON */
export async function callHost(
    host: Host,
    { method, input }: HostCall,
    delivered: ResponseReader['delivered'] = Promise.resolve()
): Promise<string> {
    if (method === 'request') {
        const { body, ...response } = await host.request(input, { mostBytes: MAX_FRAME_TO_CHILD, delivered });
        return JSON.stringify({ ...response, body: typeof body === 'string' ? body : { base64: Buffer.from(body).toString('base64') } });
    }
    // The method and its input belong together.
    const call = host[method].bind(host) as (input: unknown) => Promise<unknown>;
    return JSON.stringify((await call(input)) ?? null);
}
