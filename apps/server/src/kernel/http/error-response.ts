import { type IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointShape, ErrorCode } from '@patchbay/contracts';
import { AppError, declaredErrors, errorCatalog, statusesOf } from '@patchbay/contracts';
import { isDatabaseUnavailable } from '@patchbay/db';
import type { Response } from 'express';
import type { Log } from '../log/log.ts';
import { SealError } from '../crypto/seal.ts';
import { sendJson } from './send-json.ts';

// SQLSTATE of concurrent writes: foreign key, unique key, serialization failure, deadlock.
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const conflictStates = ['23503', '23505', '40001', '40P01'];

interface ErrorContext {
    log: Log;
    publicUrl: string;
    endpoint?: EndpointShape;
    /** Of the path, which may be an alias. */
    deprecation?: EndpointShape['deprecation'];
}

/** Maps every failure to HTTP. Anything but an `AppError` is logged and sent without details. */
export function sendError(response: Response, thrown: unknown, context: ErrorContext): void {
    const error = toAppError(thrown, context.log);
    const status = error.status ?? statusesOf(context.endpoint?.errors, error.code)[0];
    if (response.headersSent) {
        response.destroy();
        return;
    }
    if (context.endpoint) checkDeclared(error.code, context.endpoint, context);
    if (error.retryAfterS !== undefined) response.setHeader('retry-after', Math.max(1, Math.ceil(error.retryAfterS)));
    // The client need not send the rest of a body that is refused (RFC 9110 §15.5.14).
    if (status === 413 || status === 408) response.setHeader('connection', 'close');
    // Distinguishes our errors from an upstream's with the same status.
    if (context.endpoint?.streams) response.setHeader('patchbay-error', error.code);
    // RFC 8288; `help` is a registered relation. The reference's envelope has no field for it.
    response.appendHeader('link', `<${context.publicUrl}/docs/errors#${error.code}>; rel="help"`);
    const words = context.endpoint?.errorsInWords?.[error.code];
    if (words !== undefined) {
        sendJson(response, status, { error: words === true ? error.message : words });
        return;
    }
    sendJson(response, status, {
        error: {
            code: error.code,
            message: error.message,
            ...(error.errors ? { errors: error.errors } : {}),
            ...(error.payload ? { payload: error.payload } : {}),
            ...(error.upstream ? { upstream: error.upstream } : {}),
            ...(error.code === 'too_many_request' ? { method: response.req.method, path: response.req.url.split('?')[0] } : {})
        }
    });
}

/**
 * An error where no endpoint is served: as JSON while the server starts, as text to browsers, which
 * show it as a page, and to script tags, which read no JSON.
 */
export function sendPlainError(response: ServerResponse, error: AppError, form: 'json' | 'text'): void {
    const { code, message, retryAfterS } = error;
    response.statusCode = error.status ?? errorCatalog[code].status;
    if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS);
    response.setHeader('content-type', form === 'json' ? 'application/json' : 'text/plain; charset=utf-8');
    response.end(form === 'json' ? JSON.stringify({ error: { code, message } }) : message);
}

/** An error to a client that asks for a WebSocket, for which Node makes no response. */
export function refuseUpgrade(request: IncomingMessage, error: AppError): void {
    const { socket } = request;
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // Otherwise a client that does not close its end would keep the connection.
    response.once('finish', () => socket.destroySoon());
    sendPlainError(response, error, 'json');
}

/** The caller still gets the response; a test that sees the line fails. */
function checkDeclared(code: ErrorCode, endpoint: EndpointShape, { deprecation, log }: ErrorContext): void {
    if (declaredErrors(endpoint, deprecation).some((declared) => declared.code === code)) return;
    log.error('undeclared_error_code', { code, reason: `Add ${code} to the errors of the contract ${endpoint.id}.` });
}

function toAppError(thrown: unknown, log: Log): AppError {
    if (thrown instanceof AppError) return thrown;
    if (thrown instanceof URIError)
        return new AppError('invalid_uri_params', { message: 'The path holds a percent sign that is not part of an encoded character.' });
    if (thrown instanceof SealError) {
        log.error('secrets_unreadable: stored secrets could not be opened', { error: thrown });
        return new AppError('credential_unreadable');
    }
    if (isDatabaseUnavailable(thrown)) {
        log.error('database_unavailable', { error: thrown });
        return new AppError('dependency_unavailable');
    }
    if (thrown instanceof Error && 'code' in thrown && conflictStates.some((state) => state === thrown.code)) {
        log.warn('write_conflict: concurrent requests changed the same row', { error: thrown });
        return new AppError('conflict');
    }
    log.error('unexpected_failure', { error: thrown });
    return new AppError('server_error');
}
