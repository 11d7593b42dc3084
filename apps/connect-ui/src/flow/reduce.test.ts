import { describe, expect, test } from 'vitest';
import { atGem, atGithub, awaiting, launch, launchable, launchUrl, loaded, run, submit, typed, view } from './fixtures.ts';
import { reduce } from './reduce.ts';
import { hostMessages } from '../host/host-messages.ts';
import { basic, gem, github, session, zendesk, secret } from '../stories/samples.ts';
import type { FlowEvent } from './events.ts';
import { booting, plainSetup } from './model.ts';

const own = {
    connection_id: 'c',
    account_label: null,
    connected_at: '2026-03-03T09:00:00.000Z',
    refused_since: null,
    refused_because: null,
    connection_config: {},
    config_fields: []
};

describe('opening', () => {
    test('several integrations show the list, a single one its form, none the empty list', () => {
        expect(run(loaded()).flow).toEqual({ state: 'list', query: '' });
        expect(run(atGem).flow).toMatchObject({ state: 'detail', draft: { integration: 'gem', mode: 'create' } });
        expect(run(loaded({ integrations: [] })).flow).toEqual({ state: 'listEmpty' });
    });

    test('the host can choose the integration; one that is not offered is an error, reported to the host and shown', () => {
        expect(run(loaded({}, { preselect: 'zendesk' })).flow).toMatchObject({ state: 'detail', draft: { integration: 'zendesk' } });
        const asked = run(loaded({ integrations: [gem] }, { preselect: 'unknown' }));
        expect(asked.flow).toMatchObject({ state: 'fatal', code: 'not_offered' });
        expect(hostMessages(booting, asked, () => 'words')).toContainEqual({
            type: 'error',
            code: 'embed_misconfigured',
            message: expect.stringMatching(/^unknown_integration/),
            userMessage: 'words',
            hint: expect.stringMatching(/^unknown_integration: the session does not offer "unknown", only: gem\./)
        });
    });

    test('a reconnect goes to the form of its connection', () => {
        const connection = { ...own, integration_id: 'zendesk', connection_config: { subdomain: 'acme' } };
        expect(run(loaded({ connection })).flow).toMatchObject({ state: 'detail', draft: { integration: 'zendesk', mode: 'reconnect' } });
    });

    test('an unreachable server may be asked again, other refusals are final', () => {
        const unreachable = run([
            { type: 'opened', setup: plainSetup },
            { type: 'refused', code: 'unreachable' }
        ]);
        expect(reduce(unreachable, { type: 'bootRetried' }).flow).toMatchObject({ state: 'boot', step: 'session' });
        const invalid = run([{ type: 'refused', code: 'session_invalid' }]);
        expect(reduce(invalid, { type: 'bootRetried' })).toBe(invalid);
    });
});

test('a form whose integration the renewed session no longer offers is left for one that it offers', () => {
    const atForm = [...loaded({ integrations: [gem, zendesk, github] }), { type: 'integrationChosen', integration: 'gem' } as const];
    const without = { type: 'sessionLoaded', info: session({ integrations: [zendesk, github] }) } as const;
    expect(run([...atForm, without]).flow).toEqual({ state: 'list', query: '' });
    const owned = { ...gem, connections: [{ ...own, fields: gem.fields }] };
    const atChoice = [...loaded({ integrations: [owned, zendesk, github] }), { type: 'integrationChosen', integration: 'gem' } as const];
    expect(run(atChoice).flow.state).toBe('owned');
    expect(run([...atChoice, without]).flow).toEqual({ state: 'list', query: '' });
});

