import { describe, expect, test } from 'vitest';
import { attempt, draft, filled, modelIn } from '../stories/samples.ts';
import type { FlowIn, ScreenState, StateName } from '../screens/states.gen.ts';
import type { FlowEvent } from './events.ts';
import { launchUrl, view } from './fixtures.ts';
import { reduce } from './reduce.ts';

/** Whether leaving asks first, and whether the server may connect nevertheless. */
type Meaning = 'closes' | 'asks' | 'closes, still under way' | 'asks, still under way';

const signIn = { state: 'oauth', draft: draft('github'), attempt } as const;
const mismatch = { state: 'accountMismatch', draft: draft('github'), attempt, was: 'acme', now: 'globex', banner: null } as const;
const choice: FlowIn<'chooseAccount'> = {
    state: 'chooseAccount',
    draft: draft('github'),
    attempt,
    options: [],
    picked: null,
    banner: null
};
const form = { state: 'detail', errors: {}, banner: null } as const;
const failure = { state: 'failed', code: 'unexpected', ref: attempt.ref, attemptId: attempt.id, providerText: null, missing: [] } as const;
const submitting = { state: 'submitting', draft: filled, key: 'k', slow: false } as const;
const verifying = { state: 'verifying', draft: draft('github'), attempt, slow: false } as const;
const success = {
    state: 'success',
    integration: 'github',
    mode: 'create',
    attemptId: attempt.id,
    connectionId: 'c-1',
    isNew: true,
    account: null,
    was: null,
    connectedBefore: false
} as const;

const account = { state: 'account', integration: 'gem', connection: 'c-own', details: 'wanted' } as const;
const disconnect = { ...account, state: 'disconnect', name: 'Acme Ltd', sent: false, banner: null } as const;
const ended = { account: 'Acme Ltd', remainsAt: null };

const leaving: { readonly [S in Exclude<StateName, 'closed'>]: readonly [when: string, flow: FlowIn<S>, meaning: Meaning][] } = {
    account: [['an account looked at', account, 'closes']],
    accountMismatch: [
        ['nothing sent', { ...mismatch, asked: 'nothing' }, 'closes'],
        ['the switch sent', { ...mismatch, asked: 'switch' }, 'asks, still under way'],
        ['a step without a response', { ...mismatch, asked: 'nothing', banner: 'unreachable' }, 'closes, still under way']
    ],
    boot: [
        ['the session awaited', { state: 'boot', step: 'session' }, 'closes'],
        ['an attempt looked up', { state: 'boot', step: 'attempt', attempt }, 'closes']
    ],
    chooseAccount: [
        ['nothing picked', choice, 'asks'],
        ['an account picked', { ...choice, picked: 'acme' }, 'asks, still under way'],
        ['a step without a response', { ...choice, banner: 'unreachable' }, 'asks, still under way']
    ],
    detail: [
        ['nothing typed', { ...form, draft: draft('gem') }, 'closes'],
        ['a key typed', { ...form, draft: filled }, 'asks']
    ],
    disconnect: [
        ['asked', disconnect, 'closes'],
        ['the server asked to disconnect it', { ...disconnect, sent: true }, 'closes']
    ],
    disconnected: [['an account gone', { state: 'disconnected', integration: 'gem', ended }, 'closes']],
    failed: [
        ['nothing typed', { ...failure, draft: draft('gem') }, 'closes'],
        ['a key typed', { ...failure, draft: filled }, 'asks']
    ],
    fatal: [['any reason', { state: 'fatal', code: 'unexpected' }, 'closes']],
    list: [['a query typed', { state: 'list', query: 'gem' }, 'closes']],
    listEmpty: [['nothing offered', { state: 'listEmpty' }, 'closes']],
    oauth: [
        [
            'an address awaited',
            { ...signIn, step: 'launching', way: 'window', key: 'k', windowKey: 'w', attempt: null, account: 'any' },
            'closes'
        ],
        ['looking for the window', { ...signIn, step: 'looking' }, 'closes'],
        ['the window stopped', { ...signIn, step: 'blocked', launchUrl }, 'closes'],
        ['the window open', { ...signIn, step: 'awaiting', window: 'opened' }, 'closes'],
        ['the window lost', { ...signIn, step: 'maybeClosed', unopened: false }, 'closes'],
        ['the tab about to leave', { ...signIn, step: 'redirecting', launchUrl }, 'closes'],
        ['the link shown', { ...signIn, step: 'openInBrowser', launchUrl, copied: true }, 'closes']
    ],
    owned: [['a connection there', { state: 'owned', integration: 'gem' }, 'closes']],
    pendingApproval: [
        ['an approval awaited', { state: 'pendingApproval', draft: draft('github'), attempt, link: launchUrl }, 'closes, still under way'],
        [
            'the server asked to wait',
            { state: 'pendingApproval', draft: draft('github'), attempt: null, key: 'k', after: attempt.id },
            'closes, still under way'
        ]
    ],
    submitting: [['the form sent', submitting, 'asks, still under way']],
    success: [['connected', success, 'closes']],
    verifying: [['the provider asked', verifying, 'asks, still under way']]
};

