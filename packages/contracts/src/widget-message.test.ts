import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFromWidget, isHello, isInit, isToWidget, maxTextLength, outcomes, themes, widgetEvents } from './widget-message.ts';

const hello = { patchbay: 1, type: 'hello', nonce: 'n', version: 1 };
const init = { patchbay: 1, type: 'init', nonce: 'n', version: 1, options: { locale: 'auto', theme: 'system', layout: 'modal' } };
const connect = { type: 'connect', connectionId: 'conn_1', integrationId: 'gem', isNew: true, attemptId: 'att_1' };
const error = { type: 'error', code: 'timeout', message: 'Too late.' };

const guards: { name: string; accepts: (value: unknown) => boolean; good: Record<string, unknown>[] }[] = [
    { name: 'isHello', accepts: isHello, good: [hello] },
    {
        name: 'isInit',
        accepts: isInit,
        good: [
            init,
            { ...init, token: 'pb_cs_x' },
            { ...init, token: undefined },
            ...themes.map((theme) => ({ ...init, options: { ...init.options, theme, integration: 'gem' } }))
        ]
    },
    {
        name: 'isToWidget',
        accepts: isToWidget,
        good: [
            { type: 'session_token', token: 'pb_cs_x' },
            ...themes.map((theme) => ({ type: 'set_theme', theme })),
            { type: 'set_locale', locale: 'ar' },
            { type: 'close' },
            { type: 'close_requested' }
        ]
    },
    {
        name: 'isFromWidget',
        accepts: isFromWidget,
        good: [
            { type: 'ready' },
            ...widgetEvents.map((name) => ({ type: 'event', name })),
            connect,
            error,
            { ...error, ref: 'C-1' },
            ...outcomes.map((outcome) => ({ type: 'close', outcome }))
        ]
    }
];

/** Fields that a message may lack. */
const optional = new Set(['token', 'ref', 'integration']);
/** Objects that look like messages: the right field names with anything in them. */
const lookalike = fc.record(
    Object.fromEntries(
        ['patchbay', 'type', 'nonce', 'version', 'token', 'options', 'name', 'connectionId', 'outcome', 'code', 'theme', 'locale'].map(
            (key) => [
                key,
                fc.oneof(fc.anything(), fc.constantFrom<unknown>(1, 'hello', 'init', 'connect', 'error', 'close', 'event', 'session_token'))
            ]
        )
    ),
    { requiredKeys: [] }
);

describe.each(guards)('$name', ({ accepts, good }) => {
    test('accepts every message of the protocol, and keys that a newer side may add', () => {
        for (const message of good) expect([message, accepts(message), accepts({ ...message, later: 1 })]).toEqual([message, true, true]);
    });

    test('never throws, and accepts nothing that no message of the protocol resembles', () => {
        fc.assert(
            fc.property(fc.oneof(fc.anything(), lookalike), (value) => {
                if (accepts(value)) expect(good.map((message) => message.type)).toContain(Reflect.get(Object(value), 'type'));
            }),
            { numRuns: 2_000 }
        );
    });

    test('rejects a message with any one field missing, of another type, empty or too long', () => {
        const broken = good.flatMap((message) => [...brokenVariants(message)]);
        expect(broken.length).toBeGreaterThan(good.length);
        for (const variant of broken) expect([variant, accepts(variant)]).toEqual([variant, false]);
    });

    test('rejects the messages of the other guards, so that nothing is taken for something else', () => {
        const others = guards.filter((guard) => guard.accepts !== accepts).flatMap((guard) => guard.good);
        // `close` alone is said by both sides; from the SDK it has no outcome.
        for (const message of others.filter((other) => other.type !== 'close'))
            expect([message, accepts(message)]).toEqual([message, false]);
    });
});

test('a string of exactly the longest accepted length passes', () => {
    expect(isToWidget({ type: 'session_token', token: 'x'.repeat(maxTextLength) })).toBe(true);
});

function* brokenVariants(message: Record<string, unknown>): Generator<Record<string, unknown>> {
    for (const [key, value] of Object.entries(message)) {
        if (value === undefined) continue;
        const { [key]: _taken, ...rest } = message;
        if (!optional.has(key)) yield rest;
        const wrong = [
            null,
            [],
            {},
            Symbol.iterator,
            typeof value === 'string' ? 1 : 'text',
            typeof value === 'number' ? 0.5 : '',
            'x'.repeat(maxTextLength + 1)
        ];
        for (const bad of wrong) yield { ...message, [key]: bad };
        if (key === 'options') for (const options of brokenVariants(init.options)) yield { ...message, options };
    }
}