describe('the form', () => {
    test('an incomplete form is not sent: each missing field is marked', () => {
        expect(run([...atGem, submit]).flow).toMatchObject({
            state: 'detail',
            errors: { 'credentials.apiKey': 'required' },
            draft: { round: 1 }
        });
    });

    test('a field is checked when it is left, and from then on at each change', () => {
        const field = 'connection_config.subdomain';
        const typing = run([...loaded({ integrations: [zendesk] }), { type: 'fieldChanged', field, value: 'ac me' }]);
        expect(typing.flow).toMatchObject({ errors: {} });
        const left = reduce(typing, { type: 'fieldBlurred', field });
        expect(left.flow).toMatchObject({ errors: { [field]: 'malformed' } });
        expect(reduce(left, { type: 'fieldChanged', field, value: 'acme' }).flow).toMatchObject({ errors: {} });
    });

    test('what is copied along with a value is removed, with a notice', () => {
        const flow = run([
            ...atGem,
            { type: 'fieldChanged', field: 'credentials.apiKey', value: ' Bearer abc ' },
            { type: 'fieldBlurred', field: 'credentials.apiKey' }
        ]).flow;
        expect(flow).toMatchObject({ draft: { values: { 'credentials.apiKey': 'abc' }, notices: { 'credentials.apiKey': 'bearer' } } });
    });

    test('a password keeps its quotes', () => {
        const field = 'credentials.password';
        const flow = run([
            ...loaded({ integrations: [basic] }),
            { type: 'fieldChanged', field, value: '"a"' },
            { type: 'fieldBlurred', field }
        ]).flow;
        expect(flow).toMatchObject({ draft: { values: { [field]: '"a"' }, notices: {} } });
    });

    test('a second submit sends nothing', () => {
        const once = run([...atGem, typed, submit]);
        expect(once.flow).toMatchObject({ state: 'submitting', key: 'k-1' });
        expect(reduce(once, { type: 'submitted', newKey: 'k-2', windowKey: 'w-1' })).toBe(once);
    });

    test('without a response, the same values go out with the same key; changed ones with a new key', () => {
        const requestFailed = run([...atGem, typed, submit, { type: 'attemptNotCreated', key: 'k-1', banner: 'unreachable', errors: {} }]);
        expect(requestFailed.flow).toMatchObject({
            state: 'detail',
            banner: 'unreachable',
            draft: { values: { 'credentials.apiKey': secret } }
        });
        expect(reduce(requestFailed, { type: 'submitted', newKey: 'k-2', windowKey: 'w-1' }).flow).toMatchObject({
            state: 'submitting',
            key: 'k-1'
        });
        const edited = reduce(requestFailed, { type: 'fieldChanged', field: 'credentials.apiKey', value: `${secret}!` });
        expect(reduce(edited, { type: 'submitted', newKey: 'k-2', windowKey: 'w-1' }).flow).toMatchObject({
            state: 'submitting',
            key: 'k-2'
        });
    });

    test('refused credentials lead back to the form with its values, and the next try is a new one', () => {
        const refused = view({ status: 'failed', code: 'credentials_rejected' });
        const back = run([...atGem, typed, submit, { type: 'attemptCreated', key: 'k-1', view: refused, window: 'blocked' }]);
        expect(back.flow).toMatchObject({
            state: 'detail',
            banner: 'credentials_rejected',
            errors: { 'credentials.apiKey': 'refused' },
            draft: { values: { 'credentials.apiKey': secret } }
        });
        expect(reduce(back, { type: 'submitted', newKey: 'k-2', windowKey: 'w-1' }).flow).toMatchObject({
            state: 'submitting',
            key: 'k-2'
        });
    });

    test('offline, nothing is sent', () => {
        const offline = run([...atGem, typed, { type: 'wentOffline' }]);
        expect(reduce(offline, submit)).toBe(offline);
    });
});

