import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from './experiment.ts';

/** One request and its outcome. */
export interface Sent {
    kind: string;
    /** Of the run's beginning, in milliseconds. */
    at: number;
    tookMs: number;
    /** 0: no response. */
    status: number;
    /** What is wrong with the response; undefined: it may be so. */
    wrong?: string;
    /** Of an error, or why there was no response. */
    code?: string;
}

/** @returns what is wrong with a response of this status; only those below 500 are shown to it */
type Judge = (status: number, body: unknown) => string | undefined;

export interface Request {
    kind: string;
    url: string;
    method?: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: string;
    judge: Judge;
}

const timeoutMs = 30_000;
const tickMs = 5;

/** Sends at a constant rate, whether responses come or not, until it is told to end. */
export async function runTraffic(perSecond: number, next: (turn: number) => Request, end: AbortSignal): Promise<Sent[]> {
    const startedAt = performance.now();
    const all: Promise<Sent>[] = [];
    while (!end.aborted) {
        const due = ((performance.now() - startedAt) / 1000) * perSecond;
        while (all.length < due) all.push(send(next(all.length), startedAt));
        await sleep(tickMs);
    }
    return Promise.all(all);
}

async function send({ kind, url, method = 'GET', headers, body, judge }: Request, startedAt: number): Promise<Sent> {
    const sentAt = performance.now();
    const done = (status: number, wrong?: string): Sent => ({
        kind,
        at: sentAt - startedAt,
        tookMs: performance.now() - sentAt,
        status,
        ...(wrong === undefined ? {} : { wrong })
    });
    try {
        const init = { method, headers, ...(body === undefined ? {} : { body }), signal: AbortSignal.timeout(timeoutMs) };
        const response = await fetch(url, init);
        const text = await response.text();
        const answer: unknown = JSON.parse(text);
        if (response.status < 500) return done(response.status, judge(response.status, answer));
        // The documented envelope of errors.
        return { ...done(response.status), code: (answer as { error: { code: string } }).error.code };
    } catch (error) {
        return { ...done(0), code: reasonOf(error) };
    }
}

function reasonOf(error: unknown): string {
    const { cause = error } = error as Error;
    return cause instanceof Error ? ('code' in cause && typeof cause.code === 'string' ? cause.code : cause.name) : String(cause);
}

/** "12 × 503 overloaded, 3 × 0" */
export function countByStatus(sent: readonly Sent[]): string {
    const byStatus = Map.groupBy(sent, ({ status, code }) => (code === undefined ? `${status}` : `${status} ${code}`));
    return [...byStatus].map(([status, { length }]) => `${length} × ${status}`).join(', ') || 'none';
}

/** No response may be wrong, and a request may fail only with a 503. */
export function tellResponses(findings: Findings, all: readonly Sent[]): void {
    findings.none(
        'wrong responses',
        all.flatMap(({ kind, wrong }) => (wrong === undefined ? [] : [`${kind}: ${wrong}`]))
    );
    findings.none(
        'failures that are no 503',
        all
            .filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
            .map(({ kind, status, at }) => `${kind} ${status} at ${Math.round(at)} ms`)
    );
}
