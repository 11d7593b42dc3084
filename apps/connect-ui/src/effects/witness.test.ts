import { expect, test } from 'vitest';
import { atGithub, launch, launchable, loaded, run, submit, view } from '../flow/fixtures.ts';
import type { FlowEvent, Model } from '../flow/state.ts';
import { reduce } from '../flow/reduce.ts';
import { github } from '../stories/models.ts';
import { witnessed } from './witness.ts';

/** Everything that is told while these events happen. */
function story(events: readonly FlowEvent[], model: Model = run([])): (string | undefined)[] {
    const steps: (string | undefined)[] = [];
    for (const event of events) {
        const next = reduce(model, event);
        const seen = witnessed(model, next);
        if (seen) steps.push(`${seen.attempt} ${seen.step}`);
        model = next;
    }
    return steps;
}

const made = (window: 'opened' | 'blocked' | 'unseen'): FlowEvent => ({ type: 'attemptMade', key: 'k-1', view: launch, window });
const lost: FlowEvent = { type: 'windowLost', attempt: 'a-1' };
const cancel: FlowEvent = { type: 'signInCancelled' };
const done: FlowEvent = { type: 'attemptSeen', view: view({ status: 'succeeded', connection_id: 'c-1' }) };

test.each<[string, FlowEvent[], string[]]>([
    ['a sign-in that goes well', [made('opened'), done], ['window_opened']],
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
        'a window that was stopped, and left',
        [made('blocked'), { type: 'relaunched', view: launchable, window: 'opened' }, cancel],
        ['window_blocked', 'left']
    ],
    ['an absence of the network', [made('opened'), { type: 'wentOffline' }, { type: 'wentOnline' }], ['window_opened', 'went_offline']],
    ['a widget that is closed meanwhile', [made('opened'), { type: 'closeRequested' }], ['window_opened', 'left']],
    ['a failure', [made('opened'), { type: 'attemptSeen', view: view({ status: 'failed', code: 'consent_denied' }) }], ['window_opened']]
])('%s', (_what, events, steps) => {
    expect(story([...atGithub, submit, ...events])).toEqual(steps.map((step) => `a-1 ${step}`));
});

test('a link that is carried elsewhere: it is told when it was copied, once', () => {
    const inApp = { browser: { isInApp: true, prefersTab: false } };
    const opened = loaded({ integrations: [{ ...github, refuses_webviews: true }] }, inApp);
    const linked: FlowEvent[] = [...opened, submit, made('opened'), { type: 'relaunched', view: launchable, window: 'opened' }];
    const there: FlowEvent = { type: 'attemptSeen', view: view({ ...launch, status: 'awaiting_user' }) };
    expect(story([...linked, { type: 'linkCopied' }, { type: 'linkCopied' }, there, done])).toEqual(['a-1 link_copied']);
});