describe('the sign-in', () => {
    test('opens the window after the click, waits, and ends with the connection', () => {
        expect(run([...atGithub, submit]).flow).toMatchObject({ state: 'oauth', step: 'launching', attempt: null });
        const model = run(awaiting);
        expect(model.flow).toMatchObject({ state: 'oauth', step: 'awaiting', window: 'opened', attempt: { id: 'a-1' } });
        const verifying = reduce(model, { type: 'attemptSeen', view: view({ status: 'exchanging' }) });
        expect(verifying.flow).toMatchObject({ state: 'verifying' });
        const done = reduce(verifying, { type: 'attemptSeen', view: view({ status: 'succeeded', connection_id: 'c-1' }) });
        expect(done.flow).toEqual({
            state: 'success',
            integration: 'github',
            mode: 'create',
            attemptId: 'a-1',
            connectionId: 'c-1',
            isNew: true,
            account: null,
            was: null,
            connectedBefore: false
        });
    });

    test('a blocked window is replaced by a link', () => {
        const stopped = run([...atGithub, submit, { type: 'attemptCreated', key: 'k-1', view: launch, window: 'blocked' }]);
        expect(stopped.flow).toMatchObject({ step: 'launching', way: 'link', attempt: { id: 'a-1' } });
        const blocked = reduce(stopped, { type: 'relaunched', view: launchable, window: 'opened' });
        expect(blocked.flow).toMatchObject({ state: 'oauth', step: 'blocked', launchUrl });
        expect(reduce(blocked, { type: 'linkFollowed' }).flow).toMatchObject({ step: 'awaiting', window: 'link' });
        const renewed = view({ ...launch, launch_url: 'https://api.example.com/connect/launch/y' });
        expect(reduce(blocked, { type: 'relaunched', view: renewed, window: 'blocked' }).flow).toMatchObject({
            step: 'blocked',
            launchUrl: renewed.launch_url
        });
    });

    test('for a window without a handle the server is asked, before it counts as blocked', () => {
        const looking = run([...atGithub, submit, { type: 'attemptCreated', key: 'k-1', view: launch, window: 'unseen' }]);
        expect(looking.flow).toMatchObject({ state: 'oauth', step: 'looking' });
        const there = view({ ...launch, status: 'awaiting_user' });
        expect(reduce(looking, { type: 'attemptSeen', view: there }).flow).toMatchObject({ step: 'awaiting', window: 'followed' });
        expect(reduce(looking, { type: 'windowUnseen', attempt: 'a-2' })).toBe(looking);
        expect(reduce(looking, { type: 'windowUnseen', attempt: 'a-1' }).flow).toMatchObject({ step: 'launching', way: 'link' });
    });

    test('a link that was followed unseen, in a new tab of its own, is noticed', () => {
        const blocked = run([
            ...atGithub,
            submit,
            { type: 'attemptCreated', key: 'k-1', view: launch, window: 'blocked' },
            { type: 'relaunched', view: launchable, window: 'opened' }
        ]);
        const there = view({ ...launch, status: 'awaiting_user' });
        expect(reduce(blocked, { type: 'attemptSeen', view: there }).flow).toMatchObject({ step: 'awaiting', window: 'followed' });
    });

    const stoppedAndFollowed: FlowEvent[] = [
        ...atGithub,
        submit,
        { type: 'attemptCreated', key: 'k-1', view: launch, window: 'blocked' },
        { type: 'relaunched', view: launchable, window: 'opened' },
        { type: 'linkFollowed' }
    ];
    const reopen: FlowEvent = { type: 'windowReopened', account: 'any', windowKey: 'w-2' };

    test('where a followed link opens no window either, the link can be copied', () => {
        const lost = run([...stoppedAndFollowed, { type: 'windowLost', attempt: 'a-1' }]);
        expect(lost.flow).toMatchObject({ step: 'maybeClosed' });
        const carried = reduce(lost, reopen);
        expect(carried.flow).toMatchObject({ step: 'launching', way: 'byHand' });
        const copied = reduce(carried, { type: 'relaunched', view: launchable, window: 'opened' });
        expect(copied.flow).toMatchObject({ step: 'openInBrowser', launchUrl });
    });

    test('where the sign-in can continue in this tab, that stays offered', () => {
        const lost = run([...stoppedAndFollowed, { type: 'windowLost', attempt: 'a-1' }]);
        const inTab = { ...lost, setup: { ...lost.setup, returnTo: 'https://app.example.com/' } };
        expect(reduce(inTab, reopen).flow).toMatchObject({ step: 'launching', way: 'window' });
    });

    test.each([
        ['before it is missed', [{ type: 'attemptSeen', view: view({ ...launch, status: 'awaiting_user' }) }]],
        [
            'after it was missed',
            [
                { type: 'windowLost', attempt: 'a-1' },
                { type: 'attemptSeen', view: view({ ...launch, status: 'awaiting_user' }) }
            ]
        ]
    ] satisfies [string, FlowEvent[]][])('a link whose window reaches the server %s counts as opened', (_when, events) => {
        const seen = run([...stoppedAndFollowed, ...events]);
        const lost = reduce(seen, { type: 'windowLost', attempt: 'a-1' });
        expect(lost.flow).toMatchObject({ step: 'maybeClosed' });
        expect(reduce(lost, reopen).flow).toMatchObject({ step: 'launching', way: 'window' });
    });

    test('an address that is not http(s) is never opened', () => {
        const evil = { ...launch, launch_url: 'javascript:alert(1)' };
        const made: FlowEvent = { type: 'attemptCreated', key: 'k-1', view: launch, window: 'blocked' };
        expect(run([...atGithub, submit, made, { type: 'relaunched', view: evil, window: 'opened' }]).flow).toMatchObject({
            state: 'failed',
            code: 'unexpected'
        });
    });

    test('a window that seems closed is asked about, and still noticed when it comes back', () => {
        const lost = run([...awaiting, { type: 'windowLost', attempt: 'a-1' }]);
        expect(lost.flow).toMatchObject({ step: 'maybeClosed' });
        expect(reduce(lost, { type: 'windowReopened', account: 'any', windowKey: 'w-2' }).flow).toMatchObject({
            step: 'launching',
            attempt: { id: 'a-1' }
        });
        expect(reduce(lost, { type: 'attemptSeen', view: view({ status: 'verifying' }) }).flow).toMatchObject({ state: 'verifying' });
        expect(reduce(lost, { type: 'signInCancelled' }).flow).toMatchObject({ state: 'detail' });
    });

    test('a response that is older than the last one is ignored', () => {
        const model = run([
            ...awaiting,
            {
                type: 'attemptSeen',
                view: view({ status: 'account_mismatch', was: 'acme', now: 'globex', updated_at: '2026-11-20T10:01:00.000Z' })
            }
        ]);
        expect(model.flow).toMatchObject({ state: 'accountMismatch', was: 'acme', now: 'globex' });
        expect(reduce(model, { type: 'attemptSeen', view: view({ status: 'verifying' }) })).toBe(model);
    });

    test('one of several accounts is chosen, and the choice is sent once', () => {
        const options = [{ id: 't-1', label: 'Acme' }];
        const choosing = run([...awaiting, { type: 'attemptSeen', view: view({ status: 'needs_choice', options }) }]);
        const picked = reduce(choosing, { type: 'accountPicked', account: 't-1' });
        expect(picked.flow).toMatchObject({ state: 'chooseAccount', picked: 't-1' });
        expect(reduce(picked, { type: 'accountPicked', account: 't-2' })).toBe(picked);
        expect(reduce(picked, { type: 'stepFailed', attempt: 'a-1', banner: 'unreachable' }).flow).toMatchObject({
            picked: null,
            banner: 'unreachable'
        });
        expect(reduce(picked, { type: 'attemptSeen', view: view({ status: 'verifying' }) }).flow).toMatchObject({ state: 'verifying' });
    });

    test('a response after the cancellation changes nothing', () => {
        const left = run([...atGithub, submit, { type: 'signInCancelled' }]);
        expect(left.flow).toMatchObject({ state: 'detail' });
        expect(reduce(left, { type: 'attemptCreated', key: 'k-1', view: launch, window: 'opened' })).toBe(left);
    });

    test('a response to an earlier try, or about another attempt, changes nothing', () => {
        const second = run([...atGithub, submit, { type: 'signInCancelled' }, { type: 'submitted', newKey: 'k-2', windowKey: 'w-1' }]);
        expect(reduce(second, { type: 'attemptCreated', key: 'k-1', view: launch, window: 'opened' })).toBe(second);
        const model = run(awaiting);
        expect(reduce(model, { type: 'attemptSeen', view: view({ attempt_id: 'a-2', status: 'succeeded', connection_id: 'c-1' }) })).toBe(
            model
        );
        expect(reduce(model, { type: 'windowLost', attempt: 'a-2' })).toBe(model);
    });

    test('missing permissions are named, by their label where they have one', () => {
        const missing = view({ status: 'failed', code: 'missing_permissions', missing_scopes: ['repo', 'gist'] });
        expect(run([...awaiting, { type: 'attemptSeen', view: missing }]).flow).toMatchObject({
            state: 'failed',
            code: 'missing_permissions',
            missing: ['Read and write your repositories', 'gist']
        });
    });

    test('trying again after a failure starts a new attempt', () => {
        const denied = run([...awaiting, { type: 'attemptSeen', view: view({ status: 'failed', code: 'consent_denied' }) }]);
        expect(denied.flow).toMatchObject({ state: 'failed', code: 'consent_denied', ref: 'C-7F3K2' });
        expect(reduce(denied, { type: 'triedAgain', newKey: 'k-2', windowKey: 'w-1' }).flow).toMatchObject({
            state: 'oauth',
            step: 'launching',
            attempt: null,
            key: 'k-2'
        });
    });
});

