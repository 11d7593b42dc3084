import { attemptSentences } from '@patchbay/contracts/browser';
import { protocolVersion, type FromWidget, type WidgetEvent } from '@patchbay/contracts/widget-message';
import { recordOf } from '../flow/records.ts';
import { hasErrorBanner, screenStateOf, type EndedWithoutConnection, type WithErrorBanner } from '../flow/selectors.ts';
import type { Flow, Model } from '../flow/model.ts';
import type { FatalCode } from '../screens/fatal/state.ts';
import type { FatalState } from '../screens/fatal/state.ts';

// Longer than any product's name: a text pasted by mistake stays private.
const longestQuery = 200;

/**
 * What the host page is told about a change of state: never what was typed, never a token.
 * @param explain the sentence the end user reads
 */
export function hostMessages(
    before: Model,
    after: Model,
    explain: (flow: EndedWithoutConnection | WithErrorBanner, model: Model) => string
): FromWidget[] {
    const messages: FromWidget[] = [];
    const [previous, current] = [screenStateOf(before.flow), screenStateOf(after.flow)];
    const integrationId = 'draft' in current ? current.draft.integration : 'integration' in current ? current.integration : undefined;
    const tell = (name: WidgetEvent) => messages.push({ type: 'event', name, ...(integrationId === undefined ? {} : { integrationId }) });

    if (previous.state === 'boot' && current.state !== 'boot' && current.state !== 'fatal' && current.state !== 'closed')
        messages.push({ type: 'ready' });
    if (after.session.status === 'expired' && before.session.status !== 'expired') tell('session_expired');
    if (after.renewal === 'asked' && before.renewal !== 'asked') messages.push({ type: 'session_wanted' });
    if (after.flow.state === 'confirmLeave' && before.flow.state !== 'confirmLeave') tell('close_requested');
    if (current.state === 'list' && previous.state === 'list' && previous.query === '' && current.query !== '') tell('searched');
    if (current.state === 'list' && current.asked && !(previous.state === 'list' && previous.asked))
        messages.push({ type: 'event', name: 'request_integration', query: current.query.trim().slice(0, longestQuery) });
    if ((current.state === 'detail' || current.state === 'owned' || current.state === 'account') && previous.state === 'list')
        tell('integration_selected');
    if (previous.state === 'disconnect' && 'ended' in current)
        messages.push({ type: 'event', name: 'disconnected', integrationId: previous.integration });
    const problem = newProblem(previous, current);
    // Told by itself: the problem that comes with it is the same one, in the end user's words.
    const refusedReturn = after.setup.returnTo === null ? before.setup.returnTo : null;
    if (problem && refusedReturn === null) {
        tell('error');
        const { ref } = problem.state === 'detail' ? problem.draft : problem.attempt;
        const message = problem.banner === 'unreachable' ? noResponse : attemptSentences[problem.banner];
        messages.push({
            type: 'error',
            code: problem.banner,
            message,
            userMessage: explain(problem, after),
            ...(ref === null ? {} : { ref })
        });
    }
    if (refusedReturn !== null) messages.push(returnRefused(refusedReturn));
    if (label(previous) === label(current)) return messages;

    if ((current.state === 'submitting' || label(current) === 'launching') && (previous.state === 'detail' || previous.state === 'failed'))
        tell('submitted');
    const name = recordOf(current).hostEvent(current);
    if (name) tell(name);
    if (current.state === 'oauth' && current.step === 'redirecting')
        messages.push({ type: 'navigate', url: current.launchUrl, attemptId: current.attempt.id });
    if (current.state === 'success') {
        tell(current.mode === 'reconnect' ? 'reconnected' : 'connected');
        messages.push({
            type: 'connect',
            connectionId: current.connectionId,
            integrationId: current.integration,
            isNew: current.isNew,
            attemptId: current.attemptId
        });
    }
    if (current.state === 'failed') {
        tell(current.code === 'consent_denied' ? 'consent_denied' : 'error');
        const message = [attemptSentences[current.code], current.providerText].filter(Boolean).join(' ');
        messages.push({ type: 'error', code: current.code, ref: current.ref, message, userMessage: explain(current, after) });
    }
    if (current.state === 'fatal') {
        tell('error');
        const hint = hintFor(current, after);
        messages.push({
            type: 'error',
            code: codesForHost[current.code] ?? current.code,
            message: hint ?? fatalSentences[current.code] ?? current.code,
            userMessage: explain(current, after),
            ...(hint === undefined ? {} : { hint })
        });
    }
    if (current.state === 'closed') messages.push({ type: 'close', outcome: current.outcome });
    return messages;
}

/** A form or a question that has just come back with a problem. */
function newProblem(previous: Flow, current: Flow): WithErrorBanner | null {
    if (!hasErrorBanner(current)) return null;
    const isSame =
        current.state === 'detail'
            ? previous.state === 'detail' && previous.draft.round === current.draft.round
            : previous.state === current.state && previous.banner === current.banner;
    return isSame ? null : current;
}

function returnRefused(returnTo: string): FromWidget {
    const message = `Sign-ins may not come back to ${returnTo}: add its origin to allowed_return_origins (PATCH /environment/connect-ui).`;
    return { type: 'error', code: 'embed_misconfigured', message, hint: message };
}

/** The host asked for what there is not, or did not bring what it was asked for. */
const codesForHost: Partial<Record<FatalCode, string>> = { not_offered: 'embed_misconfigured', start_failed: 'no_token' };

const noResponse = 'The server of the Connect UI did not respond.';
/** Fatal states without a remedy for the embedder, in English for developers. */
const fatalSentences: Partial<Record<FatalCode, string>> = {
    session_expired: 'The session has expired, and no other token came.',
    unreachable: noResponse,
    unexpected: 'The Connect UI failed.'
};

function label(flow: Flow): string {
    return flow.state === 'oauth' ? flow.step : flow.state;
}

/** What the embedder has to change, where it is for them to change it. */
function hintFor({ code }: FatalState, { setup, session }: Model): string | undefined {
    switch (code) {
        case 'version':
            return `The Connect UI speaks protocol ${protocolVersion} and the SDK of this page another one: update the older of the two.`;
        case 'no_token':
        case 'start_failed':
            return 'No session token came: POST /connect/sessions in your backend makes one, and sessionToken hands it over.';
        case 'session_invalid':
            return 'The server does not know this session token: mint one per opening with POST /connect/sessions, on the server that connectUrl belongs to.';
        case 'origin_not_allowed':
            return `The session does not allow ${setup.origin ?? 'a page without an origin'}: add it to allowed_origins of POST /connect/sessions.`;
        case 'not_offered': {
            const info = session.status === 'unknown' ? null : session.info;
            const wanted = info?.connection?.integration_id ?? setup.preselect;
            const offered = info?.integrations.map(({ id }) => id).join(', ');
            return `unknown_integration: the session does not offer "${wanted}", only: ${offered || 'nothing'}. Check the option integration and allowed_integrations of POST /connect/sessions.`;
        }
        default:
            return undefined;
    }
}
