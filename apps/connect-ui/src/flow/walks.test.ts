import { attemptCodes, attemptStatuses } from '@patchbay/contracts/browser';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { launchUrl, secret, view } from './fixtures.ts';
import { booting, plainSetup, wantedWindow, type Flow, type FlowEvent, type Model, type Setup } from './state.ts';
import { reduce } from './reduce.ts';
import { hostMessages } from '../host/host-messages.ts';
import { basic, gem, github, open, session, zendesk } from '../stories/models.ts';
import { liveAttempt, underneath } from './shown.ts';

/** The widget in whatever order things happen. */

const picky = { ...github, refuses_webviews: true };
const setups: Partial<Setup>[] = [
    {},
    { preselect: 'gem' },
    { renews: true },
    { mode: 'redirect', returnTo: 'https://host.example/', autoStart: true },
    { returnTo: 'https://host.example/', resume: 'a-0', renews: true },
    { browser: { isInApp: true, prefersTab: true } },
    { browser: { isInApp: true, prefersTab: false }, autoStart: true }
];

/** Turns random numbers into events that could happen in the given state, sensible or not. */
function eventFrom(kind: number, choice: number, step: number, model: Model): FlowEvent {
    const flow = underneath(model.flow);
    const pick = <T>(items: readonly T[]) => items[choice % items.length] as T; // the lists are not empty
    const key = 'key' in flow && choice % 4 !== 0 ? flow.key : 'k-0';
    const id = liveAttempt(flow)?.id ?? `a-${key}`;
    const status = pick(attemptStatuses);
    const made = status === 'succeeded' ? { connection_id: 'c-1' } : {};
    const answer = view({
        attempt_id: id,
        status,
        code: status === 'failed' ? pick(attemptCodes) : null,
        updated_at: new Date(Date.UTC(2026, 10, 20) + step * 1000).toISOString(),
        ...made
    });
    const waiting = choice % 3 === 0 ? answer : { ...answer, status: 'created' as const };
    const address = choice % 7 === 0 ? {} : { launch_url: launchUrl };
    const window = pick(['opened', 'opened', 'blocked', 'unseen'] as const);
    const events: FlowEvent[] = [
        { type: 'opened', setup: { ...plainSetup, ...pick(setups) } },
        { type: 'sessionLoaded', info: session({ integrations: pick([[gem, picky, zendesk, basic, open], [picky], []]) }) },
        { type: 'sessionExpired' },
        { type: 'refused', code: 'unreachable' },
        { type: 'bootRetried' },
        { type: 'searched', query: 'g' },
        { type: 'chose', integration: pick(['gem', 'github', 'zendesk', 'open-data']) },
        { type: 'wentBack' },
        { type: 'changed', field: pick(['credentials.apiKey', 'connection_config.subdomain']), value: secret },
        { type: 'fieldBlurred', field: 'credentials.apiKey' },
        { type: 'submitted', newKey: `k-${step}`, windowKey: `w-${step}` },
        { type: 'attemptNotMade', key, banner: pick(['unreachable', 'unexpected'] as const), errors: {} },
        { type: 'attemptMade', key, view: { ...waiting, attempt_id: `a-${key}`, ...address }, window },
        { type: 'relaunched', view: { ...waiting, ...address }, window },
        { type: 'attemptSeen', view: answer },
        { type: 'stepFailed', attempt: id, banner: 'unreachable' },
        { type: 'windowLost', attempt: id },
        { type: 'linkFollowed' },
        { type: 'windowReopened', account: pick(['any', 'other'] as const), windowKey: `w-${step}` },
        { type: 'signInCancelled' },
        { type: 'accountPicked', account: 't-1' },
        { type: 'accountSwitched' },
        { type: 'accountKept' },
        { type: 'triedAgain', newKey: `k-${step}`, windowKey: `w-${step}` },
        { type: 'closeRequested' },
        { type: 'leaveCancelled' },
        { type: 'leaveConfirmed' },
        { type: 'wentOffline' },
        { type: 'wentOnline' },
        { type: 'crashed', ref: 'C-00000' },
        { type: 'sessionExpiring' },
        { type: 'timeWanted' },
        { type: 'sessionRenewed' },
        { type: 'renewalFailed' },
        { type: 'resumeFailed' },
        { type: 'returnRefused' },
        { type: 'slow' },
        { type: 'tookTooLong', view: answer },
        { type: 'windowUnseen', attempt: id },
        { type: 'linkCopied' },
        { type: 'continuedHere', windowKey: `w-${step}` },
        { type: 'askedForApp' }
    ];
    return events[kind % events.length] as FlowEvent;
}

