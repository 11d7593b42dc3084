import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracedSpan } from '../telemetry/traced-span.ts';
import { replaceSecrets, textsIn } from './secret-search.ts';

interface RequestContext {
    readonly requestId: string;
    /** Of its caller, once that is known. */
    environment: string | undefined;
    /** Values with secrets of this request; log lines are scrubbed of every text in them. */
    readonly secrets: unknown[];
    /** The innermost that is open; undefined where nothing is traced. */
    span: TracedSpan | undefined;
}

/** A request whose id and secrets are asked for after it, and outside of it. */
export interface CapturedRequest {
    readonly requestId: string;
    /** Texts that are secret, also those that it learns later. */
    secretTexts(): Set<string>;
    /** The span that it began in. */
    readonly span: TracedSpan | undefined;
}

const maxValues = 50;
/** Bodies count as secret as a whole; replacing their short texts would garble the line. */
const minLengthInLog = 8;
const storage = new AsyncLocalStorage<RequestContext>();

/** @param span a new request in another one keeps the secrets of that, and its span unless given */
export function inRequest<T>(requestId: string, work: () => T, span = currentSpan()): T {
    const secrets = [...(storage.getStore()?.secrets ?? [])];
    return storage.run({ requestId, environment: undefined, secrets, span }, work);
}

/** Within a request, which stays the same one, with its secrets. */
export function inSpan<T>(span: TracedSpan, work: () => T): T {
    const context = storage.getStore();
    return context ? storage.run({ ...context, span }, work) : work();
}

/** Log lines of this request are about this environment unless they name another. */
export function nameEnvironment(id: string): void {
    const context = storage.getStore();
    if (context) context.environment = id;
}

/** As it was named; undefined: not known, or of no request. */
export function currentEnvironment(): string | undefined {
    return storage.getStore()?.environment;
}

/** Marks every text in `value` as secret for this request; read only when a line is logged. */
export function rememberSecrets(value: unknown): void {
    const context = storage.getStore();
    if (!context) return;
    context.secrets.push(value);
    // One request may open the same credentials a thousand times.
    if (context.secrets.length > maxValues) context.secrets.splice(0, Infinity, [...textsIn(context.secrets, minLengthInLog)]);
}

/** Replaces the secrets of this request in `text`, encoded ones too. */
export function scrub(text: string): string {
    const secrets = storage.getStore()?.secrets;
    if (!secrets) return text;
    return replaceSecrets(text, textsIn(secrets, minLengthInLog));
}

export function captureRequest(): CapturedRequest | undefined {
    const context = storage.getStore();
    return context && { requestId: context.requestId, secretTexts: () => textsIn(context.secrets, minLengthInLog), span: context.span };
}

export function currentSpan(): TracedSpan | undefined {
    return storage.getStore()?.span;
}

/** Of the request, its span and its caller, as log lines name them. */
export function currentIds(): { request_id?: string; trace_id?: string; span_id?: string; environment?: string } {
    const context = storage.getStore();
    if (!context) return {};
    const { requestId, span, environment } = context;
    return { request_id: requestId, ...span?.ids, ...(environment === undefined ? {} : { environment }) };
}
