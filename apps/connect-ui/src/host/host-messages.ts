import { attemptSentences } from '@patchbay/contracts/browser';
import { protocolVersion, type FromWidget, type WidgetEvent } from '@patchbay/contracts/widget-message';
import { isTroubled, type Ended, type FatalCode, type Flow, type Model, type Troubled } from '../flow/state.ts';
import { recordOf, underneath } from '../flow/shown.ts';

// A product's name; whatever was pasted by mistake is nobody's business.
const longestQuery = 200;

/**
 * What the host page is told about a change of state: never what was typed, never a token.
 * @param explain the sentence the end user reads
 */
export function hostMessages(before: Model, after: Model, explain: (flow: Ended | Troubled, model: Model) => string): FromWidget[] {
    const messages: FromWidget[] = [];
    const [was, is] = [underneath(before.flow), underneath(after.flow)];
    const integrationId =
        'draft' in is ? is.draft.integration : is.state === 'success' || is.state === 'owned' ? is.integration : undefined;
    const tell = (name: WidgetEvent) => messages.push({ type: 'event', name, ...(integrationId === undefined ? {} : { integrationId }) });

    if (was.state === 'boot' && is.state !== 'boot' && is.state !== 'fatal' && is.state !== 'closed') messages.push({ type: 'ready' });
    if (after.session.status === 'expired' && before.session.status !== 'expired') tell('session_expired');
    if (after.renewal === 'asked' && before.renewal !== 'asked') messages.push({ type: 'session_wanted' });
    if (after.flow.state === 'confirmLeave' && before.flow.state !== 'confirmLeave') tell('close_requested');
    if (is.state === 'list' && was.state === 'list' && was.query === '' && is.query !== '') tell('searched');
    if (is.state === 'list' && is.asked && !(was.state === 'list' && was.asked))
        messages.push({ type: 'event', name: 'request_integration', query: is.query.trim().slice(0, longestQuery) });
    if ((is.state === 'detail' || is.state === 'owned') && was.state === 'list') tell('integration_selected');
    const problem = newProblem(was, is);
    // Told by itself: the problem that comes with it is the same one, in the end user's words.
    const refusedReturn = after.setup.returnTo === null ? before.setup.returnTo : null;
    if (problem && refusedReturn === null) {
        tell('error');
        const { ref } = problem.state === 'detail' ? problem.draft : problem.attempt;
        const message = problem.banner === 'unreachable' ? noAnswer : attemptSentences[problem.banner];
        messages.push({
            type: 'error',
            code: problem.banner,
            message,
            userMessage: explain(problem, after),
            ...(ref === null ? {} : { ref })
        });
    }
    if (refusedReturn !== null) messages.push(returnRefused(refusedReturn));
    if (label(was) === label(is)) return messages;

    if ((is.state === 'submitting' || label(is) === 'launching') && (was.state === 'detail' || was.state === 'failed')) tell('submitted');
    const name = recordOf(is).hostEvent(is);
    if (name) tell(name);
    if (is.state === 'oauth' && is.step === 'redirecting') messages.push({ type: 'navigate', url: is.launchUrl, attemptId: is.attempt.id });
    if (is.state === 'success') {
        tell(is.mode === 'reconnect' ? 'reconnected' : 'connected');
        messages.push({
            type: 'connect',
            connectionId: is.connectionId,
            integrationId: is.integration,
            isNew: is.isNew,
            attemptId: is.attempt
        });
    }
    if (is.state === 'failed') {
        tell(is.code === 'consent_denied' ? 'consent_denied' : 'error');
        const message = [attemptSentences[is.code], is.providerText].filter(Boolean).join(' ');
        messages.push({ type: 'error', code: is.code, ref: is.ref, message, userMessage: explain(is, after) });
    }
    if (is.state === 'fatal') {
        tell('error');
        const hint = hintFor(is, after);
        messages.push({
            type: 'error',
            code: codesForHost[is.code] ?? is.code,
            message: hint ?? fatalSentences[is.code] ?? is.code,
            userMessage: explain(is, after),
            ...(is.ref === null ? {} : { ref: is.ref }),
            ...(hint === undefined ? {} : { hint })
        });
    }
    if (is.state === 'closed') messages.push({ type: 'close', outcome: is.outcome });
    return messages;
}

/** A form or a question that has just come back with a problem. */
function newProblem(was: Flow, is: Flow): Troubled | null {
    if (!isTroubled(is)) return null;
    const isSame =
        is.state === 'detail'
            ? was.state === 'detail' && was.draft.round === is.draft.round
            : was.state === is.state && was.banner === is.banner;
    return isSame ? null : is;
}

function returnRefused(returnTo: string): FromWidget {
    const message = `Sign-ins may not come back to ${returnTo}: add its origin to allowed_return_origins (PATCH /environment/connect-ui).`;
    return { type: 'error', code: 'embed_misconfigured', message, hint: message };
}

/** The host asked for what there is not, or did not bring what it was asked for. */
const codesForHost: Partial<Record<FatalCode, string>> = { not_offered: 'embed_misconfigured', start_failed: 'no_token' };

const noAnswer = 'The server of the Connect UI did not answer.';
/** Fatal states without a remedy for the embedder, in English for developers. */
const fatalSentences: Partial<Record<FatalCode, string>> = {
    session_expired: 'The session has expired, and no other token came.',
    unreachable: noAnswer,
    unexpected: 'The Connect UI failed.'
};

function label(flow: Flow): string {
    return flow.state === 'oauth' ? flow.step : flow.state;
}

/** What the embedder has to change, where it is for them to change it. */
function hintFor({ code }: Extract<Flow, { state: 'fatal' }>, { setup, session }: Model): string | undefined {
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
