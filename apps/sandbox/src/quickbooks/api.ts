import { createHash } from 'node:crypto';
import type { Exchange } from '../exchange.ts';
import { ApiError, notFound, unsupportedOperation } from './api-error.ts';
import { runBatch } from './batch.ts';
import { changesSince } from './changes.ts';
import type { Company } from './company.ts';
import { executeQuery } from './execute-query.ts';
import type { QueryOptions } from './execute-query.ts';
import { HOME_CURRENCY } from './generate-names.ts';
import { findKind } from './kinds.ts';
import { pacificTime } from './pacific-time.ts';
import { parseQuery } from './query-parser.ts';
import type { Reply } from './reply.ts';
import type { Row } from './row.ts';
import { storeRow } from './store-row.ts';
import type { WriteContext } from './store-row.ts';
import { countEmail } from './throttle.ts';
import { parseBody, writeEntity } from './write.ts';

/** A request below `/v3/company/<realm>/`, with the rest of its path. */
export interface ApiRequest {
    exchange: Exchange;
    path: readonly string[];
}

const MAX_REQUEST_ID = 50;

/** Answers an authorized request. @throws {ApiError} */
export function handleApi(context: WriteContext, { exchange, path }: ApiRequest): Reply {
    const { method } = exchange;
    const [resource = '', id, action] = path;
    const { company, nowMs, settings } = context;
    const time = pacificTime(nowMs);
    const options: QueryOptions = { nowMs, lagMs: settings.query_lag_s * 1000, isGenerous: settings.extra_row };
    const ok = (body: Row): Reply => ({ status: 200, body: { ...body, time } });

    if (resource === 'query') {
        const text = method === 'POST' ? exchange.body.toString() : (exchange.url.searchParams.get('query') ?? '');
        const query = parseQuery(text);
        const QueryResponse = executeQuery(company.books, query, options);
        const kind = query.select === 'count' ? undefined : findKind(query.entity);
        if (kind) exchange.pageOf = kind.name;
        return ok({ QueryResponse });
    }
    if (resource === 'cdc') return ok(changesSince(company.books, exchange.url.searchParams, { nowMs, settings }));
    if (resource === 'companyinfo' && method === 'GET') return ok({ CompanyInfo: companyInfo(company) });
    if (resource === 'preferences' && method === 'GET') return ok({ Preferences: preferences() });
    if (resource === 'batch' && method === 'POST') {
        return once(company, exchange, () => ok(runBatch(context, parseBody(exchange.body), options)));
    }
    const kind = findKind(resource);
    if (!kind || resource !== resource.toLowerCase()) throw unsupportedOperation(`Operation ${resource} is not supported.`);
    if (method === 'GET' && id !== undefined && action === undefined) {
        const row = company.books.get(kind.name, id);
        if (!row) throw notFound();
        return ok({ [kind.name]: row });
    }
    if (method !== 'POST') throw unsupportedOperation(`${method} is not supported for ${kind.name}`);
    if (action === 'send') {
        const row = company.books.get(kind.name, id ?? '');
        if (!row) throw notFound();
        countEmail(company, nowMs);
        return ok({ [kind.name]: storeRow(context, kind.name, row, { ...row, EmailStatus: 'EmailSent' }, 'emailed') });
    }
    if (id !== undefined) throw unsupportedOperation(`POST is not supported for one ${kind.name}`);
    const { searchParams } = exchange.url;
    const include = (searchParams.get('include') ?? '').toLowerCase().split(',');
    const operation = (searchParams.get('operation') ?? '').toLowerCase();
    return once(company, exchange, () => ok({ [kind.name]: writeEntity(context, kind, parseBody(exchange.body), { operation, include }) }));
}

/** A repeated `requestid` gets the first response again, whatever that was. */
function once({ replays }: Company, { url, body }: Exchange, run: () => Reply): Reply {
    const id = url.searchParams.get('requestid');
    if (id === null || id === '') return run();
    if (id.length > MAX_REQUEST_ID)
        throw new ApiError('600', 'Invalid Request ID', `The request id has more than ${MAX_REQUEST_ID} characters`);
    const fingerprint = createHash('sha256')
        .update(`${url.pathname} ${url.searchParams.get('operation') ?? ''} `)
        .update(body)
        .digest('hex');
    const known = replays.get(id);
    if (known && known.fingerprint !== fingerprint) {
        throw new ApiError('600', 'Duplicate Request ID', `Request ID ${id} was used for another request`);
    }
    if (known) return known.reply;
    const reply = run();
    replays.set(id, { fingerprint, reply });
    return reply;
}

function companyInfo({ realmId, name, environment }: Company): Row {
    return {
        CompanyName: name,
        LegalName: name,
        CompanyStartDate: '2020-01-02',
        FiscalYearStartMonth: 'January',
        Country: 'US',
        CompanyAddr: {
            Id: '1',
            Line1: '123 Sierra Way',
            City: 'San Pablo',
            CountrySubDivisionCode: 'CA',
            PostalCode: '87999',
            Country: 'USA'
        },
        Email: { Address: 'books@example.com' },
        SupportedLanguages: 'en',
        NameValue: [
            { Name: 'CompanyType', Value: 'Other' },
            { Name: 'SubscriptionStatus', Value: environment === 'sandbox' ? 'TRIAL' : 'SUBSCRIBED' },
            { Name: 'RealmId', Value: realmId }
        ],
        domain: 'QBO',
        sparse: false,
        Id: '1',
        SyncToken: '4',
        MetaData: { CreateTime: '2020-01-02T03:04:05-08:00', LastUpdatedTime: '2025-07-08T09:10:11-07:00' }
    };
}

function preferences(): Row {
    return {
        CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: HOME_CURRENCY } },
        AccountingInfoPrefs: {
            UseAccountNumbers: true,
            ClassTrackingPerTxn: false,
            TrackDepartments: false,
            CustomerTerminology: 'Customers'
        },
        SalesFormsPrefs: { CustomTxnNumbers: true, AllowDeposit: true, AllowDiscount: true },
        domain: 'QBO',
        sparse: false,
        Id: '1',
        SyncToken: '0'
    };
}
