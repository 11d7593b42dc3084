import type { AttemptView, ConnectableIntegration } from '@patchbay/contracts/browser';
import { attemptErrors, cleanValue, fieldError, fieldKey, formErrors, signsInElsewhere, type FieldError } from './field-rules.ts';
import {
    draftFor,
    hasList,
    integrationOf,
    isDirty,
    liveAttempt,
    underneath,
    type Attempt,
    type Draft,
    type Flow,
    type FlowEvent,
    type Leavable,
    type Model,
    type WindowOutcome
} from './flow-state.ts';

/**
 * The whole widget as one pure function: what happened in, what is shown out. Effects are derived from the state it returns (`flow-effects.ts`).
 * An event that makes no sense in the current state changes nothing.
 */
export function reduce(model: Model, event: FlowEvent): Model {
    return endWithSession(step(model, event));
}

function step(model: Model, event: FlowEvent): Model {
    const { flow } = model;
    const to = (next: Flow): Model => (next === flow ? model : { ...model, flow: next });
    if (flow.s === 'closed') return model;
    switch (event.type) {
        case 'wentOffline':
            return model.network === 'offline' ? model : { ...model, network: 'offline' };
        case 'wentOnline':
            return model.network === 'online' ? model : { ...model, network: 'online' };
        case 'opened':
            return flow.s === 'boot' && flow.step === 'handshake' ? to({ s: 'boot', step: 'session', preselect: event.preselect }) : model;
        case 'sessionLoaded':
            return afterSession(model, event.info);
        case 'sessionExpired':
            if (model.session.is === 'unknown') return to({ s: 'fatal', code: 'session_expired', ref: null });
            return model.session.is === 'expired' ? model : { ...model, session: { ...model.session, is: 'expired' } };
        case 'refused':
            return to({ s: 'fatal', code: event.code, ref: null });
        case 'crashed':
            return to({ s: 'fatal', code: 'unexpected', ref: event.ref });
        case 'hostClosed':
            return to({ s: 'closed', outcome: outcomeOf(flow) });
        case 'bootRetried':
            return flow.s === 'fatal' && flow.code === 'unreachable' ? to({ s: 'boot', step: 'session', preselect: null }) : model;
        case 'closeRequested':
            return to(closing(model));
        case 'stayed':
            return flow.s === 'confirmLeave' ? to(flow.back) : model;
        case 'leftAnyway':
            return flow.s === 'confirmLeave' ? to({ s: 'closed', outcome: outcomeOf(flow) }) : model;
        case 'attemptNotMade':
        case 'attemptMade':
        case 'relaunched':
        case 'attemptSeen':
        case 'stepFailed':
        case 'windowLost':
            return to(throughLeaveQuestion(flow, (shown) => onAttempt(model, shown, event)));
        default:
            return to(onUser(model, flow, event));
    }
}

/** With an expired session only a running attempt may still be finished: everything else would fail at the next click. */
function endWithSession(model: Model): Model {
    if (model.session.is !== 'expired' || liveAttempt(model.flow)) return model;
    const { s } = underneath(model.flow);
    const finished = s === 'success' || s === 'failed' || s === 'closed' || s === 'fatal';
    return finished ? model : { ...model, flow: { s: 'fatal', code: 'session_expired', ref: null } };
}

function afterSession(model: Model, info: Extract<FlowEvent, { type: 'sessionLoaded' }>['info']): Model {
    const loaded: Model = { ...model, session: { is: 'fresh', info } };
    if (model.flow.s !== 'boot') return model.session.is === 'fresh' ? loaded : model;
    const ids = info.integrations.map(({ id }) => id);
    const preselect = model.flow.step === 'session' ? model.flow.preselect : null;
    const at =
        info.connection?.integration_id ??
        (preselect !== null && ids.includes(preselect) ? preselect : ids.length === 1 ? ids[0] : undefined);
    if (at !== undefined && ids.includes(at)) return { ...loaded, flow: form(draftFor(loaded, at)) };
    return { ...loaded, flow: ids.length === 0 || at !== undefined ? { s: 'listEmpty' } : { s: 'list', query: '' } };
}

type UserEvent = Extract<
    FlowEvent,
    {
        type:
            | 'searched'
            | 'chose'
            | 'wentBack'
            | 'changed'
            | 'left'
            | 'submitted'
            | 'linkFollowed'
            | 'windowReopened'
            | 'signInCancelled'
            | 'accountPicked'
            | 'accountSwitched'
            | 'triedAgain';
    }
>;

