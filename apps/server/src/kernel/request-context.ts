import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
    requestId: string;
    /** Secrets seen while this request was served; log lines are scrubbed of them. */
    secrets: Set<string>;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function inRequest<T>(requestId: string, work: () => T): T {
    return storage.run({ requestId, secrets: new Set() }, work);
}

/** Remembers every text in `value` as secret for the rest of this request. Short ones are left out: replacing them would garble the line. */
export function rememberSecrets(value: unknown): void {
    const secrets = storage.getStore()?.secrets;
    if (!secrets) return;
    if (typeof value === 'string') {
        if (value.length >= 8) secrets.add(value);
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
        for (const child of Object.values(value)) rememberSecrets(child);
    }
}

/** Replaces the secrets of this request in `text`, in each spelling that a log line may hold. */
export function scrub(text: string): string {
    const secrets = storage.getStore()?.secrets;
    if (!secrets) return text;
    let clean = text;
    for (const secret of secrets) {
        for (const spelling of [
            secret,
            JSON.stringify(secret).slice(1, -1),
            encodeURIComponent(secret),
            Buffer.from(secret).toString('base64').replace(/=+$/, '')
        ])
            clean = clean.replaceAll(spelling, '[secret]');
    }
    return clean;
}

export function currentRequestId(): string | undefined {
    return storage.getStore()?.requestId;
}
