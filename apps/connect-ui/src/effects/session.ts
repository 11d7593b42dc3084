import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Dispatch, Effects } from './effect-types.ts';
import { acceptsToken } from '../flow/session.ts';
import { sessionQuery, sessionErrorCode } from './queries.ts';
import type { Model } from '../flow/model.ts';

// What WCAG 2.2.1 asks for is 20 seconds to say "more time"; two minutes are also enough to finish
// a form.
const expiringMs = 120_000;
// A little longer than the SDK gives the host's backend.
const renewalWaitMs = 16_000;
const longestTimerMs = 2 ** 31 - 1;

/** Reads the session, watches its time, and asks the host for a new one. */
export function useSession(model: Model, dispatch: Dispatch, effects: Effects, locale: string): void {
    const { flow, session, renewal, setup, tokens } = model;
    const { call, clock } = effects;
    const isBooting = flow.state === 'boot' && flow.step === 'session';
    const isOpen = (session.status === 'fresh' || session.status === 'expiring') && flow.state !== 'closed' && flow.state !== 'fatal';
    const { data, error, fetchStatus } = useQuery({
        ...sessionQuery(call, { origin: setup.origin, locale, tokens, now: clock.now }),
        enabled: (isBooting && renewal !== 'asked') || isOpen
    });
    // In the layout phase, so that the loading state is not painted once more.
    useLayoutEffect(() => {
        if (data) dispatch({ type: 'sessionLoaded', info: data });
    }, [data, dispatch]);
    // A renewed token that turns out to be none is as good as no session.
    const mustWork = isBooting || renewal === 'given';
    useEffect(() => {
        if (!error || fetchStatus !== 'idle') return;
        const code = sessionErrorCode(error);
        if (code === 'session_expired') dispatch({ type: 'sessionExpired' });
        else if (isBooting || (mustWork && code !== 'unreachable')) dispatch({ type: 'refused', code });
    }, [error, fetchStatus, isBooting, mustWork, dispatch]);

    const expiresAt = session.status === 'fresh' ? session.info.expires_at : null;
    useEffect(() => {
        if (expiresAt === null) return;
        const waitMs = Date.parse(expiresAt) - clock.now() - expiringMs;
        const timer = setTimeout(() => dispatch({ type: 'sessionExpiring' }), Math.min(Math.max(waitMs, 0), longestTimerMs));
        return () => clearTimeout(timer);
    }, [expiresAt, clock, dispatch]);

    useRenewal(model, dispatch, effects);
}

function useRenewal(model: Model, dispatch: Dispatch, { parent, takeToken }: Effects): void {
    const now = useRef(model);
    useLayoutEffect(() => {
        now.current = model;
    });
    useEffect(
        () =>
            parent.onMessage((message) => {
                if (message.type === 'session_failed') dispatch({ type: 'renewalFailed' });
                if (message.type !== 'session_token' || !acceptsToken(now.current)) return;
                takeToken(message.token);
                dispatch({ type: 'sessionRenewed' });
            }),
        [parent, takeToken, dispatch]
    );
    const isAsked = model.renewal === 'asked';
    useEffect(() => {
        if (!isAsked) return;
        const timer = setTimeout(() => dispatch({ type: 'renewalFailed' }), renewalWaitMs);
        return () => clearTimeout(timer);
    }, [isAsked, dispatch]);
}