function onUser(model: Model, flow: Flow, event: UserEvent): Flow {
    switch (event.type) {
        case 'searched':
            return flow.s === 'list' ? { s: 'list', query: event.query } : flow;
        case 'chose':
            return flow.s === 'list' && integrationOf(model, event.integration) ? form(draftFor(model, event.integration)) : flow;
        case 'wentBack':
            return (flow.s === 'detail' || flow.s === 'failed') && hasList(model) ? { s: 'list', query: '' } : flow;
        case 'changed':
            return flow.s === 'detail' ? changed(model, flow, event.field, event.value) : flow;
        case 'left':
            return flow.s === 'detail' ? left(model, flow, event.field) : flow;
        case 'submitted':
            return flow.s === 'detail' && model.network === 'online' ? submitted(model, flow, event.newKey) : flow;
        case 'triedAgain':
            return flow.s === 'failed' && canTryAgain(flow.code) ? triedAgain(model, flow.draft, event.newKey) : flow;
        case 'linkFollowed':
            return flow.s === 'oauth' && flow.step === 'blocked'
                ? { s: 'oauth', step: 'awaiting', draft: flow.draft, attempt: flow.attempt, window: 'followed' }
                : flow;
        case 'windowReopened': {
            const reopens =
                (flow.s === 'oauth' && flow.step === 'maybeClosed') || (flow.s === 'accountMismatch' && flow.asked === 'nothing');
            if (!reopens) return flow;
            return {
                s: 'oauth',
                step: 'launching',
                draft: flow.draft,
                key: flow.attempt.id,
                attempt: flow.attempt,
                account: event.account
            };
        }
        case 'signInCancelled':
            return flow.s === 'oauth' || flow.s === 'chooseAccount' || flow.s === 'accountMismatch'
                ? form({ ...flow.draft, key: null })
                : flow;
        case 'accountPicked':
            return flow.s === 'chooseAccount' && flow.picked === null ? { ...flow, picked: event.account, banner: null } : flow;
        case 'accountSwitched':
            return flow.s === 'accountMismatch' && flow.asked === 'nothing' ? { ...flow, asked: 'switch', banner: null } : flow;
    }
}

type AttemptEvent = Extract<
    FlowEvent,
    { type: 'attemptNotMade' | 'attemptMade' | 'relaunched' | 'attemptSeen' | 'stepFailed' | 'windowLost' }
>;
type Shown = Exclude<Flow, { s: 'confirmLeave' }>;

function onAttempt(model: Model, flow: Shown, event: AttemptEvent): Shown {
    switch (event.type) {
        case 'attemptNotMade':
            if (!awaitsKey(flow, event.key)) return flow;
            // Whether the server saw the try is unknown only when no answer came: then repeating it must carry the same key.
            return refusedForm({ ...flow.draft, key: event.banner === 'unreachable' ? event.key : null }, event.errors, event.banner);
        case 'attemptMade':
            return awaitsKey(flow, event.key)
                ? launched(model, { ...flow.draft, key: null }, event.view, flow.s === 'oauth' ? event.window : null)
                : flow;
        case 'relaunched': {
            const waits =
                flow.s === 'oauth' && (flow.step === 'launching' || flow.step === 'blocked') && flow.attempt?.id === event.view.attempt_id;
            if (!waits || !flow.attempt) return flow;
            // Without an address there is nowhere to send the window: offer to ask for another one.
            if (event.view.launch_url === undefined && isWaiting(event.view))
                return { s: 'oauth', step: 'maybeClosed', draft: flow.draft, attempt: flow.attempt };
            return launched(model, flow.draft, event.view, flow.step === 'blocked' ? 'blocked' : event.window);
        }
        case 'attemptSeen':
            return liveAttempt(flow)?.id === event.view.attempt_id ? seen(model, flow, event.view) : flow;
        case 'stepFailed':
            if (liveAttempt(flow)?.id !== event.attempt) return flow;
            if (flow.s === 'chooseAccount') return { ...flow, picked: null, banner: event.banner };
            if (flow.s === 'accountMismatch') return { ...flow, asked: 'nothing', banner: event.banner };
            return flow.s === 'oauth' && flow.attempt
                ? { s: 'oauth', step: 'maybeClosed', draft: flow.draft, attempt: flow.attempt }
                : flow;
        case 'windowLost': {
            const waits = flow.s === 'oauth' && flow.step === 'awaiting' && flow.attempt.id === event.attempt;
            return waits ? { s: 'oauth', step: 'maybeClosed', draft: flow.draft, attempt: flow.attempt } : flow;
        }
    }
}

