import { randomUUID } from 'node:crypto';
import { isRecord } from '../check-fields.ts';
import { escapeHtml } from '../html-page.ts';
import { sendHtml } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import type { Row } from './row.ts';

export interface Reply {
    status: number;
    /** A text is sent as it is. */
    body: Row | string;
    headers?: Record<string, string>;
}

/** A response other than success. */
export class Refusal extends Error {
    override readonly name = 'Refusal';
    readonly reply: Reply;

    constructor(status: number, body: Row | string, headers: Record<string, string> = {}) {
        super(typeof body === 'string' ? body : JSON.stringify(body));
        this.reply = { status, body, headers };
    }
}

/** Refused before the Accounting API: https://github.com/XeroAPI/xero-node/issues/432 */
export function gatewayRefusal(status: 401 | 403, Detail: string): Refusal {
    const Title = status === 401 ? 'Unauthorized' : 'Forbidden';
    return new Refusal(status, { Type: null, Title, Status: status, Detail, Instance: randomUUID(), Extensions: {} });
}

export const NO_SUCH = "The resource you're looking for cannot be found";

/**
 * Xero's API exceptions.
 * @see https://developer.xero.com/documentation/api/accounting/responsecodes
 */
export function exceptionOf(ErrorNumber: number, Type: string, Message: string, Elements?: Row[]): Refusal {
    return new Refusal(400, { ErrorNumber, Type, Message, ...(Elements ? { Elements } : {}) });
}

const PLACES: Readonly<Record<string, number>> = {
    Quantity: 4,
    QuantityOnHand: 4,
    CurrencyRate: 10,
    ...Object.fromEntries(
        [
            'SubTotal',
            'TotalTax',
            'Total',
            'AmountDue',
            'AmountPaid',
            'AmountCredited',
            'LineAmount',
            'TaxAmount',
            'Amount',
            'TotalCostPool'
        ].map((field) => [field, 2])
    )
};

/** JSON with the decimals and the escaped dates of Xero. @param places of unit amounts */
function toJson(body: Row, places: number): string {
    const units = { UnitAmount: places, UnitPrice: places };
    const digits = (key: string, value: unknown) => {
        const decimals = { ...PLACES, ...units }[key];
        return typeof value === 'number' && decimals !== undefined ? `#${value.toFixed(decimals)}#` : value;
    };
    return JSON.stringify(body, digits)
        .replace(/"#(-?[\d.]+)#"/g, '$1')
        .replace(/"\/(Date\([-+\d]+\))\/"/g, String.raw`"\/$1\/"`);
}

/** What is not asked for as JSON is XML, of which only the outline is Xero's. */
export function sendReply({ request, response }: Exchange, { status, body, headers = {} }: Reply, places: number): void {
    if (status === 204 || body === '') {
        response.statusCode = status;
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        return void response.end();
    }
    if (typeof body === 'string') return sendHtml(response, status, body, headers);
    const wantsJson = /\bapplication\/json\b/i.test(request.headers.accept ?? '');
    const type = wantsJson ? 'application/json; charset=utf-8' : 'text/xml; charset=utf-8';
    sendHtml(response, status, wantsJson ? toJson(body, places) : `<Response>${toXml(body)}</Response>`, {
        'content-type': type,
        ...headers
    });
}

function toXml(value: unknown): string {
    if (!isRecord(value)) return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value ?? ''));
    return Object.entries(value)
        .map(([name, field]) => {
            const inner = Array.isArray(field)
                ? field.map((one) => `<${name.replace(/s$/, '')}>${toXml(one)}</${name.replace(/s$/, '')}>`).join('')
                : toXml(field);
            return `<${name}>${inner}</${name}>`;
        })
        .join('');
}
