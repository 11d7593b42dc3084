import { attemptCodes, attemptStatuses, type AttemptView } from '@patchbay/contracts/browser';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { booting, liveAttempt, underneath, type Flow, type FlowEvent, type Model } from './flow-state.ts';
import { reduce } from './flow.ts';
import { hostMessages } from './host-messages.ts';
import { basic, gem, github, open, session, zendesk } from './story-models.ts';

const secret = 'hunter2-hunter2';

function view(over: Partial<AttemptView>): AttemptView {
    return {
        attempt_id: 'a-1',
        integration_id: 'gem',
        status: 'verifying',
        code: null,
        ref: 'C-7F3K2',
        provider_text: null,
        connection_id: null,
        is_new: true,
        options: null,
        was: null,
        now: null,
        account_label: null,
        expires_at: '2026-11-20T10:15:00.000Z',
        updated_at: '2026-11-20T10:00:00.000Z',
        ...over
    };
}

function run(events: FlowEvent[], from: Model = booting): Model {
    return events.reduce(reduce, from);
}

const loaded = (over: Parameters<typeof session>[0] = {}): FlowEvent[] => [
    { type: 'opened', preselect: null },
    { type: 'sessionLoaded', info: session(over) }
];
const atGem = loaded({ integrations: [gem] });
const atGithub = loaded({ integrations: [github] });
const typed: FlowEvent = { type: 'changed', field: 'credentials.apiKey', value: secret };
const submit: FlowEvent = { type: 'submitted', newKey: 'k-1' };
const launch = view({ integration_id: 'github', status: 'created', launch_url: 'https://api.example.com/connect/launch/x' });
const awaiting: FlowEvent[] = [...atGithub, submit, { type: 'attemptMade', key: 'k-1', view: launch, window: 'opened' }];

describe('opening', () => {
    test('several integrations are a list, one is its form, none says so', () => {
        expect(run(loaded()).flow).toEqual({ s: 'list', query: '' });
        expect(run(atGem).flow).toMatchObject({ s: 'detail', draft: { integration: 'gem', mode: 'create' } });
        expect(run(loaded({ integrations: [] })).flow).toEqual({ s: 'listEmpty' });
    });

    test('the host may ask for an integration; one that is not offered is ignored', () => {
        expect(
            run([
                { type: 'opened', preselect: 'zendesk' },
                { type: 'sessionLoaded', info: session() }
            ]).flow
        ).toMatchObject({ s: 'detail', draft: { integration: 'zendesk' } });
        expect(
            run([
                { type: 'opened', preselect: 'nobody' },
                { type: 'sessionLoaded', info: session() }
            ]).flow
        ).toMatchObject({ s: 'list' });
    });

    test('a reconnect goes to the form of its connection', () => {
        const connection = {
            connection_id: 'c',
            integration_id: 'zendesk',
            account_label: null,
            connected_at: '2026-03-03T09:00:00.000Z',
            connection_config: { subdomain: 'acme' }
        };
        expect(run(loaded({ connection })).flow).toMatchObject({ s: 'detail', draft: { integration: 'zendesk', mode: 'reconnect' } });
    });

    test('an unreachable server may be asked again, other refusals are final', () => {
        const unreachable = run([
            { type: 'opened', preselect: null },
            { type: 'refused', code: 'unreachable' }
        ]);
        expect(reduce(unreachable, { type: 'bootRetried' }).flow).toMatchObject({ s: 'boot', step: 'session' });
        const invalid = run([{ type: 'refused', code: 'session_invalid' }]);
        expect(reduce(invalid, { type: 'bootRetried' })).toBe(invalid);
    });
});

