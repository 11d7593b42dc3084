import { attemptCodes, clientSteps } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { describeStep, type AttemptProgress, summarize } from './describe-timeline.ts';

/** One step a second from 12:03:10 UTC on. */
const story = (status: AttemptProgress['status'], steps: string, code: AttemptProgress['code'] = null): AttemptProgress => ({
    status,
    code,
    providerName: 'GitHub',
    timeline: steps.split(' ').map((step, index) => ({ at: new Date(Date.UTC(2026, 10, 20, 12, 3, 10 + index)).toISOString(), step }))
});

test.each([
    [
        story('succeeded', 'created window_opened sent_to_provider came_back token_received succeeded'),
        'Connected to GitHub at 12:03:15 UTC.'
    ],
    [story('created', 'created window_blocked'), 'Started at 12:03:10 UTC, and the sign-in has not been opened yet.'],
    [story('awaiting_user', 'created sent_to_provider window_lost'), 'Sent to GitHub at 12:03:11 UTC, not back yet.'],
    [
        story('expired', 'created sent_to_provider window_lost expired', 'timeout'),
        "Sent to GitHub at 12:03:11 UTC, never came back: the window was probably closed on GitHub's page, or GitHub does not accept the redirect URI."
    ],
    [
        story('cancelled', 'created sent_to_provider relaunched sent_to_provider relaunched cancelled', 'cancelled'),
        "Sent to GitHub at 12:03:13 UTC, never came back: the window was probably closed on GitHub's page, or GitHub does not accept the redirect URI."
    ],
    [
        story('expired', 'created sent_to_provider came_back_elsewhere expired', 'timeout'),
        'Came back from GitHub at 12:03:12 UTC, but not in the browser that was sent there, which never came: the end user changed browsers, or theirs keeps no cookies.'
    ],
    [
        story('expired', 'created window_blocked expired', 'timeout'),
        'Started at 12:03:10 UTC, but the sign-in was never opened: the browser blocked its window.'
    ],
    [
        story('expired', 'created expired', 'timeout'),
        'Started at 12:03:10 UTC, but the sign-in was never opened: the end user left, or the browser blocked its window.'
    ],
    [story('failed', 'created sent_to_provider came_back denied', 'consent_denied'), 'The end user did not give access at GitHub.'],
    [story('failed', 'created checking failed:credentials_rejected', 'credentials_rejected'), 'GitHub refused the credentials.'],
    [
        story('failed', 'created sent_to_provider came_back failed:provider_error', 'provider_error'),
        'GitHub ended the sign-in with an error, or refused to exchange its code for a token.'
    ],
    [
        story('failed', 'created failed:integration_misconfigured', 'integration_misconfigured'),
        'The integration is incomplete, or GitHub does not accept its client id and secret.'
    ],
    [
        story('expired', 'created sent_to_provider came_back token_received needs_choice expired', 'timeout'),
        'Signed in at GitHub at 12:03:14 UTC, but no account was chosen.'
    ],
    [
        story('cancelled', 'created sent_to_provider came_back token_received account_mismatch cancelled', 'cancelled'),
        'Signed in at GitHub at 12:03:14 UTC with another account than the connection has, and did not decide.'
    ],
    [story('verifying', 'created checking'), 'GitHub was asked about the credentials at 12:03:11 UTC, and has not responded yet.'],
    [
        story('cancelled', 'created checking went_offline cancelled', 'cancelled'),
        'GitHub was asked about the credentials at 12:03:11 UTC, and the attempt was cancelled before the response came.'
    ],
    // Made by a server that kept no timeline.
    [
        { ...story('expired', '', 'timeout'), timeline: [] },
        'Started, but the sign-in was never opened: the end user left, or the browser blocked its window.'
    ]
])('%#: %o', (told, sentence) => {
    expect(summarize(told)).toBe(sentence);
});

test('every way to fail has a sentence of its own', () => {
    const sentences = attemptCodes.map((code) => summarize(story('failed', `created failed:${code}`, code)));
    expect(new Set(sentences).size).toBe(attemptCodes.length);
});

test('every step that a browser tells has words, and one of a later version is shown as it is', () => {
    for (const step of clientSteps) expect(describeStep(step, 'GitHub')).toMatch(/^The .+\.$/);
    expect(describeStep('failed:provider_down', 'GitHub')).toBe('The attempt failed: provider_down.');
    expect(describeStep('teleported', 'GitHub')).toBe('teleported');
});
