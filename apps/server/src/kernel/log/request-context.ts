import { AsyncLocalStorage } from 'node:async_hooks';
import { replaceSecrets, textsIn } from './secret-search.ts';

interface RequestContext {
    requestId: string;
    /** Values with secrets of this request; log lines are scrubbed of every text in them. */
    secrets: unknown[];
}

const maxValues = 50;
/** Bodies count as secret as a whole; replacing their short texts would garble the line. */
const minLengthInLog = 8;
const storage = new AsyncLocalStorage<RequestContext>();

export function inRequest<T>(requestId: string, work: () => T): T {
    return storage.run({ requestId, secrets: [] }, work);
}

/** Marks every text in `value` as secret for this request; read only when a line is logged. */
export function rememberSecrets(value: unknown): void {
    const context = storage.getStore();
    if (!context) return;
    context.secrets.push(value);
    // One request may open the same credentials a thousand times.
    if (context.secrets.length > maxValues) context.secrets = [[...textsIn(context.secrets, minLengthInLog)]];
}

/** Replaces the secrets of this request in `text`, encoded ones too. */
export function scrub(text: string): string {
    const secrets = storage.getStore()?.secrets;
    if (!secrets) return text;
    return replaceSecrets(text, textsIn(secrets, minLengthInLog));
}

export function currentRequestId(): string | undefined {
    return storage.getStore()?.requestId;
}
