import { muteIssue, resolveIssue, unmuteIssue } from '@patchbay/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertApp, hourMs, minuteMs, sendDue, startAlertApp } from './alerts.fixtures.ts';
import { takeMessage } from './messages.sql.ts';
import { claimForNow } from './sender.ts';
import { sendMessage } from './send-message.ts';
import { watchRules } from './watch-rules.ts';

/** The hour begins when a message is sent, and is measured when it arrives. */
const onTheWayMs = 20_000;
const integrations = ['unauthenticated', 'second'];
let app: AlertApp;
/** What has gone by, whatever clocks were set to. */
let elapsedMs = 0;
let arrivals: { about: string; at: number }[] = [];

beforeAll(async () => {
    app = await startAlertApp();
    await app.integrate('unauthenticated', { unique_key: 'second' });
});
afterAll(() => app[Symbol.asyncDispose]());

type Answer = 'ok' | 'refuses' | 'fails after it' | 'breaks off';

/** From now on. All but a refusal may be read by people. */
function answer(how: Answer): void {
    app.receiver.respond((response, { path, json }) => {
        const about = `${path} ${/of `(\w+)`/.exec(String(json['text']))?.[1]}`;
        if (how !== 'refuses') arrivals.push({ about, at: Date.now() + elapsedMs });
        if (how === 'ok') response.end('ok');
        else if (how === 'breaks off') response.destroy();
        else response.writeHead(how === 'refuses' ? 503 : 500).end();
    });
}

function pass(ms: number): void {
    elapsedMs += ms;
    app.clock.advance(ms);
}

/** A server takes a message and is killed: before or after it has sent it. */
async function killOne(hasSent: boolean): Promise<void> {
    const { deps } = app.server;
    const [leased] = await claimForNow(deps, { isFailing: false, limit: 1, fullEnvironments: [] });
    const message = leased && (await takeMessage(app.db, leased, app.clock.now()));
    if (message?.is_news && hasSent) await sendMessage(deps, { ...message, id: message.message_id, kind: 'opened' });
}

/** To an issue that there is, as an admin does. */
async function change(how: 'mute' | 'unmute' | 'resolve', number: number): Promise<void> {
    const issues = await app.issues();
    const { id } = issues[number % Math.max(issues.length, 1)] ?? {};
    if (id === undefined) return;
    const params = { issue_id: id };
    if (how === 'mute') await app.call(muteIssue, { params, body: { for: 1800 } });
    else await app.call(how === 'unmute' ? unmuteIssue : resolveIssue, { params });
}

const does = <const Does extends string, More extends object>(
    weight: number,
    name: Does,
    more: { [Key in keyof More]: fc.Arbitrary<More[Key]> }
) => ({
    weight,
    arbitrary: fc.record(more).map((given) => ({ does: name, ...given }))
});
const step = fc.oneof(
    does(3, 'break', { which: fc.nat({ max: 1 }) }),
    does(2, 'heal', {}),
    does(2, 'look', {}),
    does(5, 'work', { servers: fc.integer({ min: 1, max: 3 }) }),
    does(2, 'kill', { hasSent: fc.boolean() }),
    does(2, 'answer', { how: fc.constantFrom<Answer[]>('ok', 'ok', 'refuses', 'fails after it', 'breaks off') }),
    does(3, 'pass', { ms: fc.constantFrom(10_000, 5 * minuteMs, 31 * minuteMs, hourMs) }),
    does(1, 'clock set back', {}),
    does(1, 'change', { how: fc.constantFrom<('mute' | 'unmute' | 'resolve')[]>('mute', 'unmute', 'resolve'), number: fc.nat({ max: 3 }) })
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let broken = 0;
async function run(one: Step): Promise<void> {
    const { deps } = app.server;
    if (one.does === 'break') await app.breakConnections([`c${(broken += 1)}`], integrations[one.which]);
    else if (one.does === 'heal') await app.healConnections();
    else if (one.does === 'look') await Promise.all([watchRules(deps), watchRules(deps)]);
    else if (one.does === 'clock set back') app.clock.advance(-hourMs);
    else if (one.does === 'work') {
        await watchRules(deps);
        await Promise.all(Array.from({ length: one.servers }, () => sendDue(deps)));
    } else if (one.does === 'kill') await killOne(one.hasSent);
    else if (one.does === 'answer') answer(one.how);
    else if (one.does === 'pass') pass(one.ms);
    else if (one.does === 'change') await change(one.how, one.number);
}

test('whatever happens, people read about one problem in one channel at most once an hour, and in the end how it is', async () => {
    await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
            await app.db.deleteFrom('connections').execute();
            await app.db.deleteFrom('alert_channels').execute();
            await app.db.deleteFrom('issues').execute();
            arrivals = [];
            answer('ok');
            for (const path of ['/one', '/two']) await app.channel(path);
            pass(minuteMs);
            for (const one of steps) await run(one);
            for (const { about, at } of arrivals) {
                const others = arrivals.filter((other) => other.about === about && other.at > at && other.at < at + hourMs - onTheWayMs);
                expect([about, others]).toEqual([about, []]);
            }
            // Once all is well with channels and clocks, what breaks is told.
            answer('ok');
            pass(steps.length * hourMs);
            arrivals = [];
            await app.breakConnections([`c${(broken += 1)}`]);
            for (let turn = 0; turn < 6; turn += 1) {
                await app.round();
                pass(hourMs);
            }
            const told = arrivals.filter(({ about }) => about.endsWith(' unauthenticated')).map(({ about }) => about);
            expect(new Set(told)).toEqual(new Set(['/one unauthenticated', '/two unauthenticated']));
        }),
        { numRuns: 80 }
    );
}, 300_000);
