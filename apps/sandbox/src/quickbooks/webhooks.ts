import { createHmac, randomUUID } from 'node:crypto';
import { checkFields, InvalidInput, isInteger } from '../check-fields.ts';
import type { Clock } from '../emulators/clock.ts';
import type { Change, Operation } from './company.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TIMEOUT_MS = 3_000;
/** Waits before each retry; the last one repeats. */
const RETRIES_MS = [10 * SECOND_MS, 20 * SECOND_MS, 30 * SECOND_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, 2 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS];
const LARGE_BYTES = 2 * 1024 * 1024;

/** Where an app wants its webhooks, and how they are sent. */
interface WebhookTarget {
    url: string;
    verifier_token: string;
    format: 'legacy' | 'cloudevents';
    /** Changes within so many seconds are sent together. */
    aggregation_s: number;
    /** Deviations for single tests. */
    fault: keyof typeof FAULTS | null;
}

interface Sent {
    url: string;
    realm: string;
    events: number;
    /** The status of each attempt; null: none within 3 s. */
    attempts: (number | null)[];
    done: boolean;
}

interface Message {
    body: string;
    signature: string | undefined;
}

/** What can be wrong with a message, as a receiver has to expect it. */
const FAULTS = {
    duplicate: (message: Message) => message,
    reordered: (message: Message) => message,
    tampered_body: (message: Message) => ({ ...message, body: `${message.body} ` }),
    wrong_secret: (message: Message) => ({ ...message, signature: signatureOf(message.body, 'another secret') }),
    missing_header: (message: Message) => ({ ...message, signature: undefined }),
    large: (message: Message) => message
} as const;

/** Sends what changed, signed; later events wait until the first ones are acknowledged. */
export class Webhooks {
    readonly #clock: Clock;
    #target: WebhookTarget | undefined;
    #waiting: Change[] = [];
    #sent: Sent[] = [];
    #stopped = new AbortController();
    #isRunning = false;

    constructor(clock: Clock) {
        this.#clock = clock;
    }

    /** Reads `{url, verifier_token, format?, aggregation_s?, fault?}`. @throws {InvalidInput} */
    configure(input: unknown): WebhookTarget {
        checkFields('The webhook', input, {
            '*url': (value) => typeof value === 'string' && /^https?:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(value),
            '*verifier_token': (value) => typeof value === 'string',
            format: (value) => value === 'legacy' || value === 'cloudevents',
            aggregation_s: isInteger(0, 300),
            fault: (value) => value === null || isFault(value)
        });
        const { url, verifier_token: token, format, aggregation_s: aggregation, fault } = input;
        this.#target = {
            url: String(url),
            verifier_token: String(token),
            format: format === 'legacy' ? 'legacy' : 'cloudevents',
            aggregation_s: Number(aggregation ?? 0),
            fault: isFault(fault) ? fault : null
        };
        return this.#target;
    }

    /** Takes a change to tell of; forgets it where no app has asked for webhooks. */
    report(change: Change): void {
        if (!this.#target) return;
        this.#waiting.push(change);
        if (!this.#isRunning) void this.#run(this.#stopped.signal);
    }

    list(): readonly Sent[] {
        return this.#sent;
    }

    clear(): void {
        this.#stopped.abort();
        this.#stopped = new AbortController();
        this.#target = undefined;
        this.#waiting = [];
        this.#sent = [];
        this.#isRunning = false;
    }

    async #run(signal: AbortSignal): Promise<void> {
        this.#isRunning = true;
        while (this.#waiting.length > 0 && this.#target) {
            const target = this.#target;
            if (!(await this.#clock.wait(target.aggregation_s * SECOND_MS, signal))) return;
            const changes = this.#waiting;
            this.#waiting = [];
            // A message is about one company.
            for (const realmId of new Set(changes.map((change) => change.realmId))) {
                const ofRealm = changes.filter((change) => change.realmId === realmId);
                const ordered = target.fault === 'reordered' ? ofRealm.toReversed() : ofRealm;
                for (let copies = target.fault === 'duplicate' ? 2 : 1; copies > 0; copies -= 1)
                    await this.#deliver(target, ordered, signal);
            }
        }
        if (!signal.aborted) this.#isRunning = false;
    }

    async #deliver(target: WebhookTarget, changes: Change[], signal: AbortSignal): Promise<void> {
        const sent: Sent = { url: target.url, realm: changes[0]?.realmId ?? '', events: changes.length, attempts: [], done: false };
        this.#sent.push(sent);
        const payload = target.format === 'legacy' ? legacyPayload(changes) : cloudEvents(changes);
        const padding = target.fault === 'large' ? ' '.repeat(LARGE_BYTES) : '';
        const body = JSON.stringify(payload) + padding;
        const right = { body, signature: signatureOf(body, target.verifier_token) };
        const message = target.fault === null ? right : FAULTS[target.fault](right);
        for (let attempt = 0; !signal.aborted; attempt += 1) {
            const status = await post(target.url, message, signal);
            if (signal.aborted) return;
            sent.attempts.push(status);
            if (status === 200) break;
            const waitMs = RETRIES_MS[Math.min(attempt, RETRIES_MS.length - 1)] ?? 0;
            if (!(await this.#clock.wait(waitMs, signal))) return;
        }
        sent.done = true;
    }
}

/** @returns the status, or null without a response within 3 s of real time */
async function post(url: string, { body, signature }: Message, signal: AbortSignal): Promise<number | null> {
    try {
        const response = await fetch(url, {
            method: 'POST',
            body,
            redirect: 'manual',
            headers: { 'content-type': 'application/json', ...(signature === undefined ? {} : { 'intuit-signature': signature }) },
            signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
        });
        await response.body?.cancel();
        return response.status;
    } catch {
        return null;
    }
}

function signatureOf(body: string, verifierToken: string): string {
    return createHmac('sha256', verifierToken).update(body).digest('base64');
}

const LEGACY: Readonly<Record<Operation, string>> = {
    created: 'Create',
    updated: 'Update',
    deleted: 'Delete',
    merged: 'Merge',
    voided: 'Void',
    emailed: 'Emailed'
};

function legacyPayload(changes: Change[]): object {
    const entities = changes.map(({ kind, id, operation, atMs, deletedId }) => ({
        name: kind,
        id,
        operation: LEGACY[operation],
        lastUpdated: new Date(atMs).toISOString(),
        ...(deletedId === undefined ? {} : { deletedId })
    }));
    return { eventNotifications: [{ realmId: changes[0]?.realmId, dataChangeEvent: { entities } }] };
}

function cloudEvents(changes: Change[]): object[] {
    return changes.map(({ realmId, kind, id, operation, atMs, deletedId }) => ({
        specversion: '1.0',
        id: randomUUID(),
        source: 'intuit.quickbooks-emulator=',
        type: `qbo.${kind.toLowerCase()}.${operation}.v1`,
        datacontenttype: 'application/json',
        time: new Date(atMs).toISOString(),
        intuitentityid: id,
        intuitaccountid: realmId,
        data: deletedId === undefined ? {} : { deletedid: deletedId }
    }));
}

function isFault(value: unknown): value is keyof typeof FAULTS {
    return typeof value === 'string' && Object.hasOwn(FAULTS, value);
}

/** An operation that the control plane names. @throws {InvalidInput} */
export function requireOperation(value: unknown): Operation {
    const operation = Object.keys(LEGACY).find((known): known is Operation => known === value);
    if (!operation) throw new InvalidInput(`"operation" must be one of ${Object.keys(LEGACY).join(', ')}.`);
    return operation;
}
