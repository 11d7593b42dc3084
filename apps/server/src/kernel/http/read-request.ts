import type { IncomingMessage } from 'node:http';
import type { EndpointShape, ParsedInput } from '@patchbay/contracts';
import { AppError, errorCatalog, type Issue, openBodyFields } from '@patchbay/contracts';
import type { Request } from 'express';
import { z } from 'zod';
import { collectBytes } from '../runtime/collect-bytes.ts';
import { elsewhere } from '../runtime/work-slots.ts';
import { findRoundedNumber, roundedNumberError } from './exact-numbers.ts';
import { findUnstorable, parseJsonBody } from './json-body.ts';
import { rememberSecrets } from '../log/request-context.ts';

type InputCode = 'invalid_body' | 'invalid_query_params' | 'invalid_uri_params' | 'invalid_headers';

const defaultMaxBodyBytes = 1024 * 1024;
/** Read beyond the limit and discarded: a reset would lose the response to a client that sends. */
const discardedBytes = 8 * 1024 * 1024;
/** A body that takes so long waits for its client. */
const slowBodyMs = 100;
const emptyBody = z.strictObject({}).optional();
const anyBody = z.unknown();

/** Reads and parses every part of a request. What the endpoint does not name is refused. */
export async function readRequest<E extends EndpointShape>(endpoint: E, request: Request): Promise<ParsedInput<E>> {
    const params = endpoint.params ? check(endpoint, endpoint.params, request.params, 'invalid_uri_params') : undefined;
    const query = (endpoint.page || endpoint.streams) && !endpoint.query ? undefined : readQuery(endpoint, request);
    const headers = endpoint.headers ? check(endpoint, endpoint.headers, request.headers, 'invalid_headers') : undefined;
    // An unexpected body is refused too, except an empty object, which some clients send.
    const hasBody = endpoint.body !== undefined || (!endpoint.page && !endpoint.streams && announcesBody(request));
    // Where it may be a form, the handler reads it.
    if (endpoint.form && announcesBody(request) && !isForm(request)) requireJson(endpoint, request);
    const read = hasBody && !endpoint.form ? await readBody(endpoint, request) : undefined;
    const body = read && checkBody(endpoint, read.value);
    // The schemas are the endpoint's own, so these are the types of ParsedInput.
    return { params, query, headers, body, roundedNumber: read?.roundedNumber } as ParsedInput<E>;
}

export function isForm({ headers }: IncomingMessage): boolean {
    return /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');
}

/**
 * @throws {AppError} `invalid_content_type`, `invalid_json`, `invalid_body`, and those of
 * {@link readBytes}
 */
export async function readJson(endpoint: EndpointShape, request: IncomingMessage): Promise<unknown> {
    return checkBody(endpoint, (await readBody(endpoint, request)).value);
}

function checkBody(endpoint: EndpointShape, value: unknown): unknown {
    return check(endpoint, endpoint.parsedByFunction ? anyBody : (endpoint.body ?? emptyBody), value, 'invalid_body');
}

function readQuery(endpoint: EndpointShape, request: Request): unknown {
    // Empty, so of this type; without a prototype, because a name may be `__proto__`.
    const values = Object.create(null) as Record<string, unknown>;
    const problem = (path: string[], message: string) =>
        new AppError('invalid_query_params', { message, errors: [{ code: 'custom', message, path }] });
    for (const [name, value] of new URLSearchParams(queryOf(request))) {
        const [, outer = '', key = ''] = (name.endsWith(']') && /^(\w+)\[([^\][]*)\]$/.exec(name)) || [];
        if (endpoint.bracketedQuery?.includes(outer)) {
            const group: unknown = (values[outer] ??= Object.create(null));
            if (typeof group !== 'object' || group === null || key in group)
                throw problem([outer, key], `${name} is given more than once.`);
            Object.assign(group, { [key]: value });
        } else if (endpoint.repeatedQuery?.includes(name)) {
            const group = (values[name] ??= []);
            if (Array.isArray(group)) group.push(value);
        } else {
            if (name in values) throw problem([name], `${name} is given more than once.`);
            values[name] = value;
        }
    }
    if (endpoint.query) return check(endpoint, endpoint.query, { ...values }, 'invalid_query_params');
    const unknown = Object.keys(values);
    if (unknown.length > 0) {
        const message = `Unrecognized key${unknown.length > 1 ? 's' : ''}: ${unknown.map((name) => `"${name}"`).join(', ')}`;
        throw new AppError('invalid_query_params', {
            message: shapeMessage('invalid_query_params', endpoint),
            errors: [{ code: 'unrecognized_keys', message, path: [] }]
        });
    }
    return undefined;
}

