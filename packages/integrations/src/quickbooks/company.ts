import { ActionError, type ActionContext, HostError, HttpError, parseJson, type ProxyConfig, ValidationError } from '@patchbay/functions';
import { z } from 'zod';
import { parseResponse } from '../parse-response.ts';
import { isOfUsedRequestId, refusalsIn, statusOf } from './errors.ts';
import { changesGuard, queryGuard } from './guards.ts';
import { orUnknownOutcome } from '../vendor-fault.ts';
import { splitList } from './split-list.ts';

/** Below it QuickBooks ignores the number. */
const MINOR_VERSION = '75';
/** A write may be repeated too, since it has a request id. */
const RETRIES = 2;

/** An object as it was sent, with floats, and with the digits of its numbers as text. */
export interface Sent {
    raw: unknown;
    object: unknown;
}

/** The connection's company at QuickBooks. */
export interface Company {
    read(entity: { path: string; name: string }, id: string): Promise<Sent>;
    /** @returns the objects, and the server's time */
    query(entity: string, query: string): Promise<{ objects: Sent[]; time: string }>;
    /**
     * What changed since an instant, which is at most 30 days ago. There are no pages: all comes at
     * once, as text.
     */
    changes(entity: string, since: string): Promise<Changes>;
    /**
     * @param parameters beside the request id, which makes a repeated write harmless
     * @param read what was written
     * @throws {HostError} `outcome_unknown` where QuickBooks does not say what became of it
     */
    write<Value>(entity: { path: string; name: string }, write: Write, read: (sent: Sent) => Value): Promise<Value>;
}

export interface Changes {
    count: number;
    time: string;
    /** Parses so many at a time. */
    parts(size: number): Iterable<Sent[]>;
}

interface Write {
    /** After the entity's path. */
    suffix?: string;
    parameters?: Readonly<Record<string, string>>;
    body: Readonly<Record<string, unknown>> | null;
}

const configuration = z.object({ realmId: z.string().min(1) });

export async function companyOf(context: ActionContext): Promise<Company> {
    const { connection_config } = await context.getConnection();
    const { data } = configuration.safeParse(connection_config);
    if (!data)
        throw new ActionError({ code: 'missing_company', message: 'The connection names no company: its configuration has no realmId.' });
    const base = `/v3/company/${encodeURIComponent(data.realmId)}`;
    const send = (method: 'GET' | 'POST', path: string, parameters: Readonly<Record<string, string>>, rest: Partial<ProxyConfig> = {}) =>
        sendChecked(context, {
            method,
            endpoint: `${base}${path}`,
            params: queryString({ ...parameters, minorversion: MINOR_VERSION }),
            headers: { accept: 'application/json' },
            retries: RETRIES,
            ...rest
        });
    return {
        async read({ path, name }, id) {
            return member(await send('GET', `/${path}/${encodeURIComponent(id)}`, {}), name);
        },
        async query(entity, query) {
            return listIn(await send('GET', '/query', { query }), (body) => {
                const { QueryResponse, time } = parseResponse(queryGuard, body);
                return { list: QueryResponse[entity], time };
            });
        },
        async changes(entity, since) {
            return changesIn(await send('GET', '/cdc', { entities: entity, changedSince: since }), entity);
        },
        async write({ path, name }, { suffix = '', parameters = {}, body }, readSent) {
            const requested = { ...parameters, requestid: context.idempotencyKey };
            const rest =
                body === null ? { headers: { accept: 'application/json', 'content-type': 'application/octet-stream' } } : { data: body };
            return knownOutcome(context, async () => readSent(member(await send('POST', `/${path}${suffix}`, requested, rest), name)));
        }
    };
}

const howToFindOut =
    'QuickBooks may have written it. Look for it before you repeat the request, or repeat it with the same Idempotency-Key, which writes nothing twice.';

/**
 * A repeated run may ask for something else than the first one did, whose response was lost: it
 * has read the version that came of it.
 * @throws {HostError} `outcome_unknown`
 */
async function knownOutcome<Value>({ attempt }: ActionContext, work: () => Promise<Value>): Promise<Value> {
    try {
        return await orUnknownOutcome(work, howToFindOut);
    } catch (error) {
        if (attempt > 1 && error instanceof HttpError && isOfUsedRequestId(error))
            throw new HostError(
                'outcome_unknown',
                'An earlier attempt has reached QuickBooks, whose response was lost. Read the object before you repeat the request.'
            );
        throw error;
    }
}

/** With `%20`: in a query `+` is a sign of its own. */
const queryString = (parameters: Readonly<Record<string, string>>) =>
    Object.entries(parameters)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&');

/**
 * @returns the response's text
 * @throws {HttpError} also for a refusal with status 200
 */
async function sendChecked(context: ActionContext, config: ProxyConfig): Promise<string> {
    const { data, headers, status } = await context.proxy<unknown>({ ...config, responseType: 'text' });
    const body = typeof data === 'string' ? data : '';
    // Only a refusal begins so; parsing each page for it would take as long as reading it.
    const refusals = /"fault"|<Fault/i.test(body.slice(0, 2000)) ? refusalsIn(body) : null;
    if (refusals) throw new HttpError({ status: status === 200 ? statusOf(refusals) : status, headers, body });
    return body;
}

const member = (body: string, name: string): Sent => {
    const envelope = z.record(z.string(), z.unknown());
    return {
        raw: parseResponse(envelope, parsed(body, 'float'))[name],
        object: parseResponse(envelope, parsed(body, 'text'))[name]
    };
};

function listIn(body: string, read: (body: unknown) => { list: unknown; time: string }): { objects: Sent[]; time: string } {
    const { list, time } = read(parsed(body, 'text'));
    return { objects: inBothForms(list ?? [], read(parsed(body, 'float')).list ?? []), time };
}

function inBothForms(list: unknown, rawList: unknown): Sent[] {
    const objects = parseResponse(z.array(z.unknown()), list);
    const raws = z.array(z.unknown()).parse(rawList);
    return objects.map((object, index) => ({ object, raw: raws[index] }));
}

function changesIn(body: string, entity: string): Changes {
    const split = splitList(body, entity);
    const { objects: others, time } = listIn(split?.rest ?? body, (rest) => {
        const { CDCResponse, time: now } = parseResponse(changesGuard, rest);
        const lists = CDCResponse.flatMap(({ QueryResponse }) => QueryResponse ?? []).flatMap((response) => response[entity] ?? []);
        return { list: lists, time: now };
    });
    return {
        count: (split?.count ?? 0) + others.length,
        time,
        *parts(size) {
            if (others.length > 0) yield others;
            for (const part of split?.parts(size) ?? []) yield inBothForms(parsed(part, 'text'), parsed(part, 'float'));
        }
    };
}

/** @throws {ValidationError} for what is not JSON, such as a page about maintenance */
function parsed(body: string, numbers: 'float' | 'text'): unknown {
    try {
        return parseJson(body, numbers);
    } catch {
        throw new ValidationError('response', [
            { path: '', message: 'QuickBooks responded with something else than JSON.', code: 'not_json' }
        ]);
    }
}