describe('the form', () => {
    test('an incomplete form is not sent: each missing field says so', () => {
        expect(run([...atGem, submit]).flow).toMatchObject({
            s: 'detail',
            errors: { 'credentials.apiKey': 'required' },
            draft: { round: 1 }
        });
    });

    test('a field is checked when it is left, and from then on at each change', () => {
        const field = 'connection_config.subdomain';
        const typing = run([...loaded({ integrations: [zendesk] }), { type: 'changed', field, value: 'ac me' }]);
        expect(typing.flow).toMatchObject({ errors: {} });
        const left = reduce(typing, { type: 'left', field });
        expect(left.flow).toMatchObject({ errors: { [field]: 'malformed' } });
        expect(reduce(left, { type: 'changed', field, value: 'acme' }).flow).toMatchObject({ errors: {} });
    });

    test('what copying drags along is taken off, and said', () => {
        const flow = run([
            ...atGem,
            { type: 'changed', field: 'credentials.apiKey', value: ' Bearer abc ' },
            { type: 'left', field: 'credentials.apiKey' }
        ]).flow;
        expect(flow).toMatchObject({ draft: { values: { 'credentials.apiKey': 'abc' }, notices: { 'credentials.apiKey': 'bearer' } } });
    });

    test('a password keeps its quotes', () => {
        const field = 'credentials.password';
        const flow = run([...loaded({ integrations: [basic] }), { type: 'changed', field, value: '"a"' }, { type: 'left', field }]).flow;
        expect(flow).toMatchObject({ draft: { values: { [field]: '"a"' }, notices: {} } });
    });

    test('sending twice is sending once', () => {
        const once = run([...atGem, typed, submit]);
        expect(once.flow).toMatchObject({ s: 'submitting', key: 'k-1' });
        expect(reduce(once, { type: 'submitted', newKey: 'k-2' })).toBe(once);
    });

    test('without an answer, the same values go out with the same key; changed ones with a new key', () => {
        const unanswered = run([...atGem, typed, submit, { type: 'attemptNotMade', key: 'k-1', banner: 'unreachable', errors: {} }]);
        expect(unanswered.flow).toMatchObject({ s: 'detail', banner: 'unreachable', draft: { values: { 'credentials.apiKey': secret } } });
        expect(reduce(unanswered, { type: 'submitted', newKey: 'k-2' }).flow).toMatchObject({ s: 'submitting', key: 'k-1' });
        const edited = reduce(unanswered, { type: 'changed', field: 'credentials.apiKey', value: `${secret}!` });
        expect(reduce(edited, { type: 'submitted', newKey: 'k-2' }).flow).toMatchObject({ s: 'submitting', key: 'k-2' });
    });

    test('refused credentials lead back to the form with its values, and the next try is a new one', () => {
        const refused = view({
            status: 'failed',
            code: 'credentials_rejected',
            errors: [{ path: ['credentials', 'apiKey'], message: 'no' }]
        });
        const back = run([...atGem, typed, submit, { type: 'attemptMade', key: 'k-1', view: refused, window: 'blocked' }]);
        expect(back.flow).toMatchObject({
            s: 'detail',
            banner: 'credentials_rejected',
            errors: { 'credentials.apiKey': 'refused' },
            draft: { values: { 'credentials.apiKey': secret } }
        });
        expect(reduce(back, { type: 'submitted', newKey: 'k-2' }).flow).toMatchObject({ s: 'submitting', key: 'k-2' });
    });

    test('offline, nothing is sent', () => {
        const offline = run([...atGem, typed, { type: 'wentOffline' }]);
        expect(reduce(offline, submit)).toBe(offline);
    });
});

