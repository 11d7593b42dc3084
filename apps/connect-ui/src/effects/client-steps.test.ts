import { expect, test } from 'vitest';
import { atGithub, launch, launchable, loaded, run, submit, view } from '../flow/fixtures.ts';
import { reduce } from '../flow/reduce.ts';
import { github } from '../stories/samples.ts';
import { clientStepOf } from './client-steps.ts';
import type { FlowEvent } from '../flow/events.ts';
import type { Model } from '../flow/model.ts';

/** The steps reported while these events happen. */
function reported(events: readonly FlowEvent[], model: Model = run([])): (string | undefined)[] {
    const steps: (string | undefined)[] = [];
    for (const event of events) {
        const next = reduce(model, event);
        const step = clientStepOf(model, next);
        if (step) steps.push(`${step.attempt} ${step.step}`);
        model = next;
    }
    return steps;
}

const made = (window: 'opened' | 'blocked' | 'unseen'): FlowEvent => ({ type: 'attemptCreated', key: 'k-1', view: launch, window });
const lost: FlowEvent = { type: 'windowLost', attempt: 'a-1' };
const cancel: FlowEvent = { type: 'signInCancelled' };
const done: FlowEvent = { type: 'attemptSeen', view: view({ status: 'succeeded', connection_id: 'c-1' }) };

test.each<[string, FlowEvent[], string[]]>([
    ['a sign-in that succeeds', [made('opened'), done], ['window_opened']],
    [
        'a window that was lost and opened again',
        [
            made('opened'),
            lost,
            { type: 'windowReopened', account: 'any', windowKey: 'w' },
            { type: 'relaunched', view: launch, window: 'opened' }
        ],
        ['window_opened', 'window_lost', 'window_reopened', 'window_opened']
    ],
    [
        'a blocked window, and a cancelled sign-in',
        [made('blocked'), { type: 'relaunched', view: launchable, window: 'opened' }, cancel],
        ['window_blocked', 'left']
    ],
    ['a time offline', [made('opened'), { type: 'wentOffline' }, { type: 'wentOnline' }], ['window_opened', 'went_offline']],
    ['a widget closed during the sign-in', [made('opened'), { type: 'closeRequested' }], ['window_opened', 'left']],
    ['a failure', [made('opened'), { type: 'attemptSeen', view: view({ status: 'failed', code: 'consent_denied' }) }], ['window_opened']]
])('client steps are reported: %s', (_what, events, steps) => {
    expect(reported([...atGithub, submit, ...events])).toEqual(steps.map((step) => `a-1 ${step}`));
});

test('copying the sign-in link is reported once', () => {
    const inApp = { browser: { isInApp: true, prefersTab: false } };
    const opened = loaded({ integrations: [{ ...github, refuses_webviews: true }] }, inApp);
    const linked: FlowEvent[] = [...opened, submit, made('opened'), { type: 'relaunched', view: launchable, window: 'opened' }];
    const there: FlowEvent = { type: 'attemptSeen', view: view({ ...launch, status: 'awaiting_user' }) };
    expect(reported([...linked, { type: 'linkCopied' }, { type: 'linkCopied' }, there, done])).toEqual(['a-1 link_copied']);
});