// The usual path is drawn more often, or most walks would end in the first states.
const kinds = fc.oneof(
    { weight: 1, arbitrary: fc.nat(40) },
    { weight: 6, arbitrary: fc.constantFrom(0, 1, 6, 8, 10, 10, 12, 12, 13, 13, 14, 14, 16, 18, 22, 31, 37, 39) }
);
const walks = fc.array(fc.tuple(kinds, fc.nat(9999)), { minLength: 10, maxLength: 60, size: 'max' });

function walk(numbers: readonly (readonly [number, number])[], look: (before: Model, after: Model, event: FlowEvent) => void): void {
    let model = booting;
    numbers.forEach(([kind, choice], step) => {
        const event = eventFrom(kind, choice, step + 1, model);
        const after = reduce(model, event);
        look(model, after, event);
        model = after;
    });
}

test('the walks reach every state', () => {
    const seen = new Set<string>();
    const note = ({ flow }: Model) => seen.add(flow.state === 'oauth' ? flow.step : flow.state);
    fc.assert(
        fc.property(walks, (numbers) => walk(numbers, (_, after) => note(after))),
        { numRuns: 1500, seed: 1 }
    );
    expect([...seen].toSorted()).toEqual(
        [
            'accountMismatch',
            'awaiting',
            'blocked',
            'chooseAccount',
            'closed',
            'confirmLeave',
            'detail',
            'failed',
            'fatal',
            'launching',
            'looking',
            'openInBrowser',
            'redirecting',
            'list',
            'maybeClosed',
            'submitting',
            'success',
            'verifying',
            'boot',
            'listEmpty'
        ].toSorted()
    );
});

test('one attempt gives way to another only after it was let go', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (before, after) => {
                const [was, is] = [liveAttempt(before.flow)?.id, liveAttempt(after.flow)?.id];
                if (was !== undefined && is !== undefined) expect(is).toBe(was);
            })
        )
    );
});

test('the host hears of a connection once per attempt', () => {
    fc.assert(
        fc.property(walks, (numbers) => {
            const connected: string[] = [];
            walk(numbers, (before, after) => {
                for (const message of hostMessages(before, after, () => 'words'))
                    if (message.type === 'connect') connected.push(message.attemptId);
            });
            expect(new Set(connected).size).toBe(connected.length);
        })
    );
});

test('every state but the last has a way out', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (_, after) => {
                const left = reduce(reduce(after, { type: 'closeRequested' }), { type: 'leaveConfirmed' });
                const throughQuestion = after.flow.state === 'confirmLeave' ? reduce(after, { type: 'leaveConfirmed' }) : left;
                expect(throughQuestion.flow.state).toBe('closed');
            })
        )
    );
});

test('every failure has a reference to quote', () => {
    fc.assert(
        fc.property(walks, (numbers) => walk(numbers, (_, { flow }) => expect(flow.state === 'failed' ? flow.ref : 'C-').toMatch(/^C-/)))
    );
});

test('what was typed stays in the draft, and is never told to the host', () => {
    const withoutDrafts = (flow: Flow) => JSON.stringify(flow, (key, value: unknown) => (key === 'values' ? undefined : value));
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (before, after) => {
                expect(withoutDrafts(after.flow)).not.toContain(secret);
                expect(JSON.stringify(hostMessages(before, after, () => 'words'))).not.toContain(secret);
                if (after.flow.state === 'success' || after.flow.state === 'closed')
                    expect(JSON.stringify(after.flow)).not.toContain(secret);
            })
        )
    );
});

test('closed is the end', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (before, after) => {
                if (before.flow.state === 'closed') expect(after).toBe(before);
            })
        )
    );
});

test('a secret goes out at a click only, and never a second time without one', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (before, after, { type }) => {
                const isSent = underneath(after.flow).state === 'submitting' && underneath(before.flow).state !== 'submitting';
                if (isSent) expect(type).toBe('submitted');
            })
        )
    );
});

test('a window is asked for at a click only, with a key of its own', () => {
    fc.assert(
        fc.property(walks, (numbers) => {
            const keys: string[] = [];
            walk(numbers, (before, after, { type }) => {
                const key = wantedWindow(after.flow);
                if (key === null || key === wantedWindow(before.flow)) return;
                expect(['submitted', 'triedAgain', 'windowReopened', 'continuedHere', 'leaveCancelled']).toContain(type);
                if (type !== 'leaveCancelled') keys.push(key);
            });
            expect(new Set(keys).size).toBe(keys.length);
        })
    );
});

test('a running attempt keeps the token that it was made with', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (before, after) => {
                if (after.tokens === before.tokens) return;
                expect(liveAttempt(before.flow)).toBeNull();
                expect(['submitting', 'oauth']).not.toContain(underneath(before.flow).state);
            })
        )
    );
});

test('nothing is sent while a new session is awaited', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (_, { flow, renewal, session: { status } }) => {
                if (renewal === 'asked' && status === 'expired') expect(['submitting', 'oauth']).not.toContain(underneath(flow).state);
            })
        )
    );
});
