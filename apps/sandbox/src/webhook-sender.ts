import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isText, InvalidInput } from './check-fields.ts';
import { WEBHOOK_FORMS } from './webhook-forms.ts';

/** What a provider is told to send, and how. */
export interface WebhookOrder {
    form: string;
    url: string;
    secret: string;
    account: string;
    /** The event's id; absent: a new one. */
    id: string;
    /** How old the webhook is when it is sent. */
    age_s: number;
    /** Waits before each further attempt, until a response is 2xx. */
    retries_ms: number[];
    /** Another body than the one that was signed. */
    tampered_body: string | undefined;
}

/** What became of one webhook. */
interface Sent {
    id: string;
    form: string;
    /** The status of each attempt; null: there was no response. */
    attempts: (number | null)[];
    /** The body of the last response. */
    response: string;
    done: boolean;
}

/** As most providers. */
const timeoutMs = 10_000;

/** Sends webhooks as providers do: signed, and again until they are taken. */
export class WebhookSender {
    #sent: Sent[] = [];
    readonly #stopped = new AbortController();

    send(order: WebhookOrder): Sent {
        const sent: Sent = { id: order.id, form: order.form, attempts: [], response: '', done: false };
        this.#sent.push(sent);
        void this.#deliver(order, sent);
        return sent;
    }

    list(): readonly Sent[] {
        return this.#sent;
    }

    clear(): void {
        this.#sent = [];
    }

    stop(): void {
        this.#stopped.abort();
    }

    async #deliver(order: WebhookOrder, sent: Sent): Promise<void> {
        for (const waitMs of [0, ...order.retries_ms]) {
            if (waitMs > 0) await sleep(waitMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
            if (this.#stopped.signal.aborted) return;
            const status = await attempt(order, sent);
            sent.attempts.push(status);
            if (status !== null && status >= 200 && status < 300) break;
        }
        sent.done = true;
    }
}

async function attempt(order: WebhookOrder, sent: Sent): Promise<number | null> {
    const form = WEBHOOK_FORMS[order.form];
    // Signed anew for each attempt, as providers that sign the time do.
    const signed = form?.({ ...order, nowMs: Date.now() - order.age_s * 1000 });
    try {
        const response = await fetch(order.url, {
            method: 'POST',
            body: order.tampered_body ?? signed?.body ?? '',
            headers: signed?.headers ?? {},
            redirect: 'manual',
            signal: AbortSignal.timeout(timeoutMs)
        });
        sent.response = await response.text();
        return response.status;
    } catch {
        return null;
    }
}

/** @throws {InvalidInput} */
export function parseWebhookOrder(given: Record<string, unknown>): WebhookOrder {
    const {
        form,
        url,
        secret = '',
        account = '',
        id = randomUUID(),
        age_s: age = 0,
        retries_ms: retries = [],
        tampered_body: tampered,
        ...others
    } = given;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new InvalidInput(`A webhook has no "${unknown}".`);
    if (typeof form !== 'string' || !Object.hasOwn(WEBHOOK_FORMS, form))
        throw new InvalidInput(`"form" must be one of ${Object.keys(WEBHOOK_FORMS).join(', ')}.`);
    if (typeof url !== 'string' || !/^http:\/\/(?:localhost|127\.0\.0\.1|[\w.-]+\.localhost)[:/]/.test(url))
        throw new InvalidInput('"url" must be an address on this machine, over http.');
    if (
        typeof secret !== 'string' ||
        typeof account !== 'string' ||
        !isText(id) ||
        (tampered !== undefined && typeof tampered !== 'string')
    )
        throw new InvalidInput('"secret", "account", "id" and "tampered_body" are texts.');
    if (
        typeof age !== 'number' ||
        !Array.isArray(retries) ||
        retries.length > 1000 ||
        !retries.every((ms): ms is number => typeof ms === 'number' && ms >= 0)
    )
        throw new InvalidInput('"age_s" is a number, and "retries_ms" a list of at most 1,000 numbers.');
    return { form, url, secret, account, id: String(id), age_s: age, retries_ms: retries, tampered_body: tampered };
}
