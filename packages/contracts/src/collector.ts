import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleTimes } from './example.ts';
import { data, isoDateTime } from './primitives.ts';

/** What an environment's collector can get, as OpenTelemetry names it. */
export const collectorSignals = ['traces', 'metrics', 'logs'] as const;
export type CollectorSignal = (typeof collectorSignals)[number];
export const collectorEncodings = ['http/protobuf', 'http/json'] as const;

export const mostCollectorHeaders = 20;
/** These frame the message, choose the host, or are ours. */
const reservedHeaders =
    /^(?:host|connection|keep-alive|te|trailer|upgrade|transfer-encoding|expect|proxy-.*|content-(?:length|type|encoding)|accept-encoding|cookie|traceparent|tracestate|baggage)$/i;

export const collectorUrl = z
    .url({ protocol: /^https?$/, abort: true, error: 'Give the full address, such as https://otlp.example.com.' })
    .max(2048)
    .refine((url) => new URL(url).username === '' && new URL(url).password === '' && new URL(url).search === '', {
        error: 'An address with a user name, a password or a query is shown to everyone who reads the settings. Send secrets as headers.'
    })
    .refine((url) => !/\/v1\/(?:traces|metrics|logs)\/?$/.test(new URL(url).pathname), {
        error: 'Give the address without /v1/traces and the like, which is added for each signal.'
    })
    .refine((url) => new URL(url).hash === '', { error: 'Leave out what follows the #.' })
    .transform((url) => (url.endsWith('/') ? url.slice(0, -1) : url))
    .describe(
        'Base address of an OTLP/HTTP collector, to which `/v1/traces` and so on are added: https and public, unless the operator has listed its host and port.'
    );
export const collectorHeaderName = z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, { error: 'This is not the name of a header.' })
    .refine((name) => !reservedHeaders.test(name), { error: 'Patchbay sets this header itself, or it must not be sent.' });
export const collectorHeaderValue = z
    .string()
    .max(4096)
    .regex(/^[\t\u0020-\u007e]*$/, { error: 'The value of a header has printable ASCII characters.' });
const headers = z
    .record(collectorHeaderName, collectorHeaderValue)
    .refine((given) => Object.keys(given).length <= mostCollectorHeaders, { error: `Give at most ${mostCollectorHeaders} headers.` });
const signals = z
    .array(z.enum(collectorSignals, { error: `Not a signal. There are: ${collectorSignals.join(', ')}.` }))
    .min(1, { error: 'Give at least one signal; with `url` null nothing is sent.' })
    .transform((given) => collectorSignals.filter((signal) => given.includes(signal)));

const collector = z.object({
    url: z.string().nullable().describe('Base address of the collector; null: there is none.'),
    header_names: z.array(z.string()).describe('Names of the headers that are sent with each export. Their values are not shown.'),
    encoding: z.enum(collectorEncodings).describe('How exports are written.'),
    signals: z.array(z.enum(collectorSignals)).describe('What is sent.'),
    last_success_at: isoDateTime.nullable().describe('When the collector last took an export; null: it has not yet.'),
    last_error: z
        .object({
            at: isoDateTime.describe('When it was.'),
            message: z.string().describe('What went wrong, for people.')
        })
        .nullable()
        .describe('The last export that was dropped; null: none was.')
});
const collectorExample = {
    url: 'https://otlp.example.com',
    header_names: ['authorization'],
    encoding: 'http/protobuf',
    signals: ['traces', 'metrics', 'logs'],
    last_success_at: exampleTimes.updated,
    last_error: null
} satisfies z.input<typeof collector>;
const success = { status: 200, body: data(collector), example: { data: collectorExample } } as const;

export const getCollector = defineEndpoint({
    id: 'getCollector',
    method: 'GET',
    path: '/environment/collector',
    summary: "This environment's own OpenTelemetry collector, and whether it takes what it is sent.",
    auth: ['secret_key'],
    scope: 'environment:settings:read',
    success,
    errors: { credential_unreadable: true }
});

export const updateCollector = defineEndpoint({
    id: 'updateCollector',
    method: 'PATCH',
    path: '/environment/collector',
    summary:
        'Send traces, metrics and log lines about this environment to a collector of your own, or end that; other servers follow within 5 s.',
    auth: ['secret_key'],
    scope: 'environment:settings:write',
    body: z.strictObject({
        url: collectorUrl.nullable().optional().describe('Base address of the collector; null ends it. Absent: as before.'),
        headers: headers
            .optional()
            .describe(
                'Headers of each export, such as an API key; replaces all. Absent: as before, but none after the origin of `url` changed.'
            ),
        encoding: z.enum(collectorEncodings).optional().describe('How exports are written. Absent: as before; `http/protobuf` at first.'),
        signals: signals.optional().describe('What is sent. Absent: as before; all three at first.')
    }),
    success,
    errors: { credential_unreadable: true, conflict: true },
    example: { body: { url: 'https://otlp.example.com', headers: { authorization: 'Bearer 3f9c' } } }
});

export const testCollector = defineEndpoint({
    id: 'testCollector',
    method: 'POST',
    path: '/environment/collector/test',
    summary: 'Send one span, one measurement and one line to the collector now, and say what it responded.',
    auth: ['secret_key'],
    scope: 'environment:settings:write',
    success: {
        status: 200,
        body: data(
            z.object({
                delivered: z.boolean().describe('Whether it took everything.'),
                failures: z
                    .array(
                        z.object({
                            signal: z.enum(collectorSignals).describe('What it did not take.'),
                            message: z.string().describe('What went wrong, for people.')
                        })
                    )
                    .describe('Empty: nothing went wrong.')
            })
        ),
        example: { data: { delivered: true, failures: [] } }
    },
    errors: { credential_unreadable: true, conflict: true }
});