describe('the sign-in', () => {
    test('goes from the click over the window to the connection', () => {
        expect(run([...atGithub, submit]).flow).toMatchObject({ s: 'oauth', step: 'launching', attempt: null });
        const model = run(awaiting);
        expect(model.flow).toMatchObject({ s: 'oauth', step: 'awaiting', window: 'opened', attempt: { id: 'a-1' } });
        const verifying = reduce(model, { type: 'attemptSeen', view: view({ status: 'exchanging' }) });
        expect(verifying.flow).toMatchObject({ s: 'verifying' });
        const done = reduce(verifying, { type: 'attemptSeen', view: view({ status: 'succeeded', connection_id: 'c-1' }) });
        expect(done.flow).toEqual({
            s: 'success',
            integration: 'github',
            mode: 'create',
            attempt: 'a-1',
            connectionId: 'c-1',
            isNew: true,
            account: null
        });
    });

    test('a stopped window becomes a link', () => {
        const blocked = run([...atGithub, submit, { type: 'attemptMade', key: 'k-1', view: launch, window: 'blocked' }]);
        expect(blocked.flow).toMatchObject({ s: 'oauth', step: 'blocked', launchUrl: launch.launch_url });
        expect(reduce(blocked, { type: 'linkFollowed' }).flow).toMatchObject({ step: 'awaiting', window: 'followed' });
        const renewed = view({ ...launch, launch_url: 'https://api.example.com/connect/launch/y' });
        expect(reduce(blocked, { type: 'relaunched', view: renewed, window: 'blocked' }).flow).toMatchObject({
            step: 'blocked',
            launchUrl: renewed.launch_url
        });
    });

    test('an address that is no web address is never followed', () => {
        const evil = { ...launch, launch_url: 'javascript:alert(1)' };
        expect(run([...atGithub, submit, { type: 'attemptMade', key: 'k-1', view: evil, window: 'opened' }]).flow).toMatchObject({
            s: 'failed',
            code: 'unexpected'
        });
    });

    test('a window that seems closed is asked about, and still noticed when it comes back', () => {
        const lost = run([...awaiting, { type: 'windowLost', attempt: 'a-1' }]);
        expect(lost.flow).toMatchObject({ step: 'maybeClosed' });
        expect(reduce(lost, { type: 'windowReopened', account: 'any' }).flow).toMatchObject({ step: 'launching', attempt: { id: 'a-1' } });
        expect(reduce(lost, { type: 'attemptSeen', view: view({ status: 'verifying' }) }).flow).toMatchObject({ s: 'verifying' });
        expect(reduce(lost, { type: 'signInCancelled' }).flow).toMatchObject({ s: 'detail' });
    });

    test('an answer that is older than the last one is ignored', () => {
        const model = run([
            ...awaiting,
            {
                type: 'attemptSeen',
                view: view({ status: 'account_mismatch', was: 'acme', now: 'globex', updated_at: '2026-11-20T10:01:00.000Z' })
            }
        ]);
        expect(model.flow).toMatchObject({ s: 'accountMismatch', was: 'acme', now: 'globex' });
        expect(reduce(model, { type: 'attemptSeen', view: view({ status: 'verifying' }) })).toBe(model);
    });

    test('of several accounts one is picked, once', () => {
        const options = [{ id: 't-1', label: 'Acme' }];
        const choosing = run([...awaiting, { type: 'attemptSeen', view: view({ status: 'needs_choice', options }) }]);
        const picked = reduce(choosing, { type: 'accountPicked', account: 't-1' });
        expect(picked.flow).toMatchObject({ s: 'chooseAccount', picked: 't-1' });
        expect(reduce(picked, { type: 'accountPicked', account: 't-2' })).toBe(picked);
        expect(reduce(picked, { type: 'stepFailed', attempt: 'a-1', banner: 'unreachable' }).flow).toMatchObject({
            picked: null,
            banner: 'unreachable'
        });
        expect(reduce(picked, { type: 'attemptSeen', view: view({ status: 'verifying' }) }).flow).toMatchObject({ s: 'verifying' });
    });

    test('an answer that comes after giving up changes nothing', () => {
        const left = run([...atGithub, submit, { type: 'signInCancelled' }]);
        expect(left.flow).toMatchObject({ s: 'detail' });
        expect(reduce(left, { type: 'attemptMade', key: 'k-1', view: launch, window: 'opened' })).toBe(left);
    });

    test('an answer to an earlier try, or about another attempt, changes nothing', () => {
        const second = run([...atGithub, submit, { type: 'signInCancelled' }, { type: 'submitted', newKey: 'k-2' }]);
        expect(reduce(second, { type: 'attemptMade', key: 'k-1', view: launch, window: 'opened' })).toBe(second);
        const model = run(awaiting);
        expect(reduce(model, { type: 'attemptSeen', view: view({ attempt_id: 'a-2', status: 'succeeded', connection_id: 'c-1' }) })).toBe(
            model
        );
        expect(reduce(model, { type: 'windowLost', attempt: 'a-2' })).toBe(model);
    });

    test('trying again after a failure starts a new attempt', () => {
        const denied = run([...awaiting, { type: 'attemptSeen', view: view({ status: 'failed', code: 'consent_denied' }) }]);
        expect(denied.flow).toMatchObject({ s: 'failed', code: 'consent_denied', ref: 'C-7F3K2' });
        expect(reduce(denied, { type: 'triedAgain', newKey: 'k-2' }).flow).toMatchObject({
            s: 'oauth',
            step: 'launching',
            attempt: null,
            key: 'k-2'
        });
    });
});

