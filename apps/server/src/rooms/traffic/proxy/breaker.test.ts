import { AppError } from '@patchbay/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Breaker, createBreakers } from './breaker.ts';
import { EgressError } from '../../../kernel/egress/egress.ts';
import { createLog } from '../../../kernel/log/log.ts';

const key = { environmentId: 'dev', integrationKey: 'acme', host: 'api.acme.example', connectionId: 'one' };
type End = number | 'lost' | 'aborted';

/** A provider that is told how each call ends, and a clock that stands still unless it is moved. */
function setUp() {
    let ms = Date.parse('2026-01-01T00:00:00Z');
    const lines: string[] = [];
    const breakers = createBreakers({ clock: { now: () => new Date(ms) }, log: createLog('info', (line) => lines.push(line)) });
    const call = async (end: End, breaker: Breaker = breakers.of(key)): Promise<'sent' | 'refused'> => {
        try {
            await breaker.run(async () => {
                if (end === 'lost') throw new EgressError('unreachable', 'api.acme.example: the connection failed');
                if (end === 'aborted') throw new DOMException('The caller is gone.', 'AbortError');
                return { status: end };
            });
        } catch (error) {
            if (error instanceof AppError) return 'refused';
        }
        return 'sent';
    };
    const callTimes = async (count: number, end: End) => {
        const outcomes: string[] = [];
        for (let made = 0; made < count; made++) outcomes.push(await call(end));
        return outcomes.filter((outcome) => outcome === 'sent').length;
    };
    return { breakers, call, callTimes, lines, now: () => ms, advance: (by: number) => (ms += by) };
}

test('a provider that fails twenty times is left alone, and those who call are told for how long', async () => {
    const { breakers, callTimes, lines } = setUp();
    expect(await callTimes(30, 'lost')).toBe(20);
    const refused: unknown = await breakers
        .of(key)
        .run(async () => ({ status: 200 }))
        .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'provider_unavailable' });
    expect((refused as AppError).retryAfterS).toBeGreaterThan(3);
    expect((refused as AppError).retryAfterS).toBeLessThanOrEqual(5);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', integration_id: 'acme', host: 'api.acme.example' }]);
    expect(breakers.counts()).toEqual({ integration: { open: 0, closed: 1 }, connection: { open: 1, closed: 0 } });
});

test('what the caller is told no for, asked too often for, or broke off itself is not the fault of the provider', async () => {
    const { callTimes } = setUp();
    for (const end of [404, 429, 401, 'aborted'] as const) expect(await callTimes(100, end)).toBe(100);
});

test('another integration, environment or host is not held back', async () => {
    const { breakers, call, callTimes } = setUp();
    expect(await callTimes(21, 503)).toBe(20);
    for (const other of [{ integrationKey: 'other' }, { environmentId: 'prod' }, { host: 'files.acme.example' }])
        expect(await call(200, breakers.of({ ...key, ...other }))).toBe('sent');
});

test('a connection that fails is left alone by itself, whether or not others call', async () => {
    const { breakers, call, callTimes } = setUp();
    const other = breakers.of({ ...key, connectionId: 'two' });
    expect(await callTimes(25, 500)).toBe(20);
    for (let made = 0; made < 30; made++) expect(await call(200, other)).toBe('sent');
    expect(await callTimes(1, 200)).toBe(0);
});

test('one connection with most of the calls cannot close the way for the others', async () => {
    const { breakers, call, callTimes, advance } = setUp();
    const others = ['two', 'three'].map((connectionId) => breakers.of({ ...key, connectionId }));
    for (let round = 0; round < 50; round++) {
        await callTimes(10, 500);
        for (const other of others) expect(await call(200, other)).toBe('sent');
        advance(500);
    }
});

test('when most connections fail, one that has not called yet is held back too, until one call gets through', async () => {
    const { breakers, call, advance } = setUp();
    const of = (connectionId: number | string) => breakers.of({ ...key, connectionId: String(connectionId) });
    for (let made = 0; made < 9; made++) await call(200, of('healthy'));
    for (let index = 0; index < 11; index++) expect(await call('lost', of(index))).toBe('sent');
    expect(await call(200, of('new'))).toBe('refused');
    advance(5000);
    expect(await call(200, of('new'))).toBe('sent');
    expect(await call(200, of(1))).toBe('sent');
});

test('what a connection did half a minute ago does not count any more', async () => {
    const { breakers, call, advance } = setUp();
    const of = (connectionId: number | string) => breakers.of({ ...key, connectionId: String(connectionId) });
    for (let index = 0; index < 19; index++) await call('lost', of(index));
    advance(31_000);
    for (let made = 0; made < 19; made++) await call(200, of('healthy'));
    expect(await call('lost', of('late'))).toBe('sent');
    expect(await call(200, of('new'))).toBe('sent');
});

