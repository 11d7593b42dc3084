import { recordsIn, isRecord } from '../check-fields.ts';
import { controlClient } from '../control.fixtures.ts';
import type { Sandbox } from '../sandbox.ts';
import { SHAREABLE_KEY, TEAM_KEY } from './keys.ts';

export const CANDIDATES = '/ats/v0/candidates/';
export const [CANDIDATE, USER, JOB, APPLICATION] = ['Person:1', 'User:1', 'Job:1', 'Application:1'].map((text) =>
    encodeURIComponent(btoa(text))
);
export const [candidateId, userId, jobId, sourceId] = ['Person:1', 'User:1', 'Job:1', 'Source:2'].map((text) => btoa(text));
export const NOTES = `/ats/v0/candidates/${CANDIDATE}/activity_feed/notes`;
export const RESUMES = `/v0/candidates/${CANDIDATE}/uploaded_resumes/${USER}`;
export const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 7)]);

export interface Answer {
    status: number;
    headers: Headers;
    body: unknown;
    /** The body, where it is a list. */
    rows: Record<string, unknown>[];
}

/** A customer's program at Gem, with the control plane beside it. */
export class GemClient {
    readonly #sandbox: Sandbox;

    constructor(sandbox: Sandbox) {
        this.#sandbox = sandbox;
    }

    /** The initial state, with room for many requests per second. */
    async reset(): Promise<void> {
        await this.control('reset', {});
        await this.control('switches', { requests_per_second: 10_000, burst: 10_000 });
    }

    control(verb: string, body?: unknown): Promise<unknown> {
        return controlClient(this.#sandbox)(`gem/${verb}`, body);
    }

    mutate(change: unknown): Promise<unknown> {
        return this.control('mutate', change);
    }

    /** With the team key, unless the headers bring another. */
    async send(
        method: string,
        path: string,
        { headers = {}, body }: { headers?: Record<string, string>; body?: string | FormData | Buffer } = {}
    ): Promise<Answer> {
        const init = body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : body };
        const hasKey = Object.keys(headers).some((name) => name.toLowerCase() === 'x-api-key');
        const response = await fetch(`${this.#sandbox.url}/gem${path}`, {
            method,
            redirect: 'manual',
            headers: { ...(hasKey ? {} : { 'x-api-key': TEAM_KEY }), ...headers },
            ...init
        });
        const parsed: unknown = await response.json();
        return { status: response.status, headers: response.headers, body: parsed, rows: recordsIn(parsed) };
    }

    get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
        return this.send('GET', path, { headers });
    }

    async statusOf(path: string, headers: Record<string, string> = {}): Promise<number> {
        return (await this.get(path, headers)).status;
    }

    async ids(path: string): Promise<unknown[]> {
        return (await this.get(path)).rows.map(({ id }) => id);
    }

    /** @param body an object for JSON, or the text itself */
    post(path: string, body: unknown, method = 'POST'): Promise<Answer> {
        const text = isRecord(body) ? JSON.stringify(body) : String(body);
        return this.send(method, path, { body: text, headers: { 'content-type': 'application/json' } });
    }

    patch(path: string, body: unknown): Promise<Answer> {
        return this.post(path, body, 'PATCH');
    }

    upload(parts: Record<string, File | string>, path = RESUMES): Promise<Answer> {
        const form = new FormData();
        for (const [name, value] of Object.entries(parts)) form.append(name, value);
        return this.send('POST', path, { body: form });
    }
}

export function asShareable(secret: string): Record<string, string> {
    return { 'x-api-key': SHAREABLE_KEY, 'x-application-secret': secret };
}
