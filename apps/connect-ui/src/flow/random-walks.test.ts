import { attemptCodes, attemptStatuses } from '@patchbay/contracts/browser';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { launchUrl, view } from './fixtures.ts';
import { reduce } from './reduce.ts';
import { hostMessages } from '../host/host-messages.ts';
import { basic, connectedGem, gem, github, open, session, twiceGem, zendesk, secret } from '../stories/samples.ts';
import { wantedWindow, liveAttempt, screenStateOf } from './selectors.ts';
import type { FlowEvent } from './events.ts';
import { booting, plainSetup, type Flow, type Model, type Setup } from './model.ts';
import { states } from '../screens/states.gen.ts';
import type { OAuthState } from '../screens/oauth/state.ts';
import { everyEvent } from '../stories/every-story.gen.ts';

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

/** The type of the event, or any of them by its number. */
type Kind = FlowEvent['type'] | number;

/** Turns random numbers into events that could happen in the given state, sensible or not. */
function eventFrom(kind: Kind, choice: number, step: number, model: Model): FlowEvent {
    const flow = screenStateOf(model.flow);
    const pick = <T>(items: readonly T[]) => items[choice % items.length] as T; // the lists are not empty
    const key = 'key' in flow && choice % 4 !== 0 ? flow.key : 'k-0';
    const id = liveAttempt(flow)?.id ?? `a-${key}`;
    const status = pick(attemptStatuses);
    const made = status === 'succeeded' ? { connection_id: 'c-1' } : {};
    const response = view({
        attempt_id: id,
        status,
        code: status === 'failed' ? pick(attemptCodes) : null,
        updated_at: new Date(Date.UTC(2026, 10, 20) + step * 1000).toISOString(),
        ...made
    });
    const waiting = choice % 3 === 0 ? response : { ...response, status: 'created' as const };
    const address = choice % 7 === 0 ? {} : { launch_url: launchUrl };
    const window = pick(['opened', 'opened', 'blocked', 'unseen'] as const);
    const events: FlowEvent[] = [
        { type: 'opened', setup: { ...plainSetup, ...pick(setups) } },
        {
            type: 'sessionLoaded',
            info: session({
                integrations: pick([
                    [gem, picky, zendesk, basic, open],
                    [connectedGem, picky],
                    [twiceGem, picky],
                    [connectedGem],
                    [picky],
                    []
                ]),
                manages_connections: choice % 5 !== 0
            })
        },
        { type: 'sessionExpired' },
        { type: 'refused', code: 'unreachable' },
        { type: 'bootRetried' },
        { type: 'wentBack' },
        { type: 'submitted', newKey: `k-${step}`, windowKey: `w-${step}` },
        { type: 'attemptNotCreated', key, banner: pick(['unreachable', 'unexpected'] as const), errors: {} },
        { type: 'attemptCreated', key, view: { ...waiting, attempt_id: `a-${key}`, ...address }, window },
        { type: 'relaunched', view: { ...waiting, ...address }, window },
        { type: 'attemptSeen', view: response },
        { type: 'stepFailed', attempt: id, banner: 'unreachable' },
        { type: 'windowLost', attempt: id },
        { type: 'windowReopened', account: pick(['any', 'other'] as const), windowKey: `w-${step}` },
        { type: 'signInCancelled' },
        { type: 'accountKept' },
        { type: 'triedAgain', newKey: `k-${step}`, windowKey: `w-${step}` },
        { type: 'closeRequested' },
        { type: 'leaveCancelled' },
        { type: 'leaveConfirmed' },
        { type: 'wentOffline' },
        { type: 'wentOnline' },
        { type: 'sessionExpiring' },
        { type: 'moreTimeRequested' },
        { type: 'sessionRenewed' },
        { type: 'renewalFailed' },
        { type: 'resumeFailed' },
        { type: 'returnRefused' },
        { type: 'slow' },
        { type: 'tookTooLong', view: response },
        { type: 'windowUnseen', attempt: id },
        { type: 'disconnected', integration: 'gem', connection: 'c-own', ended: { account: 'Acme Ltd', remainsAt: null } },
        ...everyEvent.map((event) => ('windowKey' in event ? { ...event, windowKey: `w-${step}` } : event))
    ];
    const ofKind = events.filter(({ type }) => type === kind);
    return typeof kind === 'string' ? pick(ofKind) : (events[kind % events.length] as FlowEvent);
}