test('after the pause one call tries: its success opens the way, its failure makes the pause longer', async () => {
    const { advance, callTimes, lines } = setUp();
    await callTimes(20, 500);
    advance(5000);
    expect(await callTimes(10, 500)).toBe(1);
    advance(6000);
    expect(await callTimes(10, 500)).toBe(0);
    advance(2000);
    expect(await callTimes(10, 200)).toBe(10);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 'info', message: expect.stringMatching(/^breaker_closed: /) });
});

test('a call that began before, and ends while the provider is left alone, changes nothing', async () => {
    const { breakers, call, callTimes } = setUp();
    const { promise, resolve } = Promise.withResolvers<{ status: number }>();
    const early = breakers.of(key).run(() => promise);
    await callTimes(20, 'lost');
    resolve({ status: 200 });
    await early;
    expect(await call(200)).toBe('refused');
});

test('a trial that hangs is followed by another, and one that is broken off by the next call', async () => {
    const { advance, breakers, call, callTimes } = setUp();
    await callTimes(20, 'lost');
    advance(5000);
    const { promise, resolve } = Promise.withResolvers<{ status: number }>();
    const hanging = breakers.of(key).run(() => promise);
    expect(await call('aborted')).toBe('refused');
    advance(5000);
    expect(await call('aborted')).toBe('sent');
    expect(await call(200)).toBe('sent');
    resolve({ status: 500 });
    await hanging;
    expect(await call(200)).toBe('sent');
});

test('it is shut when at least twenty calls of half a minute ended and half of them badly, and never before', async () => {
    const ops = fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 2500 }), end: fc.constantFrom<End>(200, 404, 500, 'lost') }), {
        minLength: 20,
        maxLength: 120
    });
    await fc.assert(
        fc.asyncProperty(ops, async (given) => {
            const { advance, call, now } = setUp();
            const ended: { at: number; isBad: boolean }[] = [];
            const isDue = (windowMs: number) => {
                const recent = ended.filter(({ at }) => at > now() - windowMs);
                return recent.length >= 20 && recent.filter(({ isBad }) => isBad).length * 2 >= recent.length;
            };
            for (const { waitMs, end } of given) {
                advance(waitMs);
                if ((await call(end)) === 'refused') throw new Error('It was shut although the last call went through.');
                ended.push({ at: now(), isBad: end === 500 || end === 'lost' });
                // The window moves in steps of three seconds, so near its edge either is right.
                const isShut = (await call('aborted')) === 'refused';
                const ages = ended.map(({ at }) => now() - at).filter((age) => age >= 27_000 && age <= 30_000);
                const ways = new Set([27_000, 30_000, ...ages, ...ages.map((age) => age + 1)].map(isDue));
                if (ended.at(-1)?.isBad && ways.size === 1) expect(isShut).toBe(ways.has(true));
                if (isShut) return;
            }
        })
    );
});

test('however long an outage was, calls go through within ten seconds of its end', async () => {
    await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 900_000 }), async (outageMs) => {
            const { advance, call, callTimes, now } = setUp();
            await callTimes(20, 'lost');
            const back = now() + outageMs;
            while (now() < back) {
                await call('lost');
                advance(250);
            }
            while ((await call(200)) === 'refused') advance(250);
            expect(now() - back).toBeLessThanOrEqual(10_000);
        }),
        { numRuns: 30 }
    );
});

test('retries are at most a fifth of the first tries, and ten in half a minute for those who call seldom', async () => {
    const { breakers, advance, call } = setUp();
    const retryUntilRefused = () => {
        let taken = 0;
        while (breakers.of(key).takeRetry()) taken += 1;
        return taken;
    };
    await call(200);
    expect(retryUntilRefused()).toBe(10);
    advance(31_000);
    expect(retryUntilRefused()).toBe(10);

    await fc.assert(
        fc.asyncProperty(fc.integer({ min: 60, max: 600 }), fc.integer({ min: 0, max: 40 }), async (firstTries, waitMs) => {
            const world = setUp();
            let retries = 0;
            for (let made = 0; made < firstTries; made++) {
                await world.call(429);
                for (let again = 0; again < 3 && world.breakers.of(key).takeRetry(); again++) {
                    retries += 1;
                    await world.call(429);
                }
                world.advance(waitMs);
            }
            expect(retries).toBeLessThanOrEqual(firstTries * 0.2);
        }),
        { numRuns: 30 }
    );
});

test('breakers that have not been used for longest are forgotten first', async () => {
    const { breakers, callTimes, call } = setUp();
    await callTimes(20, 'lost');
    for (let index = 0; index < 9999; index++) breakers.of({ ...key, host: `${index}.example` });
    expect(await call(200)).toBe('refused');
    for (let index = 0; index < 10_000; index++) breakers.of({ ...key, host: `${index}.more.example` });
    expect(await call(200)).toBe('sent');
});