describe('leaving', () => {
    test('an untouched form closes at once, a typed one asks first', () => {
        expect(run([...atGem, { type: 'closeRequested' }]).flow).toEqual({ s: 'closed', outcome: 'cancelled' });
        const asked = run([...atGem, typed, { type: 'closeRequested' }]);
        expect(asked.flow).toMatchObject({ s: 'confirmLeave', back: { s: 'detail' } });
        expect(reduce(asked, { type: 'stayed' }).flow).toMatchObject({ s: 'detail' });
        expect(reduce(asked, { type: 'leftAnyway' }).flow).toEqual({ s: 'closed', outcome: 'cancelled' });
    });

    test('a connection that comes through while the question is open is shown', () => {
        const asked = run([...awaiting, { type: 'attemptSeen', view: view({ status: 'verifying' }) }, { type: 'closeRequested' }]);
        expect(asked.flow.s).toBe('confirmLeave');
        expect(reduce(asked, { type: 'attemptSeen', view: view({ status: 'succeeded', connection_id: 'c-1' }) }).flow.s).toBe('success');
    });

    test('the host closes without a question', () => {
        expect(run([...atGem, typed, { type: 'hostClosed' }]).flow).toEqual({ s: 'closed', outcome: 'cancelled' });
    });
});

describe('the session expires', () => {
    test('on a form: nothing more can be done here', () => {
        expect(run([...atGem, typed, { type: 'sessionExpired' }]).flow).toMatchObject({ s: 'fatal', code: 'session_expired' });
    });

    test('during a sign-in: it is finished; only the next try is too late', () => {
        const model = run([...awaiting, { type: 'sessionExpired' }]);
        expect(model.flow).toMatchObject({ s: 'oauth', step: 'awaiting' });
        expect(reduce(model, { type: 'attemptSeen', view: view({ status: 'succeeded', connection_id: 'c-1' }) }).flow.s).toBe('success');
        const denied = reduce(model, { type: 'attemptSeen', view: view({ status: 'failed', code: 'consent_denied' }) });
        expect(denied.flow.s).toBe('failed');
        expect(reduce(denied, { type: 'triedAgain', newKey: 'k-2' }).flow).toMatchObject({ s: 'fatal', code: 'session_expired' });
    });
});

