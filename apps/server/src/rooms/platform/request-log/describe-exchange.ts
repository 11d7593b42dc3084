import { AppError, type RequestKind } from '@patchbay/contracts';
import { EgressError, type Exchange } from '../../../kernel/egress/egress.ts';
import { textsIn } from '../../../kernel/log/secret-search.ts';
import type { BodiesKept } from './bodies-kept.ts';
import { bodyText, type LoggedBody } from './body-text.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { termsOf } from './terms.ts';

/** An exchange that has ended. */
export interface EndedExchange {
    exchange: Exchange;
    id: string;
    attempt: number;
    startedAt: Date;
    /** When it ended, which its id says too. */
    at: Date;
}

/** What is stored beside the columns. */
export interface LoggedDetails {
    request: LoggedMessage;
    response: LoggedMessage;
}

interface Bodies {
    request?: LoggedBody | undefined;
    response?: LoggedBody | undefined;
}

interface LoggedMessage {
    headers: Record<string, string>;
    body?: LoggedBody | undefined;
}

const maxUrlLength = 2048;
const maxErrorLength = 500;
/** Requests whose bodies are made of credentials: their names differ from provider to provider. */
const tokenKinds: readonly RequestKind[] = ['token', 'refresh', 'revocation'];

/** Which bodies of an exchange are kept. */
export function bodiesToKeep(kept: BodiesKept, kind: RequestKind, status: number | undefined): { request: boolean; response: boolean } {
    const isOpen = kept === 'all' && !tokenKinds.includes(kind);
    return { request: isOpen, response: isOpen || (kept !== 'none' && status !== undefined && status >= 400) };
}

/** The row of an exchange, without secrets, in the form that `insertEntries` takes. */
function describeExchange({ exchange, id, attempt, startedAt }: EndedExchange, bodies: Bodies, redactor: Redactor) {
    const { purpose, request, status, requestHeaders, responseHeaders, startedAt: start, connectedAt, firstByteAt, endedAt } = exchange;
    const url = redactor.url(exchange.url).slice(0, maxUrlLength).toWellFormed();
    const error = exchange.error && describeError(exchange.error);
    const errorText = error && redactor.text(error.message).slice(0, maxErrorLength).toWellFormed();
    const isFailed = error !== undefined || (status ?? 0) >= 400;
    return {
        environment_id: purpose.environmentId,
        id,
        operation_id: purpose.operationId,
        attempt,
        request_id: request?.requestId ?? purpose.operationId,
        kind: purpose.kind,
        provider: purpose.provider,
        integration_key: purpose.integrationKey,
        connection_id: purpose.connectionId,
        method: exchange.method,
        url,
        status,
        is_failed: isFailed,
        error_code: error?.code,
        error_message: errorText,
        started_at: startedAt,
        queue_ms: rounded(exchange.queuedMs),
        connect_ms: connectedAt === undefined ? undefined : rounded(connectedAt - start),
        first_byte_ms: firstByteAt === undefined ? undefined : rounded(firstByteAt - (connectedAt ?? start)),
        total_ms: rounded(endedAt - start),
        request_bytes: exchange.requestBody.bytes,
        response_bytes: exchange.responseBody.bytes,
        details: {
            request: { headers: redactor.headers(requestHeaders), body: bodies.request },
            response: { headers: redactor.headers(responseHeaders), body: bodies.response }
        } satisfies LoggedDetails,
        terms: termsOf({
            environmentId: purpose.environmentId,
            url,
            error: errorText,
            status,
            isFailed,
            kind: purpose.kind,
            integrationKey: purpose.integrationKey,
            runId: purpose.runId
        })
    };
}

export type LogRow = ReturnType<typeof describeExchange>;

/** The same with the bodies that are kept; at once where there are none. */
export function describeWithBodies(ended: EndedExchange, kept: BodiesKept): LogRow | Promise<LogRow> {
    const { purpose, request, status, requestBody, responseBody, requestHeaders, responseHeaders } = ended.exchange;
    const secrets = textsIn(purpose.secrets, undefined, request?.secretTexts());
    const redactor = createRedactor(secrets, purpose.secretNames);
    const keep = bodiesToKeep(kept, purpose.kind, status);
    if (!keep.request && !keep.response) return describeExchange(ended, {}, redactor);
    const read = async (): Promise<LogRow> => {
        const bodies: Bodies = {};
        if (keep.request) bodies.request = await bodyText(requestBody, requestHeaders, redactor, secrets);
        if (keep.response) bodies.response = await bodyText(responseBody, responseHeaders, redactor, secrets);
        return describeExchange(ended, bodies, redactor);
    };
    return read();
}

function describeError(error: Error): { code: string; message: string } {
    if (error instanceof EgressError) return { code: error.code, message: error.message };
    // Refused before it was sent.
    if (error instanceof AppError) return { code: error.code, message: error.message };
    if (error.name === 'TimeoutError') return { code: 'timeout', message: 'There was no complete response in time.' };
    return { code: 'aborted', message: 'The request was ended from our side: its caller had gone, or needed no more of the response.' };
}

function rounded(ms: number): number {
    return Math.round(ms * 1000) / 1000;
}