describe('leaving', () => {
    const cases = Object.entries(leaving).flatMap(([state, rows]) => rows.map(([when, flow, meaning]) => ({ state, when, flow, meaning })));

    test.each(cases)('from $state, $when: $meaning', ({ flow, meaning }) => {
        const { flow: requested } = reduce(modelIn(flow), { type: 'closeRequested' });
        expect(requested.state).toBe(meaning.startsWith('asks') ? 'confirmLeave' : 'closed');
        const { flow: left } = reduce(modelIn(flow), { type: 'hostClosed' });
        expect(left).toMatchObject({ state: 'closed' });
        expect('isOpen' in left).toBe(meaning.endsWith('still under way'));
    });

    const failures = ['failed', 'fatal'];
    const unconnected = cases
        .filter(({ state }) => state !== 'success')
        .map((row) => ({ ...row, outcome: failures.includes(row.state) ? 'failed' : 'cancelled' }));

    test.each(unconnected)('from $state, $when: the page is told $outcome', ({ flow, outcome }) => {
        for (const [model, event] of [
            [modelIn(flow), { type: 'hostClosed' }],
            [modelIn({ state: 'confirmLeave', back: flow }), { type: 'leaveConfirmed' }]
        ] as const)
            expect(reduce(model, event).flow).toMatchObject({ state: 'closed', outcome });
    });

    test('after a connection, the page is told connected, even from a failure that follows', () => {
        const event: FlowEvent = { type: 'attemptSeen', view: view({ attempt_id: attempt.id, status: 'succeeded', connection_id: 'c-1' }) };
        const connected = reduce(modelIn(verifying), event);
        const failing: FlowIn<'failed'> = { ...failure, draft: draft('gem') };
        for (const flow of [connected.flow, failing])
            expect(reduce({ ...connected, flow }, { type: 'hostClosed' }).flow).toMatchObject({ state: 'closed', outcome: 'connected' });
    });
});

describe('while the question whether to leave is open', () => {
    const seen = (over: Parameters<typeof view>[0]): FlowEvent => ({
        type: 'attemptSeen',
        view: view({ attempt_id: attempt.id, ...over })
    });
    const created = (over: Parameters<typeof view>[0]): FlowEvent => ({
        type: 'attemptCreated',
        key: 'k',
        view: view(over),
        window: 'opened'
    });

    test.each<[state: StateName, question: 'stays' | 'goes', behind: ScreenState, event: FlowEvent]>([
        ['accountMismatch', 'stays', verifying, seen({ status: 'account_mismatch' })],
        ['chooseAccount', 'stays', verifying, seen({ status: 'needs_choice', options: [] })],
        ['detail', 'goes', submitting, created({ status: 'failed', code: 'credentials_rejected' })],
        ['failed', 'goes', verifying, seen({ status: 'failed', code: 'consent_denied' })],
        ['oauth', 'stays', { ...signIn, step: 'awaiting', window: 'opened' }, { type: 'windowLost', attempt: attempt.id }],
        ['submitting', 'stays', submitting, { type: 'slow' }],
        ['success', 'goes', verifying, seen({ status: 'succeeded', connection_id: 'c-1' })],
        ['verifying', 'stays', submitting, created({ status: 'verifying' })]
    ])('and %s comes up behind it, the question %s', (state, question, behind, event) => {
        const { flow } = reduce(modelIn({ state: 'confirmLeave', back: behind }), event);
        expect(flow).not.toEqual({ state: 'confirmLeave', back: behind });
        expect(flow).toMatchObject(question === 'stays' ? { state: 'confirmLeave', back: { state } } : { state });
    });
});
