import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
    requestId: string;
    /** Values with the secrets seen while this request was served; log lines are scrubbed of every text in them. */
    secrets: unknown[];
}

const maxValues = 50;
const storage = new AsyncLocalStorage<RequestContext>();

export function inRequest<T>(requestId: string, work: () => T): T {
    return storage.run({ requestId, secrets: [] }, work);
}

/** Remembers every text in `value` as secret for the rest of this request. It is looked into only when there is a line to log. */
export function rememberSecrets(value: unknown): void {
    const context = storage.getStore();
    if (!context) return;
    context.secrets.push(value);
    // One request may open the same credentials a thousand times.
    if (context.secrets.length > maxValues) context.secrets = [[...collectTexts(context.secrets, new Set())]];
}

/** Short ones are left out: replacing them would garble the line. */
function collectTexts(value: unknown, texts: Set<string>): Set<string> {
    if (typeof value === 'string') {
        if (value.length >= 8) texts.add(value);
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
        for (const child of Object.values(value)) collectTexts(child, texts);
    }
    return texts;
}

/** Replaces the secrets of this request in `text`, in each spelling that a log line may hold. */
export function scrub(text: string): string {
    const secrets = storage.getStore()?.secrets;
    if (!secrets) return text;
    let clean = text;
    for (const secret of collectTexts(secrets, new Set())) {
        for (const spelling of [
            secret,
            JSON.stringify(secret).slice(1, -1),
            encodeURIComponent(secret),
            Buffer.from(secret)
                .toString('base64')
                .replace(/={1,2}$/, '')
        ])
            clean = clean.replaceAll(spelling, '[secret]');
    }
    return clean;
}

export function currentRequestId(): string | undefined {
    return storage.getStore()?.requestId;
}