function queryOf({ url }: Request): string {
    const start = url.indexOf('?');
    return start === -1 ? '' : url.slice(start);
}

async function readBody(
    endpoint: EndpointShape,
    request: IncomingMessage
): Promise<{ value: unknown; roundedNumber?: readonly string[] | undefined }> {
    const bytes = await readBytes(request, endpoint.maxBodyBytes ?? defaultMaxBodyBytes);
    if (bytes.length === 0) return { value: undefined };
    requireJson(endpoint, request);
    const value = parseJsonBody(bytes);
    const roundedNumber = endpoint.exactNumbers && findRoundedNumber(bytes.toString());
    if (roundedNumber && endpoint.exactNumbers === 'required') throw roundedNumberError(roundedNumber);
    // Input of functions is data, perhaps a whole file; each log line would be searched for it.
    if (!endpoint.parsedByFunction) rememberSecrets(withoutOpenFields(value));
    return { value, roundedNumber };
}

/** @throws {AppError} `invalid_content_type` */
function requireJson({ form }: EndpointShape, { headers }: IncomingMessage): void {
    if (/^application\/json(\s*;.*)?$/i.test(headers['content-type'] ?? '')) return;
    const message = 'Content-Type header must be application/json or multipart/form-data';
    throw new AppError('invalid_content_type', form ? { message } : {});
}

function withoutOpenFields(body: unknown): unknown {
    if (typeof body !== 'object' || body === null) return body;
    return Object.fromEntries(Object.entries(body).filter(([name]) => !openBodyFields.includes(name)));
}

function announcesBody({ headers }: IncomingMessage): boolean {
    return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a body as it is sent. While its client takes its time other requests may run.
 * @throws {AppError} `unsupported_content_encoding`, `request_too_large`, `request_timeout`
 */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
    return elsewhere(receive(request, limit), slowBodyMs);
}

function receive(request: IncomingMessage, limit: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
        const encoding = request.headers['content-encoding'];
        if (encoding !== undefined && encoding !== 'identity') throw new AppError('unsupported_content_encoding');
        const refuse = () =>
            reject(
                new AppError('request_too_large', {
                    message: `The body is larger than the ${Math.floor(limit / 1024)} KiB that this endpoint accepts.`
                })
            );
        if (Number(request.headers['content-length'] ?? 0) > limit + discardedBytes) return refuse();
        const received = collectBytes();
        // Without a body Node emits no `end` (optimizeEmptyRequests).
        if (!announcesBody(request)) return resolve(received.takeWhole());
        // It may have gone before it was read.
        if (request.destroyed) return reject(new AppError('request_timeout'));
        let length = 0;
        request.on('data', (chunk: Buffer) => {
            length += chunk.length;
            if (length <= limit) received.add(chunk);
            else if (length > limit + discardedBytes) refuse();
        });
        request.on('end', () => (length > limit ? refuse() : resolve(received.takeWhole())));
        // The client disconnected or was too slow.
        request.on('error', (cause) => reject(new AppError('request_timeout', { cause })));
    });
}

/** Says also where the shape is documented. */
function shapeMessage(code: InputCode, { id, method, path }: EndpointShape): string {
    return `${errorCatalog[code].message.replace(/\.$/, '')}: see ${id} (${method} ${path}) in /openapi.json.`;
}

function check(endpoint: EndpointShape, schema: z.ZodType, value: unknown, code: InputCode): unknown {
    const unstorable = findUnstorable(value);
    if (unstorable) throw new AppError(code, { message: unstorable.message, errors: [{ code: 'custom', ...unstorable }] });
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const errors = parsed.error.issues.map(toIssue);
    throw new AppError(code, { message: shapeMessage(code, endpoint), errors });
}

function toIssue(issue: z.core.$ZodIssue): Issue {
    return { code: issue.code, message: issue.message, path: issue.path.map(String) };
}