// The usual path is drawn more often, or most walks would end in the first states.
const usual: readonly FlowEvent['type'][] = [
    'opened',
    'sessionLoaded',
    'integrationChosen',
    'fieldChanged',
    'submitted',
    'submitted',
    'attemptCreated',
    'attemptCreated',
    'relaunched',
    'relaunched',
    'attemptSeen',
    'attemptSeen',
    'windowLost',
    'windowReopened',
    'accountKept',
    'moreTimeRequested',
    'tookTooLong',
    'linkCopied',
    'accountOpened',
    'disconnectRequested',
    'disconnectConfirmed',
    'disconnected'
];
const kinds = fc.oneof({ weight: 1, arbitrary: fc.nat(999) }, { weight: 6, arbitrary: fc.constantFrom(...usual) });
const walks = fc.array(fc.tuple(kinds, fc.nat(9999)), { minLength: 10, maxLength: 60, size: 'max' });

function walk(numbers: readonly (readonly [Kind, number])[], look: (before: Model, after: Model, event: FlowEvent) => void): void {
    let model = booting;
    numbers.forEach(([kind, choice], step) => {
        const event = eventFrom(kind, choice, step + 1, model);
        const after = reduce(model, event);
        look(model, after, event);
        model = after;
    });
}

const oauthSteps: readonly OAuthState['step'][] = [
    'launching',
    'looking',
    'blocked',
    'awaiting',
    'maybeClosed',
    'redirecting',
    'openInBrowser'
];

test('the walks reach every state', () => {
    const seen = new Set<string>();
    const note = ({ flow }: Model) => seen.add(flow.state === 'oauth' ? flow.step : flow.state);
    fc.assert(
        fc.property(walks, (numbers) => walk(numbers, (_, after) => note(after))),
        { numRuns: 2500, seed: 1 }
    );
    const { oauth: _steps, ...others } = states;
    expect([...seen].toSorted()).toEqual([...Object.keys(others), ...oauthSteps, 'confirmLeave'].toSorted());
});

test('an attempt is replaced only after it was left', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (before, after) => {
                const [previous, current] = [liveAttempt(before.flow)?.id, liveAttempt(after.flow)?.id];
                if (previous !== undefined && current !== undefined) expect(current).toBe(previous);
            })
        )
    );
});

test('a connection is reported to the host once per attempt', () => {
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

test('typed values stay in the draft, and are never posted to the host', () => {
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

test('no event changes the closed state', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (before, after) => {
                if (before.flow.state === 'closed') expect(after).toBe(before);
            })
        )
    );
});

test('a secret is sent after a click only, and once per click', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (before, after, { type }) => {
                const isSent = screenStateOf(after.flow).state === 'submitting' && screenStateOf(before.flow).state !== 'submitting';
                if (isSent) expect(type).toBe('submitted');
            })
        )
    );
});

test('a window is opened after a click only, with a key of its own', () => {
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
                expect(['submitting', 'oauth']).not.toContain(screenStateOf(before.flow).state);
            })
        )
    );
});

test('nothing is sent while a new session is awaited', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (_, { flow, renewal, session: { status } }) => {
                if (renewal === 'asked' && status === 'expired') expect(['submitting', 'oauth']).not.toContain(screenStateOf(flow).state);
            })
        )
    );
});

test('an account is disconnected after a click only, and stays until the server has responded', () => {
    fc.assert(
        fc.property(walks, (numbers) =>
            walk(numbers, (before, after, { type }) => {
                const isSent = ({ flow }: Model) => flow.state === 'disconnect' && flow.sent;
                if (isSent(after) && !isSent(before)) expect(type).toBe('disconnectConfirmed');
                if ('ended' in after.flow && !('ended' in before.flow))
                    expect([type, before.flow.state]).toEqual(['disconnected', 'disconnect']);
            })
        )
    );
});
