import type { EndpointShape } from '@patchbay/contracts';
import { AppError, errorCatalog } from '@patchbay/contracts';
import { isDatabaseUnavailable } from '@patchbay/db';
import type { Response } from 'express';
import type { Log } from '../runtime/log.ts';
import { SealError } from '../crypto/seal.ts';
import { sendJson } from './send-json.ts';

// Two requests met at one row, and what the later one relied on is taken or gone: foreign key, unique key, serialization, deadlock.
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const lostRaces = ['23503', '23505', '40001', '40P01'];

/** The only place that turns a failure into HTTP. Anything that is not an `AppError` is a fault of ours: logged, and answered without details. */
export function sendError(response: Response, thrown: unknown, context: { log: Log; publicUrl: string; endpoint?: EndpointShape }): void {
    const error = toAppError(thrown, context.log);
    const override = context.endpoint?.errors?.[error.code];
    const status = error.status ?? (typeof override === 'number' ? override : errorCatalog[error.code].status);
    if (response.headersSent) {
        response.destroy();
        return;
    }
    if (error.retryAfterS !== undefined) response.setHeader('retry-after', Math.max(1, Math.ceil(error.retryAfterS)));
    // A body that was refused unread would otherwise be read to its end. Those who stream say themselves how far.
    if ((status === 413 && !context.endpoint?.streams) || status === 408) response.setHeader('connection', 'close');
    // There the status alone does not tell whose answer it is.
    if (context.endpoint?.streams) response.setHeader('patchbay-error', error.code);
    // RFC 8288; `help` is a registered relation. In the body it would be a key that the reference's envelope lacks.
    response.appendHeader('link', `<${context.publicUrl}/docs/errors#${error.code}>; rel="help"`);
    sendJson(response, status, {
        error: {
            code: error.code,
            message: error.message,
            ...(error.errors ? { errors: error.errors } : {}),
            ...(error.payload ? { payload: error.payload } : {}),
            ...(error.code === 'too_many_request' ? { method: response.req.method, path: response.req.url.split('?')[0] } : {})
        }
    });
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
    if (thrown instanceof Error && 'code' in thrown && lostRaces.some((state) => state === thrown.code)) {
        log.warn('write_conflict: concurrent requests changed the same row', { error: thrown });
        return new AppError('conflict');
    }
    log.error('unexpected_failure', { error: thrown });
    return new AppError('server_error');
}
