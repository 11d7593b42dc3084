import { ApiError, type Call } from '@patchbay/api-client';
import {
    acceptAccount,
    cancelAttempt,
    createAttempt,
    getAttempt,
    relaunchAttempt,
    selectAccount,
    type AttemptView
} from '@patchbay/contracts/browser';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { formBody, serverErrors } from './field-rules.ts';
import type { Dispatch, Outside } from './flow-effects.ts';
import { integrationOf, liveAttempt, underneath, type Banner, type Flow, type FlowEvent, type Model } from './flow-state.ts';
import { whyNoSession, isExpired } from './session.ts';
import { shownTheme } from './theme.ts';

// The code in the link is good for 60 seconds.
const linkLifetimeMs = 50_000;

/** The calls that make an attempt, move it on and give it up: each once per state that asks for it. */
export function useAttempts(model: Model, dispatch: Dispatch, { call, signIn }: Outside, locale: string): void {
    const { flow } = model;
    const shown = underneath(flow);
    // What an answer finds when it arrives, which may be another state than the one that asked.
    const now = useRef({ model, locale });
    useLayoutEffect(() => {
        now.current = { model, locale };
    });

    const creating = awaitedKey(shown);
    useEffect(() => {
        if (creating === null) return;
        const asked = underneath(now.current.model.flow);
        const integration = 'draft' in asked ? integrationOf(now.current.model, asked.draft.integration) : undefined;
        if (!integration || !('draft' in asked)) return;
        const { credentials, connection_config } = formBody(integration, asked.draft.values);
        const body = {
            integration_id: integration.id,
            locale: now.current.locale,
            theme: shownTheme(),
            ...(Object.keys(credentials).length > 0 ? { credentials } : {}),
            ...(Object.keys(connection_config).length > 0 ? { connection_config } : {})
        };
        call(createAttempt, { body }, { idempotencyKey: creating }).then(
            ({ data }) => {
                if (awaitedKey(underneath(now.current.model.flow)) !== creating) return giveUp(call, data.attempt_id);
                dispatch({ type: 'attemptMade', key: creating, view: data, window: sendOn(signIn, data) });
            },
            (error: unknown) => {
                if (isExpired(error)) return dispatch({ type: 'sessionExpired' });
                const why = whyNoSession(error);
                if (why === 'session_invalid') return dispatch({ type: 'refused', code: why });
                const errors = error instanceof ApiError ? serverErrors(integration, error.errors, 'malformed') : {};
                const isAboutFields = Object.keys(errors).length > 0;
                const banner: Banner = why === 'unreachable' ? 'unreachable' : isAboutFields ? 'validation' : 'unexpected';
                dispatch({ type: 'attemptNotMade', key: creating, banner, errors });
            }
        );
    }, [creating, call, dispatch, signIn]);

    const step = useCallback(
        (attempt: string, answer: Promise<{ data: AttemptView }>, toEvent: (view: AttemptView) => FlowEvent) => {
            answer.then(
                ({ data }) => {
                    // Left in the meantime: its address must not send the window of another attempt away.
                    if (liveAttempt(now.current.model.flow)?.id === attempt) dispatch(toEvent(data));
                },
                async (error: unknown) => {
                    const isConflict = error instanceof ApiError && error.code === 'conflict';
                    // An earlier step got there first: the attempt itself says what happened.
                    const view = isConflict
                        ? await call(getAttempt, { params: { attempt_id: attempt } }).catch(() => undefined)
                        : undefined;
                    if (view) dispatch({ type: 'attemptSeen', view: view.data });
                    const banner = whyNoSession(error) === 'unreachable' ? 'unreachable' : 'unexpected';
                    dispatch({ type: 'stepFailed', attempt, banner });
                }
            );
        },
        [call, dispatch]
    );

    const relaunching = shown.s === 'oauth' && shown.step === 'launching' && shown.attempt ? shown.attempt.id : null;
    const otherAccount = shown.s === 'oauth' && shown.step === 'launching' && shown.account === 'other';
    useEffect(() => {
        if (relaunching === null) return;
        const body = otherAccount ? { select_account: true } : {};
        const answer = call(relaunchAttempt, { params: { attempt_id: relaunching }, body });
        step(relaunching, answer, (view) => ({ type: 'relaunched', view, window: sendOn(signIn, view) }));
    }, [relaunching, otherAccount, call, step, signIn]);

    const link = shown.s === 'oauth' && shown.step === 'blocked' ? shown.launchUrl : null;
    const linked = shown.s === 'oauth' && shown.step === 'blocked' ? shown.attempt.id : null;
    useEffect(() => {
        if (link === null || linked === null) return;
        const timer = setTimeout(() => {
            const answer = call(relaunchAttempt, { params: { attempt_id: linked }, body: {} });
            step(linked, answer, (view) => ({ type: 'relaunched', view, window: 'blocked' }));
        }, linkLifetimeMs);
        return () => clearTimeout(timer);
    }, [link, linked, call, step]);

    const attempt = liveAttempt(flow)?.id ?? null;
    const picked = shown.s === 'chooseAccount' ? shown.picked : null;
    useEffect(() => {
        if (attempt === null || picked === null) return;
        const answer = call(selectAccount, { params: { attempt_id: attempt }, body: { account_id: picked } });
        step(attempt, answer, (view) => ({ type: 'attemptSeen', view }));
    }, [attempt, picked, call, step]);

    const isSwitching = shown.s === 'accountMismatch' && shown.asked === 'switch';
    useEffect(() => {
        if (attempt === null || !isSwitching) return;
        step(attempt, call(acceptAccount, { params: { attempt_id: attempt } }), (view) => ({ type: 'attemptSeen', view }));
    }, [attempt, isSwitching, call, step]);

    // An attempt that was left behind unfinished is given up on the server too.
    const last = useRef<string | null>(null);
    const hasEnded = shown.s === 'success' || shown.s === 'failed';
    useEffect(() => {
        if (last.current !== null && last.current !== attempt && !hasEnded) giveUp(call, last.current);
        last.current = attempt;
    }, [attempt, hasEnded, call]);
}

/** The idempotency key of the attempt that is being made, if any. */
function awaitedKey(shown: Exclude<Flow, { s: 'confirmLeave' }>): string | null {
    if (shown.s === 'submitting') return shown.key;
    return shown.s === 'oauth' && shown.step === 'launching' && shown.attempt === null ? shown.key : null;
}

function sendOn(signIn: Outside['signIn'], { launch_url: launchUrl }: AttemptView): 'opened' | 'blocked' {
    return launchUrl === undefined || !/^https?:/.test(launchUrl) ? 'blocked' : signIn.go(launchUrl);
}

function giveUp(call: Call, attemptId: string): void {
    // Nobody waits for the answer: an attempt that can't be cancelled runs out by itself.
    call(cancelAttempt, { params: { attempt_id: attemptId } }).catch(() => undefined);
}
