import type { AttemptCode, AttemptStatus } from '@patchbay/contracts';

/** As stored; a step may be one of a later version of the server. */
interface Entry {
    at: string;
    step: string;
}

export interface AttemptProgress {
    status: AttemptStatus;
    code: AttemptCode | null;
    timeline: readonly Entry[];
    providerName: string;
}

/** A step in English, for support. */
export function describeStep(step: string, provider: string): string {
    const words: Record<string, string> = {
        created: 'The attempt was started.',
        sent_to_provider: `The browser was sent to ${provider}.`,
        came_back: `The browser came back from ${provider}.`,
        came_back_elsewhere: `A callback from ${provider} arrived without the cookie of the browser that was sent there.`,
        callback_refused: `${provider} sent the browser back with an error.`,
        token_received: `${provider} gave a token.`,
        checking: `${provider} was asked whether the credentials are right.`,
        needs_choice: 'The end user was asked which account to connect.',
        account_chosen: 'The end user chose an account.',
        account_mismatch: 'Another account signed in than the connection had.',
        account_switched: 'The end user moved the connection to the other account.',
        awaiting_approval: `Someone who manages ${provider} at the end user's company has to approve first.`,
        relaunched: 'The end user asked to open the sign-in again.',
        succeeded: 'The connection was saved.',
        denied: `The end user did not give access at ${provider}.`,
        cancelled: 'The attempt was cancelled.',
        expired: 'The time for the attempt ran out.',
        window_opened: 'The sign-in window opened.',
        window_blocked: 'The browser blocked the sign-in window.',
        window_lost: 'The sign-in window was closed, or can not be seen any more.',
        window_reopened: 'The end user opened the sign-in window again.',
        link_copied: "The end user copied the sign-in's address.",
        went_offline: "The end user's device lost its network.",
        left: 'The end user left the page.'
    };
    const [, code] = /^failed:(\w+)$/.exec(step) ?? [];
    return words[step] ?? (code === undefined ? step : `The attempt failed: ${code}.`);
}

/** One sentence: how far the attempt came, and what most likely went wrong. */
export function summarize({ status, code, timeline, providerName: provider }: AttemptProgress): string {
    if (status === 'succeeded') return `Connected to ${provider}${at(timeline, 'succeeded')}.`;
    if (status === 'failed') return describeFailure(code, provider);
    const { came, isWaiting, never } = describeProgress(timeline, provider);
    return `${came}, ${status === 'cancelled' || status === 'expired' ? never : isWaiting}.`;
}

/** The progress of an attempt without an outcome, and the likely cause when it never went on. */
function describeProgress(timeline: readonly Entry[], provider: string): { came: string; isWaiting: string; never: string } {
    const has = (step: string) => timeline.some((entry) => entry.step === step);
    const last = timeline.findLast(({ step }) => milestones.has(step))?.step ?? 'created';
    switch (last) {
        case 'sent_to_provider':
            return {
                came: `Sent to ${provider}${at(timeline, last)}`,
                isWaiting: 'not back yet',
                never: `never came back: the window was probably closed on ${provider}'s page, or ${provider} does not accept the redirect URI`
            };
        case 'came_back_elsewhere':
            return {
                came: `Came back from ${provider}${at(timeline, last)}, but not in the browser that was sent there`,
                isWaiting: 'which is still awaited',
                never: 'which never came: the end user changed browsers, or theirs keeps no cookies'
            };
        case 'needs_choice':
            return {
                came: `Signed in at ${provider}${at(timeline, last)}`,
                isWaiting: 'and no account has been chosen yet',
                never: 'but no account was chosen'
            };
        case 'account_mismatch':
            return {
                came: `Signed in at ${provider}${at(timeline, last)} with another account than the connection has`,
                isWaiting: 'and has not decided yet',
                never: 'and did not decide'
            };
        case 'awaiting_approval':
            return {
                came: `Waiting since${at(timeline, last, 'day')} for approval by someone who manages ${provider} at the end user's company`,
                isWaiting: 'and the sign-in has not been continued yet',
                never: 'and the sign-in was not continued in time'
            };
        case 'created':
            return {
                came: `Started${at(timeline, last)}`,
                isWaiting: 'and the sign-in has not been opened yet',
                never: has('window_blocked')
                    ? 'but the sign-in was never opened: the browser blocked its window'
                    : 'but the sign-in was never opened: the end user left, or the browser blocked its window'
            };
        default:
            return {
                came: `${provider} was asked about the credentials${at(timeline, last)}`,
                isWaiting: 'and has not responded yet',
                never: 'and the attempt was cancelled before the response came'
            };
    }
}

/** Steps at which an attempt waits. A relaunch is not one. */
const milestones = new Set<string>([
    'created',
    'sent_to_provider',
    'came_back',
    'came_back_elsewhere',
    'token_received',
    'checking',
    'needs_choice',
    'account_chosen',
    'account_mismatch',
    'account_switched',
    'awaiting_approval'
]);

function describeFailure(code: AttemptCode | null, provider: string): string {
    switch (code) {
        case 'consent_denied':
            return `The end user did not give access at ${provider}.`;
        case 'credentials_rejected':
            return `${provider} refused the credentials.`;
        case 'missing_permissions':
            return `Signed in at ${provider}, but without permissions that are needed.`;
        case 'provider_error':
            return `${provider} ended the sign-in with an error, or refused to exchange its code for a token.`;
        case 'provider_down':
            return `${provider} did not respond, or sent an unexpected response.`;
        case 'state_mismatch':
            return 'The callback no longer matched this sign-in: the integration, the connection or the session had changed meanwhile.';
        case 'integration_misconfigured':
            return `The integration is incomplete, or ${provider} does not accept its client id and secret.`;
        case 'unexpected':
            return 'The server failed unexpectedly; search its log for the reference.';
        default:
            return `Failed: ${code ?? 'for no known reason'}.`;
    }
}

/** The last time that a step was taken: to the second, or its day where days may pass. */
function at(timeline: readonly Entry[], step: string, precision: 'second' | 'day' = 'second'): string {
    const entry = timeline.findLast((candidate) => candidate.step === step);
    if (!entry) return '';
    return precision === 'day' ? ` ${entry.at.slice(0, 10)}` : ` at ${entry.at.slice(11, 19)} UTC`;
}
