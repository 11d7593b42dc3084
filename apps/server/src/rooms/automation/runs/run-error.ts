import { AppError, errorCatalog, type ErrorCode } from '@patchbay/contracts';
import { type HostResponse, isJsonObject, type Issue, parseRetryAfter, type RunError } from '@patchbay/functions';
import { storableJson } from '../../../kernel/sql/storable-json.ts';

/**
 * How a failed run is told: `POST /action/trigger` has the reference's codes; unified endpoints
 * have the status that the refusal of the vendor means.
 */
export type ErrorStyle = 'reference' | 'unified';

/** When to try again, where the provider states it. */
export function retryAfterOf(error: RunError, now = new Date()): { retryAfterS: number } | undefined {
    if (error.type === 'http_error') {
        const seconds = parseRetryAfter(error.response.headers['retry-after'], now);
        return seconds === undefined ? undefined : { retryAfterS: seconds };
    }
    const payload = 'payload' in error ? error.payload : null;
    const seconds = isJsonObject(payload) ? payload['retry_after'] : undefined;
    return typeof seconds === 'number' && seconds >= 0 ? { retryAfterS: seconds } : undefined;
}

/** The caller's error for an action that failed. */
export function toActionError(error: RunError, style: ErrorStyle, now = new Date()): AppError {
    switch (error.type) {
        case 'action_error':
            return fromActionError({ ...withShortBody(error, mostToldChars).payload }, style, retryAfterOf(error, now));
        case 'http_error':
            return fromHttpError(error.response, style, retryAfterOf(error, now));
        case 'validation_error':
            return fromValidation(error.validated, error.issues);
        case 'host_error':
            return fromHostError(error.code, error.message, retryAfterOf(error, now));
        case 'internal_error':
            return new AppError('script_internal_error', { payload: { name: error.name, message: error.message } });
    }
}

/** Of a message that is kept, and sent in events: it can be all that a vendor said. */
const mostMessageChars = 2000;

/** What is told of a failed run that has no caller. */
export function describeRunError(error: RunError): { code: string; message: string } {
    const { code, message } = inWords(error);
    return { code, message: message.length > mostMessageChars ? `${message.slice(0, mostMessageChars - 1).toWellFormed()}…` : message };
}

function inWords(error: RunError): { code: string; message: string } {
    if (error.type === 'host_error') return { code: error.code, message: error.message };
    const { code, message } = toActionError(error, 'unified');
    if (error.type === 'http_error') return { code, message: `The provider responded with status ${error.response.status}.` };
    return { code, message };
}

type RetryAfter = ReturnType<typeof retryAfterOf>;

function fromHttpError(response: KeptResponse, style: ErrorStyle, retryAfter: RetryAfter): AppError {
    const told = { payload: {}, upstream: upstreamOf(response), ...retryAfter };
    return new AppError(style === 'unified' && response.status === 429 ? 'provider_rate_limited' : 'script_http_error', told);
}

function fromActionError(payload: Record<string, unknown>, style: ErrorStyle, retryAfter: RetryAfter): AppError {
    if (style === 'reference') return new AppError('action_script_runtime_error', { payload, ...retryAfter });
    const { status, message, code, ...rest } = payload;
    const known = typeof status === 'number' && status >= 400 && status <= 599 ? { status } : {};
    const words = typeof message === 'string' ? { message } : {};
    if (isOfOlderVersion(payload)) return new AppError('newer_at_vendor', { ...words, payload: rest });
    if (code === 'vendor_fault') return new AppError('vendor_fault', { ...known, ...words, payload: rest, ...retryAfter });
    return new AppError('action_script_runtime_error', { ...known, ...words, payload });
}

/** Whether what the caller has read is older than what the vendor has. */
export const isOfOlderVersion = ({ code, type, current }: Record<string, unknown>): boolean =>
    code === 'vendor_fault' && type === 'conflict' && current !== undefined;

const fileCodes: readonly string[] = ['file_too_large', 'invalid_file_type'] satisfies ErrorCode[];

function fromValidation(validated: string, issues: readonly Issue[]): AppError {
    const first = issues[0];
    const file = fileCodes.find((code) => code === first?.code);
    // One of the list, which holds codes alone.
    if (file !== undefined && first) return new AppError(file as ErrorCode, { message: first.message, errors: toErrors(issues) });
    if (validated === 'response')
        return new AppError('provider_answer_unusable', {
            message: `The response of the provider is not as documented: ${wordsOf(issues)}`
        });
    const code = validated === 'output' ? 'invalid_action_output' : 'invalid_action_input';
    const what = validated === 'metadata' ? 'The settings of the connection, in its metadata, are invalid. ' : '';
    return new AppError(code, {
        message: `${what}${wordsOf(issues)}`,
        errors: toErrors(issues),
        payload: { validated, issues: issues.map((issue) => ({ ...issue })) }
    });
}