function awaitsKey(flow: Shown, key: string): flow is Extract<Shown, { s: 'submitting' | 'oauth' }> & { key: string } {
    return (flow.s === 'submitting' || (flow.s === 'oauth' && flow.step === 'launching' && flow.attempt === null)) && flow.key === key;
}

function isWaiting({ status }: AttemptView): boolean {
    return status === 'created' || status === 'awaiting_user';
}

/** The server has the attempt. `window` is null where nobody signs in elsewhere. */
function launched(model: Model, draft: Draft, view: AttemptView, window: WindowOutcome | null): Shown {
    const attempt = attemptOf(view);
    if (!isWaiting(view)) return outcome(model, draft, view);
    if (window === null) return { s: 'verifying', draft, attempt };
    // A replayed answer has no address: ask for a new one.
    if (view.launch_url === undefined) return { s: 'oauth', step: 'launching', draft, key: attempt.id, attempt, account: 'any' };
    if (!isWebAddress(view.launch_url)) return failed(draft, view, 'unexpected');
    return window === 'opened'
        ? { s: 'oauth', step: 'awaiting', draft, attempt, window: 'opened' }
        : { s: 'oauth', step: 'blocked', draft, attempt, launchUrl: view.launch_url };
}

/** An answer to a poll or a step. */
function seen(model: Model, flow: Shown, view: AttemptView): Shown {
    const attempt = liveAttempt(flow);
    if (!attempt || !('draft' in flow) || Date.parse(view.updated_at) < Date.parse(attempt.updatedAt)) return flow;
    if (isWaiting(view)) return flow;
    // While an answer of the user is on its way, the state it answers is no news.
    if (view.status === 'needs_choice' && flow.s === 'chooseAccount') return flow;
    if (view.status === 'account_mismatch' && flow.s === 'accountMismatch') return flow;
    return outcome(model, flow.draft, view);
}

function outcome(model: Model, draft: Draft, view: AttemptView): Shown {
    const attempt = attemptOf(view);
    switch (view.status) {
        case 'created':
        case 'awaiting_user':
        case 'exchanging':
        case 'verifying':
            return { s: 'verifying', draft, attempt };
        case 'needs_choice':
            return { s: 'chooseAccount', draft, attempt, options: view.options ?? [], picked: null, banner: null };
        case 'account_mismatch':
            return { s: 'accountMismatch', draft, attempt, was: view.was, now: view.now, asked: 'nothing', banner: null };
        case 'succeeded': {
            const { integration, mode } = draft;
            if (view.connection_id === null) return failed(draft, view, 'unexpected');
            return {
                s: 'success',
                integration,
                mode,
                attempt: attempt.id,
                connectionId: view.connection_id,
                isNew: view.is_new,
                account: view.account_label
            };
        }
        case 'expired':
            return failed(draft, view, 'timeout');
        case 'cancelled':
            return failed(draft, view, 'cancelled');
        case 'failed': {
            const integration = integrationOf(model, draft.integration);
            const code = view.code ?? 'unexpected';
            const mendable = code === 'validation' || (code === 'credentials_rejected' && integration && !signsInElsewhere(integration));
            if (!integration || !mendable || integration.fields.length === 0) return failed(draft, view, code);
            return refusedForm({ ...draft, key: null, failures: draft.failures + 1 }, attemptErrors(integration, view), code);
        }
    }
}

function failed(draft: Draft, view: AttemptView, code: Extract<Flow, { s: 'failed' }>['code']): Shown {
    return {
        s: 'failed',
        draft: { ...draft, key: null, failures: draft.failures + 1 },
        code,
        ref: view.ref,
        providerText: view.provider_text
    };
}

/** Whether the end user can do better by trying again; otherwise somebody else has to act first. */
export function canTryAgain(code: Extract<Flow, { s: 'failed' }>['code']): boolean {
    return code !== 'connection_limit' && code !== 'duplicate' && code !== 'integration_misconfigured';
}

function form(draft: Draft): Extract<Flow, { s: 'detail' }> {
    return { s: 'detail', draft, errors: {}, banner: null };
}

function refusedForm(
    draft: Draft,
    errors: Extract<Flow, { s: 'detail' }>['errors'],
    banner: Extract<Flow, { s: 'detail' }>['banner']
): Extract<Flow, { s: 'detail' }> {
    return { s: 'detail', draft: { ...draft, round: draft.round + 1 }, errors, banner };
}

