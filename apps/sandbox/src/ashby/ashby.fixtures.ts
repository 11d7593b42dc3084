import { isRecord, recordsIn } from '../check-fields.ts';
import { controlClient } from '../control.fixtures.ts';
import type { Sandbox } from '../sandbox.ts';
import { API_KEY } from './keys.ts';
import { idOf } from './rows.ts';

export const candidateId = idOf('candidates', 0);
export const applicationId = idOf('applications', 0);
export const unknownId = '00000000-0000-4000-8000-000000000000';
export const JSON_TYPE = { 'content-type': 'application/json' };

export interface Answer {
    status: number;
    headers: Headers;
    body: Record<string, unknown>;
    /** The results, where they are a list. */
    rows: Record<string, unknown>[];
    /** The results, where they are one thing. */
    result: Record<string, unknown>;
}

/** A customer's program at Ashby, with the control plane beside it. */
export class AshbyClient {
    readonly #sandbox: Sandbox;

    constructor(sandbox: Sandbox) {
        this.#sandbox = sandbox;
    }

    control(verb: string, body?: unknown): Promise<unknown> {
        return controlClient(this.#sandbox)(`ashby/${verb}`, body);
    }

    async send(
        method: string,
        { body, headers = {}, verb = 'POST' }: { body?: string | FormData; headers?: Record<string, string>; verb?: string } = {}
    ): Promise<Answer> {
        const response = await fetch(`${this.#sandbox.url}/ashby/${method}`, {
            method: verb,
            headers: { ...asKey(API_KEY), ...headers },
            ...(body === undefined ? {} : { body })
        });
        const parsed: unknown = await response.json();
        const { status } = response;
        if (!isRecord(parsed)) throw new Error('The response is no object.');
        const { results } = parsed;
        return { status, headers: response.headers, body: parsed, rows: recordsIn(results), result: isRecord(results) ? results : {} };
    }

    call(method: string, parameters: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
        return this.send(method, { body: JSON.stringify(parameters), headers: { ...JSON_TYPE, ...headers } });
    }

    /** The code of the refusal, with its status. */
    async refusal(method: string, parameters: unknown = {}, headers: Record<string, string> = {}): Promise<unknown[]> {
        const { status, body } = await this.call(method, parameters, headers);
        return [status, body['success'], isRecord(body['errorInfo']) ? body['errorInfo']['code'] : undefined];
    }

    /** All pages of a list, and the token at its end. */
    async all(method: string, parameters: object = {}): Promise<{ rows: Record<string, unknown>[]; pages: number; syncToken: unknown }> {
        const rows: Record<string, unknown>[] = [];
        let cursor: unknown;
        for (let pages = 1; ; pages += 1) {
            const answer = await this.call(method, { ...parameters, ...(cursor === undefined ? {} : { cursor }) });
            rows.push(...answer.rows);
            if (answer.body['moreDataAvailable'] !== true) return { rows, pages, syncToken: answer.body['syncToken'] };
            cursor = answer.body['nextCursor'];
        }
    }
}

export function asKey(key: string): Record<string, string> {
    return { authorization: `Basic ${btoa(`${key}:`)}` };
}