describe('whatever happens, in any order', () => {
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
        const launchUrl = choice % 7 === 0 ? {} : { launch_url: 'https://api.example.com/connect/launch/x' };
        const window = choice % 3 === 0 ? 'blocked' : 'opened';
        const events: FlowEvent[] = [
            { type: 'opened', preselect: pick([null, 'gem']) },
            { type: 'sessionLoaded', info: session({ integrations: pick([[gem, github, zendesk, basic, open], [github], []]) }) },
            { type: 'sessionExpired' },
            { type: 'refused', code: 'unreachable' },
            { type: 'bootRetried' },
            { type: 'searched', query: 'g' },
            { type: 'chose', integration: pick(['gem', 'github', 'zendesk', 'open-data']) },
            { type: 'wentBack' },
            { type: 'changed', field: pick(['credentials.apiKey', 'connection_config.subdomain']), value: secret },
            { type: 'left', field: 'credentials.apiKey' },
            { type: 'submitted', newKey: `k-${step}` },
            { type: 'attemptNotMade', key, banner: pick(['unreachable', 'unexpected'] as const), errors: {} },
            { type: 'attemptMade', key, view: { ...answer, attempt_id: `a-${key}`, ...launchUrl }, window },
            { type: 'relaunched', view: { ...answer, ...launchUrl }, window },
            { type: 'attemptSeen', view: answer },
            { type: 'stepFailed', attempt: id, banner: 'unreachable' },
            { type: 'windowLost', attempt: id },
            { type: 'linkFollowed' },
            { type: 'windowReopened', account: pick(['any', 'other'] as const) },
            { type: 'signInCancelled' },
            { type: 'accountPicked', account: 't-1' },
            { type: 'accountSwitched' },
            { type: 'triedAgain', newKey: `k-${step}` },
            { type: 'closeRequested' },
            { type: 'stayed' },
            { type: 'leftAnyway' },
            { type: 'wentOffline' },
            { type: 'wentOnline' },
            { type: 'crashed', ref: 'C-00000' }
        ];
        return events[kind % events.length] as FlowEvent;
    }

    // The usual path is drawn more often, or most walks would end in the first states.
    const kinds = fc.oneof(
        { weight: 1, arbitrary: fc.nat(28) },
        { weight: 6, arbitrary: fc.constantFrom(0, 1, 6, 8, 10, 10, 12, 12, 13, 14, 14, 16, 18, 22) }
    );
    const walks = fc.array(fc.tuple(kinds, fc.nat(99)), { minLength: 10, maxLength: 60, size: 'max' });

    function walk(numbers: readonly (readonly [number, number])[], look: (before: Model, after: Model) => void): void {
        let model = booting;
        numbers.forEach(([kind, choice], step) => {
            const after = reduce(model, eventFrom(kind, choice, step + 1, model));
            look(model, after);
            model = after;
        });
    }

    test('the walks reach every state', () => {
        const seen = new Set<string>();
        const note = ({ flow }: Model) => seen.add(flow.s === 'oauth' ? flow.step : flow.s);
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
                    const left = reduce(reduce(after, { type: 'closeRequested' }), { type: 'leftAnyway' });
                    const throughQuestion = after.flow.s === 'confirmLeave' ? reduce(after, { type: 'leftAnyway' }) : left;
                    expect(throughQuestion.flow.s).toBe('closed');
                })
            )
        );
    });

    test('every failure has a reference to quote', () => {
        fc.assert(
            fc.property(walks, (numbers) => walk(numbers, (_, { flow }) => expect(flow.s === 'failed' ? flow.ref : 'C-').toMatch(/^C-/)))
        );
    });

    test('what was typed stays in the draft, and is never told to the host', () => {
        const withoutDrafts = (flow: Flow) => JSON.stringify(flow, (key, value: unknown) => (key === 'values' ? undefined : value));
        fc.assert(
            fc.property(walks, (numbers) =>
                walk(numbers, (before, after) => {
                    expect(withoutDrafts(after.flow)).not.toContain(secret);
                    expect(JSON.stringify(hostMessages(before, after, () => 'words'))).not.toContain(secret);
                    if (after.flow.s === 'success' || after.flow.s === 'closed') expect(JSON.stringify(after.flow)).not.toContain(secret);
                })
            )
        );
    });

    test('closed is the end', () => {
        fc.assert(
            fc.property(walks, (numbers) =>
                walk(numbers, (before, after) => {
                    if (before.flow.s === 'closed') expect(after).toBe(before);
                })
            )
        );
    });
});