describe('leaving', () => {
    test('an untouched form closes at once, a typed one asks first', () => {
        expect(run([...atGem, { type: 'closeRequested' }]).flow).toEqual({ state: 'closed', outcome: 'cancelled' });
        const asked = run([...atGem, typed, { type: 'closeRequested' }]);
        expect(asked.flow).toMatchObject({ state: 'confirmLeave', back: { state: 'detail' } });
        expect(reduce(asked, { type: 'leaveCancelled' }).flow).toMatchObject({ state: 'detail' });
        expect(reduce(asked, { type: 'leaveConfirmed' }).flow).toEqual({ state: 'closed', outcome: 'cancelled' });
    });

    test('a connection that comes through while the question is open is shown', () => {
        const asked = run([...awaiting, { type: 'attemptSeen', view: view({ status: 'verifying' }) }, { type: 'closeRequested' }]);
        expect(asked.flow.state).toBe('confirmLeave');
        expect(reduce(asked, { type: 'attemptSeen', view: view({ status: 'succeeded', connection_id: 'c-1' }) }).flow.state).toBe(
            'success'
        );
    });

    test('leaving while the server works on the attempt is not reported as not connected', () => {
        const verifying = [...awaiting, { type: 'attemptSeen', view: view({ status: 'verifying' }) } as const];
        const left = { state: 'closed', outcome: 'cancelled', isOpen: true };
        expect(run([...verifying, { type: 'closeRequested' }, { type: 'leaveConfirmed' }]).flow).toEqual(left);
        expect(run([...verifying, { type: 'hostClosed' }]).flow).toEqual(left);
        const mismatch = [...awaiting, { type: 'attemptSeen', view: view({ status: 'account_mismatch' }) } as const];
        expect(run([...mismatch, { type: 'closeRequested' }]).flow).toEqual({ state: 'closed', outcome: 'cancelled' });
        const requestFailed = [{ type: 'accountSwitched' }, { type: 'stepFailed', attempt: 'a-1', banner: 'unreachable' }] as const;
        expect(run([...mismatch, ...requestFailed, { type: 'closeRequested' }]).flow).toEqual(left);
    });

    test('the host closes without a question', () => {
        expect(run([...atGem, typed, { type: 'hostClosed' }]).flow).toEqual({ state: 'closed', outcome: 'cancelled' });
    });
});
