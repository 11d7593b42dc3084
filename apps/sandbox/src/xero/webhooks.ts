import { createHmac, randomBytes } from 'node:crypto';
import { checkFields } from '../check-fields.ts';
import type { Clock } from '../emulators/clock.ts';
import type { Change } from './books.ts';

const TIMEOUT_MS = 5_000;
const MINUTE_MS = 60_000;
const RETRY_MS = 15 * MINUTE_MS;
const GIVE_UP_MS = 24 * 60 * MINUTE_MS;
const CATEGORIES: Readonly<Partial<Record<Change['kind'], string>>> = { Contacts: 'CONTACT', Invoices: 'INVOICE' };

/** `failed` until the address has proved that it checks signatures. */
type Status = 'failed' | 'ok' | 'retry' | 'disabled';

/**
 * Tells of contacts and invoices that changed.
 * @see https://developer.xero.com/documentation/guides/webhooks/overview
 */
export class Webhooks {
    readonly #clock: Clock;
    readonly #apiUrl: string;
    #target: { url: string; key: string } | undefined;
    #status: Status = 'failed';
    #sequence = 0;
    #waiting: Change[] = [];
    #attempts: { events: number; status: number | null }[] = [];
    #stopped = new AbortController();
    #isRunning = false;

    constructor(clock: Clock, apiUrl: string) {
        this.#clock = clock;
        this.#apiUrl = apiUrl;
    }

    /** Reads `{url, key}`, and sends the intent-to-receive check. @throws {InvalidInput} */
    async configure(input: unknown): Promise<object> {
        checkFields('The webhook', input, {
            '*url': (value) => typeof value === 'string' && /^https?:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(value),
            '*key': (value) => typeof value === 'string'
        });
        this.clear();
        this.#target = { url: String(input['url']), key: String(input['key']) };
        const { signal } = this.#stopped;
        const right = await this.#post([], this.#target.key, signal);
        const wrong = await this.#post([], `${this.#target.key} but wrong`, signal);
        this.#status = isAccepted(right) && wrong === 401 ? 'ok' : 'failed';
        return this.show();
    }

    report(change: Change): void {
        if (!this.#target || CATEGORIES[change.kind] === undefined || this.#status === 'failed') return;
        this.#waiting.push(change);
        if (!this.#isRunning && this.#status !== 'disabled') void this.#run(this.#stopped.signal);
    }

    show(): object {
        return { url: this.#target?.url ?? null, status: this.#status, waiting: this.#waiting.length, attempts: this.#attempts };
    }

    clear(): void {
        this.#stopped.abort();
        this.#stopped = new AbortController();
        this.#target = undefined;
        this.#status = 'failed';
        this.#waiting = [];
        this.#attempts = [];
        this.#isRunning = false;
    }

    async #run(signal: AbortSignal): Promise<void> {
        this.#isRunning = true;
        let failingSinceMs: number | undefined;
        let failures = 0;
        // Changes of one request are told together.
        await Promise.resolve();
        while (this.#waiting.length > 0 && this.#target && this.#status !== 'disabled') {
            const changes = [...this.#waiting];
            const status = await this.#post(changes, this.#target.key, signal);
            if (signal.aborted) return;
            if (isAccepted(status)) {
                this.#waiting.splice(0, changes.length);
                this.#sequence += changes.length;
                this.#status = 'ok';
                failingSinceMs = undefined;
                failures = 0;
                continue;
            }
            failingSinceMs ??= this.#clock.nowMs();
            failures += 1;
            this.#status = this.#clock.nowMs() - failingSinceMs >= GIVE_UP_MS ? 'disabled' : 'retry';
            // The first retry is at once.
            if (failures > 1 && !(await this.#clock.wait(RETRY_MS, signal))) return;
        }
        if (!signal.aborted) this.#isRunning = false;
    }

    /** @returns the status, or null without a response in time */
    async #post(changes: readonly Change[], key: string, signal: AbortSignal): Promise<number | null> {
        const events = changes.map(({ tenantId, kind, id, type, atMs }) => ({
            resourceUrl: `${this.#apiUrl}/${kind}/${id}`,
            resourceId: id,
            eventDateUtc: new Date(atMs).toISOString().replace('Z', ''),
            eventType: type,
            eventCategory: CATEGORIES[kind],
            tenantId,
            tenantType: 'ORGANISATION'
        }));
        const [first, last] = events.length === 0 ? [0, 0] : [this.#sequence + 1, this.#sequence + events.length];
        const entropy = randomBytes(15).toString('base64');
        const body = JSON.stringify({ events, firstEventSequence: first, lastEventSequence: last, entropy });
        const signature = createHmac('sha256', key).update(body).digest('base64');
        const status = await send(this.#target?.url ?? '', body, signature, signal);
        if (!signal.aborted) this.#attempts.push({ events: events.length, status });
        return status;
    }
}

const isAccepted = (status: number | null) => status !== null && status >= 200 && status < 300;

async function send(url: string, body: string, signature: string, signal: AbortSignal): Promise<number | null> {
    try {
        const response = await fetch(url, {
            method: 'POST',
            body,
            redirect: 'manual',
            headers: { 'content-type': 'application/json', 'x-xero-signature': signature },
            signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
        });
        await response.body?.cancel();
        return response.status;
    } catch {
        return null;
    }
}