function changed(model: Model, flow: Extract<Flow, { s: 'detail' }>, key: string, value: string): Flow {
    const { draft } = flow;
    const { [key]: _gone, ...notices } = draft.notices;
    const next = { ...draft, values: { ...draft.values, [key]: value }, notices, key: null };
    const checked = draft.touched.includes(key) || flow.errors[key] !== undefined;
    return { ...flow, draft: next, errors: checked ? recheck(model, flow, key, value) : flow.errors };
}

function left(model: Model, flow: Extract<Flow, { s: 'detail' }>, key: string): Flow {
    const { draft } = flow;
    const integration = integrationOf(model, draft.integration);
    const field = integration?.fields.find((candidate) => fieldKey(candidate) === key);
    const raw = draft.values[key] ?? '';
    // Walking through an empty form is no mistake; sending it would be.
    if (!integration || !field || raw === '') return flow;
    const { value, notice } = cleanValue(field, integration.auth_mode, raw);
    const next: Draft = {
        ...draft,
        values: { ...draft.values, [key]: value },
        touched: draft.touched.includes(key) ? draft.touched : [...draft.touched, key],
        notices: notice ? { ...draft.notices, [key]: notice } : draft.notices
    };
    return { ...flow, draft: next, errors: flow.errors[key] === 'refused' ? flow.errors : recheck(model, flow, key, value) };
}

function recheck(model: Model, flow: Extract<Flow, { s: 'detail' }>, key: string, value: string): Record<string, FieldError> {
    const { [key]: _old, ...others } = flow.errors;
    const integration = integrationOf(model, flow.draft.integration);
    const field = integration?.fields.find((candidate) => fieldKey(candidate) === key);
    const error = integration && field ? fieldError(field, cleanValue(field, integration.auth_mode, value).value) : undefined;
    return error ? { ...others, [key]: error } : others;
}

function submitted(model: Model, flow: Extract<Flow, { s: 'detail' }>, newKey: string): Flow {
    const integration = integrationOf(model, flow.draft.integration);
    if (!integration) return flow;
    const errors = formErrors(integration, flow.draft.values);
    if (Object.keys(errors).length > 0) return refusedForm(flow.draft, errors, null);
    return sending(integration, flow.draft, newKey);
}

function triedAgain(model: Model, draft: Draft, newKey: string): Flow {
    const integration = integrationOf(model, draft.integration);
    // A secret is never sent again unseen: back to the form, where the button sends it.
    if (!integration || !signsInElsewhere(integration)) return form(draft);
    return model.network === 'online' ? sending(integration, draft, newKey) : form(draft);
}

function sending(integration: ConnectableIntegration, draft: Draft, newKey: string): Flow {
    const key = draft.key ?? newKey;
    if (!signsInElsewhere(integration)) return { s: 'submitting', draft: { ...draft, key }, key };
    return { s: 'oauth', step: 'launching', draft: { ...draft, key }, key, attempt: null, account: 'any' };
}

function closing(model: Model): Flow {
    const { flow } = model;
    switch (flow.s) {
        case 'confirmLeave':
            return flow.back;
        case 'submitting':
        case 'verifying':
        case 'chooseAccount':
        case 'accountMismatch':
            return { s: 'confirmLeave', back: flow };
        case 'detail':
        case 'failed':
            return isDirty(model, flow.draft) ? { s: 'confirmLeave', back: flow } : { s: 'closed', outcome: outcomeOf(flow) };
        default:
            return { s: 'closed', outcome: outcomeOf(flow) };
    }
}

function outcomeOf(flow: Flow): Extract<Flow, { s: 'closed' }>['outcome'] {
    const { s } = underneath(flow);
    if (s === 'success') return 'connected';
    return s === 'failed' || s === 'fatal' ? 'failed' : 'cancelled';
}

/** What the server says goes on behind the question whether to leave; when it is over, the question is moot. */
function throughLeaveQuestion(flow: Flow, change: (shown: Shown) => Shown): Flow {
    if (flow.s !== 'confirmLeave') return flow.s === 'closed' ? flow : change(flow);
    const next = change(flow.back);
    if (next === flow.back) return flow;
    return isLeavable(next) && next.s !== 'failed' && next.s !== 'detail' ? { s: 'confirmLeave', back: next } : next;
}

function isLeavable(flow: Shown): flow is Leavable {
    return !['closed', 'boot', 'fatal', 'list', 'listEmpty', 'success'].includes(flow.s);
}

function attemptOf(view: AttemptView): Attempt {
    return { id: view.attempt_id, ref: view.ref, updatedAt: view.updated_at };
}

function isWebAddress(address: string): boolean {
    return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol);
}
