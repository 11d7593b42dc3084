import { isJsonObject, type Json, type JsonObject, type RunError } from '@patchbay/functions';
import { z } from 'zod';
import type { RunnerError } from './errors.ts';
import { ProtocolError } from './frames.ts';
import { parseJsonText } from './json-text.ts';

/** How a run ended. It is never rejected. */
export type RunOutcome = {
    /** By model: records that had not its form. */
    setAside: Readonly<Record<string, number>>;
    /** Of the processor. */
    cpuMs: number;
    /** Of the isolate's heap, as it was at the end; 0 where it was not there any more. */
    peakMemoryBytes: number;
} & ({ status: 'succeeded'; output: Json; isGone?: true } | { status: 'failed'; error: RunError | RunnerError });

export type Ended = Pick<RunOutcome, 'status'> & { setAside?: Record<string, number> } & (
        | { status: 'succeeded'; output: Json; isGone?: true }
        | { status: 'failed'; error: RunError }
    );

const text = z.string();
const issues = z.array(z.object({ path: text, message: text, code: text }));
const body = z.union([text, z.object({ base64: z.base64() }).transform(({ base64 }) => Uint8Array.from(Buffer.from(base64, 'base64')))]);

const runError = z.discriminatedUnion('type', [
    z.object({ type: z.literal('action_error'), payload: z.custom<JsonObject>(isJsonObject) }),
    z.object({ type: z.literal('http_error'), response: z.object({ status: z.int(), headers: z.record(text, text), body }) }),
    z.object({
        type: z.literal('validation_error'),
        validated: z.enum(['input', 'output', 'metadata', 'checkpoint', 'response']),
        issues
    }),
    z.object({ type: z.literal('host_error'), code: text, message: text, payload: z.custom<Json>().default(null) }),
    z.object({ type: z.literal('internal_error'), name: text, message: text, stack: text.nullable() })
]) satisfies z.ZodType<RunError>;

const setAside = z.record(text, z.int().nonnegative()).optional();
const outcome = z.discriminatedUnion('status', [
    z.object({ status: z.literal('succeeded'), isGone: z.literal(true).optional(), setAside }),
    z.object({ status: z.literal('failed'), setAside, error: runError })
]);

/**
 * What an isolate says of its run's end. Functions decide what is in it.
 * @throws {ProtocolError}
 */
export function parseOutcome(outcomeText: string, outputText: string | null): Ended {
    try {
        const parsed = outcome.safeParse(parseJsonText(outcomeText));
        if (!parsed.success) return undescribed('The function ended with an error that has not the form of one.');
        const { setAside: counts, ...ended } = parsed.data;
        const rest = counts ? { setAside: counts } : {};
        if (ended.status === 'failed') return { ...ended, ...rest };
        const { status, isGone } = ended;
        return { status, ...rest, ...(isGone && { isGone }), output: outputText === null ? null : parseJsonText(outputText) };
    } catch (error) {
        if (error instanceof ProtocolError) throw error;
        return undescribed(`The function's output can't be used. ${error instanceof Error ? error.message : ''}`);
    }
}

const undescribed = (message: string): Ended => ({
    status: 'failed',
    error: { type: 'internal_error', name: 'Error', message, stack: null }
});
