import { createHash } from 'node:crypto';
import { isRecord, recordsIn } from '../check-fields.ts';
import type { Exchange } from '../exchange.ts';
import type { Organisation } from './books.ts';
import { BASE_CURRENCY } from './books.ts';
import { Invalid } from './documents.ts';
import { findKind } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { listOf } from './list.ts';
import { exceptionOf, gatewayRefusal, NO_SUCH, Refusal } from './reply.ts';
import type { Reply } from './reply.ts';
import { guidOf, jsonDate, textOf } from './row.ts';
import type { Row } from './row.ts';
import type { Grant } from './tokens.ts';
import { QueryError } from './where.ts';
import { writeElement } from './write.ts';
import type { WriteContext } from './write.ts';

const MAX_KEY = 128;
const KEY_MS = 6 * 60_000;

/** The response that a repeated `Idempotency-Key` gets again. */
export type Replays = Map<string, { fingerprint: string; reply: Reply; endsMs: number }>;

interface ApiContext extends WriteContext {
    grant: Grant;
    replays: Replays;
}

/** Answers a request below `/api.xro/2.0/`. @throws {Refusal} */
export function handleApi(context: ApiContext, exchange: Exchange, [resource = '', id, action]: readonly string[]): Reply {
    const { method, url, request } = exchange;
    const isOrganisation = resource.toLowerCase() === 'organisation';
    const kind = findKind(resource);
    if (!kind && !isOrganisation) throw new Refusal(404, NO_SUCH);
    const scopes = kind?.scopes ?? ['accounting.settings'];
    const isAllowed = scopes.some((scope) =>
        context.grant.scopes.some((given) => given === scope || (method === 'GET' && given === `${scope}.read`))
    );
    if (!isAllowed) throw gatewayRefusal(401, 'AuthorizationUnsuccessful');
    if (method === 'GET' && !kind) return ok(context, { Organisations: [organisationBody(context.organisation)] });
    if (!kind) throw new Refusal(405, '');
    if (method === 'GET') {
        const reply = read(context, kind, id, url.searchParams, textOf(request.headers['if-modified-since']));
        if (id === undefined) exchange.pageOf = kind.name;
        return reply;
    }
    if (method === 'DELETE') return remove(context, kind, id);
    if (method !== 'POST' && method !== 'PUT') throw new Refusal(405, '');
    if (action !== undefined && action.toLowerCase() !== 'email') throw new Refusal(404, NO_SUCH);
    return once(context, exchange, () => (action === undefined ? write(context, kind, exchange, id) : email(context, kind, id)));
}

function ok({ nowMs }: WriteContext, body: Row): Reply {
    const Id = guidOf(nowMs % 2 ** 31, 99, 0);
    return { status: 200, body: { Id, Status: 'OK', ProviderName: 'Patchbay emulator', DateTimeUTC: `/Date(${nowMs})/`, ...body } };
}

function read(context: ApiContext, kind: Kind, id: string | undefined, query: URLSearchParams, since: string | undefined): Reply {
    if (id !== undefined) return ok(context, { [kind.name]: [required(context, kind, id)] });
    try {
        return ok(context, listOf(context.organisation, kind, query, since));
    } catch (error) {
        if (error instanceof QueryError) throw exceptionOf(16, 'QueryParseException', error.message);
        throw error;
    }
}

/** @throws {Refusal} 404 */
function required({ organisation: { books } }: ApiContext, kind: Kind, id: string | undefined): Row {
    const row = books.find(kind, id ?? '');
    if (!row) throw new Refusal(404, NO_SUCH);
    return row;
}

/** Of all kinds here, only items are deleted for good. */
function remove(context: ApiContext, kind: Kind, id: string | undefined): Reply {
    if (kind.name !== 'Items' || id === undefined) throw new Refusal(405, '');
    const row = required(context, kind, id);
    if (row['IsTrackedAsInventory'] === true)
        throw invalid([{ ...row, ValidationErrors: [{ Message: 'Tracked items with transactions cannot be deleted' }] }]);
    context.organisation.books.remove(kind.name, String(row[kind.idField]));
    return { status: 204, body: '' };
}

const invalid = (elements: Row[]) => exceptionOf(10, 'ValidationException', 'A validation exception occurred', elements);

