import type { FromWidget, WidgetEvent } from '@patchbay/contracts/widget-message';
import type { Ended, Flow, Model } from './flow-state.ts';
import { underneath } from './flow-state.ts';

/**
 * What the host page is told about a change of state: never what was typed, never a token.
 * @param explain the sentence the end user reads, for the host's log
 */
export function hostMessages(before: Model, after: Model, explain: (flow: Ended, model: Model) => string): FromWidget[] {
    const messages: FromWidget[] = [];
    const tell = (name: WidgetEvent) => messages.push({ type: 'event', name });
    const [was, is] = [underneath(before.flow), underneath(after.flow)];

    if (was.s === 'boot' && is.s !== 'boot' && is.s !== 'fatal' && is.s !== 'closed') messages.push({ type: 'ready' });
    if (after.session.is === 'expired' && before.session.is !== 'expired') tell('session_expired');
    if (after.flow.s === 'confirmLeave' && before.flow.s !== 'confirmLeave') tell('close_requested');
    if (is.s === 'list' && was.s === 'list' && was.query === '' && is.query !== '') tell('searched');
    if (is.s === 'detail' && was.s === 'list') tell('integration_selected');
    if (label(was) === label(is)) return messages;

    switch (label(is)) {
        case 'list':
            tell('list_viewed');
            break;
        case 'submitting':
        case 'launching':
            if (was.s === 'detail' || was.s === 'failed') tell('submitted');
            break;
        case 'awaiting':
            tell('popup_opened');
            break;
        case 'blocked':
            tell('popup_blocked');
            break;
        case 'maybeClosed':
            tell('popup_closed');
            break;
        case 'verifying':
            tell('verifying');
            break;
        case 'accountMismatch':
            tell('account_mismatch');
            break;
        default:
            break;
    }
    if (is.s === 'success') {
        tell(is.mode === 'reconnect' ? 'reconnected' : 'connected');
        messages.push({
            type: 'connect',
            connectionId: is.connectionId,
            integrationId: is.integration,
            isNew: is.isNew,
            attemptId: is.attempt
        });
    }
    if (is.s === 'failed') {
        tell(is.code === 'consent_denied' ? 'consent_denied' : 'error');
        messages.push({ type: 'error', code: is.code, ref: is.ref, message: explain(is, after) });
    }
    if (is.s === 'fatal') {
        tell('error');
        messages.push({ type: 'error', code: is.code, message: explain(is, after), ...(is.ref === null ? {} : { ref: is.ref }) });
    }
    if (is.s === 'closed') messages.push({ type: 'close', outcome: is.outcome });
    return messages;
}

function label(flow: Flow): string {
    return flow.s === 'oauth' ? flow.step : flow.s;
}
