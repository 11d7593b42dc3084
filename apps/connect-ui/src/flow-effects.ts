import type { Call } from '@patchbay/api-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ActionDispatch } from 'react';
import { useAttempts } from './attempt-effects.ts';
import { booting, underneath, type Ended, type FlowEvent, type Model } from './flow-state.ts';
import { hostMessages } from './host-messages.ts';
import type { SignInWindow } from './oauth-popup.ts';
import type { Parent } from './parent.ts';
import { attemptQuery, isExpired, sessionQuery, whyNoSession } from './session.ts';

/** All that the widget can do to the world. */
export interface Outside {
    call: Call;
    parent: Parent;
    signIn: SignInWindow;
    /** The page that embeds the widget; null when it stands alone. */
    origin: string | null;
}

export type Dispatch = ActionDispatch<[FlowEvent]>;

const closedGraceMs = 1500;
// Without a handle the window's end can't be seen; by then most people are either signing in or looking for it.
const unseenGraceMs = 8000;
const closedLookMs = 250;

/** Does what the state asks for, once per state: calls, polls, timers, messages to the host page. */
export function useFlowEffects(
    model: Model,
    dispatch: Dispatch,
    outside: Outside,
    locale: string,
    explain: (flow: Ended, model: Model) => string
): void {
    useSession(model, dispatch, outside);
    useAttempts(model, dispatch, outside, locale);
    usePolling(model, dispatch, outside);
    useSignInWindow(model, dispatch, outside);
    useHostPage(model, dispatch, outside, explain);
    useNetwork(dispatch);
}

function useSession({ flow, session }: Model, dispatch: Dispatch, { call, origin }: Outside): void {
    const wanted = (flow.s === 'boot' && flow.step === 'session') || (session.is === 'fresh' && flow.s !== 'closed' && flow.s !== 'fatal');
    const { data, error, fetchStatus } = useQuery({ ...sessionQuery(call, origin), enabled: wanted });
    useEffect(() => {
        if (data) dispatch({ type: 'sessionLoaded', info: data });
    }, [data, dispatch]);
    const boot = flow.s === 'boot';
    useEffect(() => {
        if (!error || fetchStatus !== 'idle') return;
        if (isExpired(error)) dispatch({ type: 'sessionExpired' });
        else if (boot) dispatch({ type: 'refused', code: whyNoSession(error) });
    }, [error, fetchStatus, boot, dispatch]);
}

function usePolling({ flow }: Model, dispatch: Dispatch, { call, signIn }: Outside): void {
    const shown = underneath(flow);
    const polled = shown.s === 'verifying' || (shown.s === 'oauth' && shown.step !== 'launching') ? shown.attempt.id : null;
    const queries = useQueryClient();
    const { data, error, dataUpdatedAt } = useQuery({ ...attemptQuery(call, polled ?? ''), enabled: polled !== null });
    useEffect(() => {
        if (data) dispatch({ type: 'attemptSeen', view: data });
    }, [data, dataUpdatedAt, dispatch]);
    useEffect(() => {
        if (!error) return;
        if (isExpired(error)) return dispatch({ type: 'sessionExpired' });
        // No answer is no news: the next poll may get one. A refusal will not change.
        const code = whyNoSession(error);
        if (code !== 'unreachable') dispatch({ type: 'refused', code });
    }, [error, dispatch]);
    useEffect(() => {
        if (polled === null) return;
        const look = () => void queries.refetchQueries({ queryKey: ['attempt', polled] }, { cancelRefetch: false });
        const stop = signIn.onHint(look);
        window.addEventListener('focus', look);
        return () => {
            stop();
            window.removeEventListener('focus', look);
        };
    }, [polled, queries, signIn]);
}

function useSignInWindow({ flow }: Model, dispatch: Dispatch, { signIn }: Outside): void {
    const shown = underneath(flow);
    const awaited = shown.s === 'oauth' && shown.step === 'awaiting' ? shown : null;
    const attempt = awaited?.attempt.id;
    const graceMs = awaited?.window === 'followed' ? unseenGraceMs : closedGraceMs;
    useEffect(() => {
        if (attempt === undefined) return;
        let closedForMs = 0;
        const timer = setInterval(() => {
            closedForMs = signIn.isClosed() ? closedForMs + closedLookMs : 0;
            if (closedForMs >= graceMs) dispatch({ type: 'windowLost', attempt });
        }, closedLookMs);
        return () => clearInterval(timer);
    }, [attempt, graceMs, dispatch, signIn]);

    // A provider's own error page stays open to be read; a window that never left our waiting page has nothing to say.
    const before = useRef(shown);
    useEffect(() => {
        const was = before.current;
        before.current = shown;
        if (was.s === 'oauth' && was.step === 'launching' && shown.s !== 'oauth') signIn.close();
        else if (was.s !== shown.s && (shown.s === 'detail' || shown.s === 'success' || shown.s === 'closed' || shown.s === 'fatal'))
            signIn.close();
    });
}

function useHostPage(model: Model, dispatch: Dispatch, { parent }: Outside, explain: (flow: Ended, model: Model) => string): void {
    const told = useRef(booting);
    useEffect(() => {
        const before = told.current;
        told.current = model;
        for (const message of hostMessages(before, model, explain)) parent.tell(message);
    }, [model, parent, explain]);
    useEffect(
        () =>
            parent.onMessage((message) => {
                if (message.type === 'close') dispatch({ type: 'hostClosed' });
                if (message.type === 'close_requested') dispatch({ type: 'closeRequested' });
            }),
        [parent, dispatch]
    );
}

function useNetwork(dispatch: Dispatch): void {
    useEffect(() => {
        const look = () => dispatch({ type: navigator.onLine ? 'wentOnline' : 'wentOffline' });
        if (!navigator.onLine) look();
        window.addEventListener('online', look);
        window.addEventListener('offline', look);
        return () => {
            window.removeEventListener('online', look);
            window.removeEventListener('offline', look);
        };
    }, [dispatch]);
}
