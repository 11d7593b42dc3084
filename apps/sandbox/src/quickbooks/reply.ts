import { sendHtml, sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { ApiError, faultOf } from './api-error.ts';
import { pacificTime } from './pacific-time.ts';
import { rowOf, rowsOf } from './row.ts';
import type { Row } from './row.ts';
import { responseXml } from './xml.ts';

export interface Reply {
    status: number;
    body: Row;
    headers?: Record<string, string>;
    /** XML whatever was asked for. */
    isXml?: true;
}

/** The gateway's refusals of a token, before the service has seen the request. */
export class GatewayError extends Error {
    override readonly name = 'GatewayError';
    readonly status: 401 | 403;
    readonly code: '3200' | '3100' | '100' | '120' | '130';
    readonly detail: string;

    constructor(status: 401 | 403, code: GatewayError['code'], name: string, detail: string) {
        super(`message=${name}; errorCode=${code.padStart(6, '0')}; statusCode=${status}`);
        this.status = status;
        this.code = code;
        this.detail = detail;
    }
}

/** @returns undefined for an error that is not the API's */
export function replyOfError(error: unknown, nowMs: number): Reply | undefined {
    if (error instanceof GatewayError) return { status: error.status, body: gatewayBody(error, nowMs) };
    if (error instanceof ApiError) return { status: error.status, body: { Fault: faultOf(error), time: pacificTime(nowMs) } };
    return undefined;
}

function gatewayBody({ message, detail, code, status }: GatewayError, time: number): Row {
    return {
        warnings: null,
        intuitObject: null,
        fault: { error: [{ message, detail, code, element: null }], type: status === 401 ? 'AUTHENTICATION' : 'AuthorizationFault' },
        report: null,
        queryResponse: null,
        batchItemResponse: [],
        attachableResponse: [],
        syncErrorResponse: null,
        requestId: null,
        time,
        status: null,
        cdcresponse: []
    };
}

/** Sends JSON to who asks for it by `Accept` or `format=json`, and XML to all others. */
export function sendReply({ request, response, url }: Exchange, { status, body, headers = {}, isXml }: Reply): void {
    const wantsJson = /\bapplication\/json\b/i.test(request.headers.accept ?? '') || url.searchParams.get('format') === 'json';
    if (wantsJson && !isXml) return sendJson(response, status, body, headers);
    sendHtml(response, status, responseXml(xmlBody(body)), { 'content-type': 'application/xml; charset=utf-8', ...headers });
}

/** The gateway's fields in lower case are JSON only. */
function xmlBody(body: Row): Row {
    const fault = rowOf(body['fault']);
    const errors = rowsOf(fault['error']).map(({ message, detail, code }) => ({ code, Message: message, Detail: detail }));
    if (errors.length === 0) return body;
    const { type } = fault;
    return { time: pacificTime(Number(body['time'])), Fault: { type, Error: errors } };
}
