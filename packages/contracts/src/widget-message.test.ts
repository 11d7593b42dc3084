import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
    connectModes,
    isHello,
    isInit,
    isToWidget,
    layouts,
    maxTextLength,
    outcomes,
    readFromWidget,
    themes,
    widgetEvents
} from './widget-message.ts';

const hello = { patchbay: 1, type: 'hello', nonce: 'n', version: 1 };
const init = { patchbay: 1, type: 'init', nonce: 'n', version: 1, options: { locale: 'auto', theme: 'system', layout: 'modal' } };
const connect = { type: 'connect', connectionId: 'conn_1', integrationId: 'gem', isNew: true, attemptId: 'att_1' };
const error = { type: 'error', code: 'timeout', message: 'Too late.' };

const appearance = {
    variables: { colorPrimary: '#0b6e5f', borderRadius: 0 },
    dark: {},
    logo: { src: 'data:image/png;base64,AA==', alt: '' },
    text: { 'list.title': 'Pick one' }
};

const guards: { name: string; accepts: (value: unknown) => boolean; good: Record<string, unknown>[] }[] = [
    { name: 'isHello', accepts: isHello, good: [hello] },
    {
        name: 'isInit',
        accepts: isInit,
        good: [
            init,
            { ...init, token: 'pb_cs_x' },
            { ...init, token: undefined },
            ...themes.map((theme) => ({ ...init, options: { ...init.options, theme, integration: 'gem' } })),
            ...layouts.map((layout) => ({ ...init, options: { ...init.options, layout } })),
            // A newer SDK may know more of them.
            ...[...connectModes, 'tab'].map((mode) => ({ ...init, options: { ...init.options, mode, returnTo: 'https://shop.example/' } })),
            { ...init, options: { ...init.options, attempt: 'att_1', renews: true, takesRequests: true, autoStart: false, appearance } }
        ]
    },
    {
        name: 'isToWidget',
        accepts: isToWidget,
        good: [
            { type: 'session_token', token: 'pb_cs_x' },
            ...themes.map((theme) => ({ type: 'set_theme', theme })),
            { type: 'set_locale', locale: 'ar' },
            { type: 'set_appearance', appearance },
            { type: 'set_appearance', appearance: {} },
            { type: 'session_failed' },
            { type: 'close' },
            { type: 'close_requested' }
        ]
    },
    {
        name: 'readFromWidget',
        accepts: (value) => readFromWidget(value) !== undefined,
        good: [
            { type: 'ready' },
            { type: 'session_wanted' },
            { type: 'named', title: 'ربط تطبيق', lang: 'ar' },
            { type: 'navigate', url: 'https://connect.test/connect/launch/x', attemptId: 'att_1' },
            { type: 'size', height: 0 },
            { type: 'size', height: 480.5 },
            ...[...widgetEvents, 'a_step_of_next_year'].map((name) => ({ type: 'event', name })),
            { type: 'event', name: 'request_integration', integrationId: 'gem', query: 'pipedrive' },
            connect,
            error,
            { ...error, ref: 'C-1', hint: 'Add it to allowed_origins.', userMessage: 'Das geht hier nicht.' },
            ...outcomes.map((outcome) => ({ type: 'close', outcome }))
        ]
    }
];

/** Fields that a message may lack. */
const optional = new Set(
    [
        'token',
        'ref',
        'hint',
        'userMessage',
        'integration',
        'integrationId',
        'query',
        'mode',
        'returnTo',
        'attempt',
        'renews',
        'takesRequests',
        'autoStart',
        'appearance'
    ].concat(['variables', 'dark', 'logo', 'text'])
);
/** Objects that look like messages: the right field names with anything in them. */
const lookalike = fc.record(
    Object.fromEntries(
        [
            'patchbay',
            'type',
            'nonce',
            'version',
            'token',
            'options',
            'name',
            'connectionId',
            'outcome',
            'code',
            'theme',
            'locale',
            'title',
            'lang',
            'url',
            'attemptId',
            'height',
            'appearance'
        ].map((key) => [
            key,
            fc.oneof(
                fc.anything(),
                fc.constantFrom<unknown>(
                    1,
                    'hello',
                    'init',
                    'connect',
                    'error',
                    'close',
                    'event',
                    'session_token',
                    'named',
                    'navigate',
                    'size',
                    'set_appearance'
                )
            )
        ])
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

test('what the SDK passes on has the fields of the protocol and no others', () => {
    expect(readFromWidget({ ...connect, credentials: { apiKey: 'k' } })).toEqual(connect);
    expect(readFromWidget({ ...error, stack: 'at x' })).toEqual(error);
});

test('a string of exactly the longest accepted length passes', () => {
    expect(isToWidget({ type: 'session_token', token: 'x'.repeat(maxTextLength) })).toBe(true);
});

/** The message with one thing wrong in it, at whatever depth it is checked. */
function* brokenVariants(message: Record<string, unknown>): Generator<Record<string, unknown>> {
    for (const [key, value] of Object.entries(message)) {
        if (value === undefined) continue;
        const { [key]: _taken, ...rest } = message;
        if (!optional.has(key)) yield rest;
        for (const wrong of [null, Symbol.iterator, ...wrongFor(key, value)]) yield { ...message, [key]: wrong };
        if (['options', 'appearance', 'logo'].includes(key)) {
            for (const nested of brokenVariants(Object(value))) yield { ...message, [key]: nested };
        }
    }
}

function wrongFor(key: string, value: unknown): unknown[] {
    const tooLong = 'x'.repeat(maxTextLength + 1);
    // A logo that says nothing more than the text beside it has an empty alternative.
    if (key === 'alt') return [1, {}];
    if (typeof value === 'string') return [1, {}, [], '', tooLong];
    if (typeof value === 'number') return ['text', {}, Number.NaN, key === 'height' ? -1 : 0.5, Number.POSITIVE_INFINITY];
    return ['text', '', 1, tooLong];
}