const wordsOf = (issues: readonly Issue[]) => issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
const toErrors = (issues: readonly Issue[]) =>
    issues.map(({ path, message, code }) => ({ code, message, path: path === '' ? [] : path.split('.') }));

function fromHostError(code: string, message: string, retryAfter: RetryAfter): AppError {
    if (code === 'network_error') return new AppError('script_network_error', { message });
    if (code === 'run_aborted') return new AppError('execution_timeout');
    if (code === 'invalid_path')
        return new AppError('invalid_action_input', { message: 'An id in the request leads out of the API of the provider.' });
    if (Object.hasOwn(errorCatalog, code))
        // A key of the catalogue, as just seen.
        return new AppError(code as ErrorCode, { message, ...retryAfter });
    return new AppError('script_internal_error', { message, payload: { code } });
}

const told = /^(?:content-type|retry-after|x-rate.*|x-request-id|intuit_tid)$/;

/** Of a body that a vendor sent with its refusal. */
const mostToldChars = 64 * 1024;

/** `truncated`: only the beginning of its body was kept. */
type KeptResponse = HostResponse & { truncated?: true };

function upstreamOf({ status, headers, body, truncated }: KeptResponse) {
    const text = typeof body === 'string' ? body : Buffer.from(body).toString();
    return {
        status,
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => told.test(name))),
        ...(shortened(text, mostToldChars) ?? { body: jsonOr(text), ...(truncated && { truncated }) })
    };
}

function jsonOr(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}

/** Refusals after which the same request can be done. */
const passing: readonly string[] = ['unavailable', 'rate_limited', 'credentials', 'unknown'];

/**
 * Whether a repeated request does the work again: nothing was done, or it is not known. Else it
 * gets the same error.
 */
export function mayEndOtherwise(error: RunError): boolean {
    if (error.type === 'host_error') return error.code !== 'response_too_large';
    if (error.type === 'internal_error') return true;
    if (error.type === 'http_error') return error.response.status >= 500 || [401, 403, 408, 429].includes(error.response.status);
    return error.type === 'action_error' && passing.some((type) => type === error.payload['type']);
}

const mostErrorBytes = 64 * 1024;
/** Of what a vendor sent with its refusal, where all of it is too long. */
const keptBodyChars = 8 * 1024;

/** As it is kept with the run. */
export function storedError(error: RunError): string {
    const plain = withText(error);
    for (const one of [plain, withShortBody(plain, keptBodyChars), withoutVendor(plain)]) {
        const text = storableJson(one);
        if (text.length <= mostErrorBytes) return text;
    }
    const message = 'The error is too long to be kept.';
    return JSON.stringify({ type: 'internal_error', name: 'Error', message, stack: null } satisfies RunError);
}

function withText(error: RunError): RunError {
    if (error.type !== 'http_error' || typeof error.response.body === 'string') return error;
    return { ...error, response: { ...error.response, body: Buffer.from(error.response.body).toString() } };
}

/** A page of HTML, for instance. */
function withShortBody<Failure extends RunError>(error: Failure, mostChars: number): Failure {
    if (error.type === 'http_error') return { ...error, response: { ...error.response, ...shortened(error.response.body, mostChars) } };
    const vendor = error.type === 'action_error' ? error.payload['vendor'] : undefined;
    if (error.type !== 'action_error' || !isJsonObject(vendor)) return error;
    return { ...error, payload: { ...error.payload, vendor: { ...vendor, ...shortened(vendor['body'], mostChars) } } };
}

/** A body whose text is too long, as the beginning of that. */
function shortened(body: unknown, mostChars: number): { body: string; truncated: true } | undefined {
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
    return text.length > mostChars ? { body: text.slice(0, mostChars).toWellFormed(), truncated: true } : undefined;
}

function withoutVendor(error: RunError): RunError {
    if (error.type !== 'action_error') return error;
    const { vendor: _sent, current, ...payload } = error.payload;
    return { ...error, payload: { ...payload, ...(isJsonObject(current) && { current: { ...current, record: null } }) } };
}