function write(context: ApiContext, kind: Kind, { method, body, url }: Exchange, id: string | undefined): Reply {
    // https://developer.xero.com/documentation/api/accounting/accounts: PUT creates, and POST
    // changes the one in the path.
    if (kind.name === 'Accounts' && (method === 'PUT') !== (id === undefined)) throw new Refusal(405, '');
    if (id !== undefined) required(context, kind, id);
    const elements = elementsOf(kind, body.toString());
    if (kind.name === 'Accounts' && elements.length > 1) throw exceptionOf(14, 'PostDataInvalidException', 'Only one account is allowed');
    const isSummarized = url.searchParams.get('summarizeErrors') !== 'false';
    const results = elements.map((sent) => {
        try {
            return { ...writeElement(context, { kind, method, id }, sent), ...(isSummarized ? {} : { StatusAttributeString: 'OK' }) };
        } catch (error) {
            if (!(error instanceof Invalid)) throw error;
            return { ...sent, StatusAttributeString: 'ERROR', ValidationErrors: error.messages.map((Message) => ({ Message })) };
        }
    });
    // What is right beside an element that is not is stored: Xero does not say what it does.
    const broken = results.filter((row) => 'ValidationErrors' in row);
    if (isSummarized && broken.length > 0) throw invalid(broken.map(({ StatusAttributeString: _, ...row }) => row));
    return ok(context, { [kind.name]: results });
}

/** One object, a list of them, or a list below the collection's name. @throws {Refusal} */
function elementsOf({ name }: Kind, text: string): Row[] {
    let body: unknown;
    try {
        body = JSON.parse(text);
    } catch {
        throw exceptionOf(14, 'PostDataInvalidException', 'JSON for post data was invalid');
    }
    const listed = isRecord(body) ? (body[name] ?? body) : body;
    const elements = isRecord(listed) ? [listed] : recordsIn(listed);
    if (elements.length === 0)
        throw exceptionOf(17, 'NoDataProcessedException', `This endpoint is expecting ${name} data in the request body.`);
    return elements;
}

function email(context: ApiContext, kind: Kind, id: string | undefined): Reply {
    const invoice = required(context, kind, id);
    const isSendable = invoice['Type'] === 'ACCREC' && ['SUBMITTED', 'AUTHORISED', 'PAID'].includes(String(invoice['Status']));
    if (!isSendable) throw invalid([{ ValidationErrors: [{ Message: 'The invoice is not of a type and status that can be emailed' }] }]);
    context.organisation.books.put('Invoices', { ...invoice, SentToContact: true, UpdatedDateUTC: jsonDate(context.nowMs) });
    return { status: 204, body: '' };
}

/**
 * @see https://developer.xero.com/documentation/guides/idempotent-requests/idempotency
 * @throws {Refusal} 400 for the key of another request
 */
function once({ replays, grant, nowMs }: ApiContext, { request, method, url, body }: Exchange, run: () => Reply): Reply {
    const key = textOf(request.headers['idempotency-key']);
    if (key === undefined) return run();
    if (key.length > MAX_KEY) throw exceptionOf(0, 'IdempotencyException', `The idempotency key is longer than ${MAX_KEY} characters`);
    const fingerprint = createHash('sha256').update(`${method} ${url.href} `).update(body).digest('hex');
    const known = replays.get(`${grant.clientId} ${key}`);
    if (known && known.endsMs > nowMs) {
        if (known.fingerprint !== fingerprint)
            throw exceptionOf(0, 'IdempotencyException', `The idempotency key ${key} is used with a different request`);
        return known.reply;
    }
    let reply: Reply;
    try {
        reply = run();
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        ({ reply } = error);
    }
    replays.set(`${grant.clientId} ${key}`, { fingerprint, reply, endsMs: nowMs + KEY_MS });
    return reply;
}

function organisationBody({ tenantId, name, shortCode, isDemo }: Organisation): Row {
    return {
        Name: name,
        LegalName: name,
        PaysTax: true,
        Version: 'NZ',
        OrganisationType: 'COMPANY',
        BaseCurrency: BASE_CURRENCY,
        CountryCode: 'NZ',
        IsDemoCompany: isDemo,
        OrganisationStatus: 'ACTIVE',
        FinancialYearEndDay: 31,
        FinancialYearEndMonth: 3,
        CreatedDateUTC: jsonDate(Date.UTC(2020, 0, 2)),
        Timezone: 'NEWZEALANDSTANDARDTIME',
        ShortCode: shortCode,
        OrganisationID: tenantId
    };
}
