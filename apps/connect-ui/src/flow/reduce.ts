import { form, submitted, triedAgain } from './form.ts';
import { isWaiting, onAttempt } from './attempt.ts';
import { restarted, endWithSession, expired, loaded, notRenewed, renewed, retried, withoutAutoStart } from './session.ts';
import { disconnected } from './own-connections.ts';
import { handled, isUnderWay, recordOf } from './records.ts';
import { canRenew, canTryAgain, draftFor, isDirty, screenStateOf } from './selectors.ts';
import type { FlowEvent } from './events.ts';
import type { Flow, Model } from './model.ts';
import type { ScreenState } from '../screens/states.gen.ts';
import type { AccountMismatchState } from '../screens/account-mismatch/state.ts';
import type { SuccessState } from '../screens/success/state.ts';
import type { ClosedState } from '../screens/closed/state.ts';

/**
 * The whole widget as one pure function: what happened in, what is shown out. Effects are derived
 * from the state it returns (`effects/`). An event that makes no sense in the current state changes
 * nothing.
 */
export function reduce(model: Model, event: FlowEvent): Model {
    const stepped = endWithSession(step(model, event));
    const next = stepped.flow.state === 'success' && model.flow.state !== 'success' ? withConnected(stepped, stepped.flow) : stepped;
    return isBlocked(next.flow) && !isBlocked(model.flow) ? { ...next, stoppedWindows: next.stoppedWindows + 1 } : next;
}

function withConnected(model: Model, { integration, connectionId }: SuccessState): Model {
    return { ...model, connected: [...model.connected, { integration, connection: connectionId }] };
}

function isBlocked(flow: Flow): boolean {
    return flow.state === 'oauth' && flow.step === 'blocked';
}

function step(model: Model, event: FlowEvent): Model {
    const { flow } = model;
    const to = (next: Flow): Model => (next === flow ? model : { ...model, flow: next });
    if (flow.state === 'closed') return model;
    switch (event.type) {
        case 'wentOffline':
            return model.network === 'offline' ? model : { ...model, network: 'offline' };
        case 'wentOnline':
            return model.network === 'online' ? model : { ...model, network: 'online' };
        case 'opened':
            return flow.state === 'boot' && flow.step === 'handshake'
                ? { ...model, setup: event.setup, flow: { state: 'boot', step: 'session' } }
                : model;
        case 'sessionLoaded':
            return loaded(model, event.info);
        case 'sessionExpiring':
            return model.session.status === 'fresh' ? { ...model, session: { ...model.session, status: 'expiring' } } : model;
        case 'sessionExpired':
            return expired(model);
        case 'moreTimeRequested':
            return model.session.status === 'expiring' && canRenew(model) ? { ...model, renewal: 'asked' } : model;
        case 'sessionRenewed':
            return renewed(model);
        case 'renewalFailed':
            return notRenewed(model);
        case 'returnRefused':
            // Windows still work.
            return { ...model, setup: { ...model.setup, returnTo: null } };
        case 'resumeFailed':
            return flow.state === 'boot' && flow.step === 'attempt' ? restarted(model, null) : model;
        case 'refused':
            return to({ state: 'fatal', code: event.code });
        case 'hostClosed':
            return to(closed(model));
        case 'bootRetried':
            return flow.state === 'fatal' ? retried(model, flow.code) : model;
        case 'closeRequested':
            return to(closing(model));
        case 'leaveCancelled':
            return flow.state === 'confirmLeave' ? to(flow.back) : model;
        case 'leaveConfirmed':
            return flow.state === 'confirmLeave' ? to(closed(model)) : model;
        case 'attemptSeen':
            if (flow.state === 'boot' && flow.step === 'attempt' && flow.attempt.id === event.view.attempt_id && isWaiting(event.view))
                return restarted(model, event.view.integration_id);
            return to(behindLeaveQuestion(flow, (shown) => onAttempt(model, shown, event)));
        case 'attemptNotCreated':
        case 'attemptCreated':
        case 'relaunched':
        case 'stepFailed':
        case 'slow':
        case 'tookTooLong':
        case 'windowUnseen':
        case 'windowLost':
            return to(behindLeaveQuestion(flow, (shown) => onAttempt(model, shown, event)));
        case 'submitted': {
            const isReady = flow.state === 'detail' && model.network === 'online' && model.renewal !== 'asked';
            return isReady ? { ...withoutAutoStart(model), flow: submitted(model, flow, event) } : model;
        }
        case 'triedAgain':
            return flow.state === 'failed' && canTryAgain(flow.code) && model.renewal !== 'asked'
                ? to(triedAgain(model, flow.draft, event))
                : model;
        case 'disconnected':
            return disconnected(model, event);
        case 'accountKept':
            return flow.state === 'accountMismatch' ? to(accountKept(model, flow)) : model;
        default:
            return flow.state === 'confirmLeave' ? model : to(handled(flow, event, model));
    }
}

/** Nothing of the connection has changed, so there is nothing to ask before leaving. */
function accountKept(model: Model, flow: AccountMismatchState): Flow {
    if (flow.asked === 'switch') return flow;
    // An inline widget stays on the page: the next try begins with an empty form.
    return model.setup.layout === 'inline' ? form(draftFor(model, flow.draft.integration, flow.draft.renews)) : closed(model);
}

function closing(model: Model): Flow {
    const { flow } = model;
    if (flow.state === 'confirmLeave') return flow.back;
    if (flow.state === 'accountMismatch' && flow.asked === 'nothing') return accountKept(model, flow);
    return asksToLeave(model, flow) ? { state: 'confirmLeave', back: flow } : closed(model);
}

function asksToLeave(model: Model, flow: ScreenState): boolean {
    return recordOf(flow).asksToLeave(flow, () => 'draft' in flow && isDirty(model, flow.draft));
}

function closed(model: Model): Flow {
    const outcome = outcomeOf(model);
    return isUnderWay(screenStateOf(model.flow)) ? { state: 'closed', outcome, isOpen: true } : { state: 'closed', outcome };
}

function outcomeOf({ flow, connected }: Model): ClosedState['outcome'] {
    if (connected.length > 0) return 'connected';
    const { state } = screenStateOf(flow);
    return state === 'failed' || state === 'fatal' ? 'failed' : 'cancelled';
}

/**
 * What the server says goes on behind the question whether to leave; when it is over, the question
 * is moot.
 */
function behindLeaveQuestion(flow: Flow, change: (shown: ScreenState) => ScreenState): Flow {
    if (flow.state !== 'confirmLeave') return flow.state === 'closed' ? flow : change(flow);
    const next = change(flow.back);
    if (next === flow.back) return flow;
    return keepsLeaveQuestion(next) ? { state: 'confirmLeave', back: next } : next;
}

function keepsLeaveQuestion(flow: ScreenState): boolean {
    return recordOf(flow).keepsLeaveQuestion;
}
