import { ApiError } from '@patchbay/api-client';
import { deleteOwnConnection, listOwnConnections } from '@patchbay/contracts/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Dispatch, Effects } from './effect-types.ts';
import { isExpired, sessionErrorCode } from './queries.ts';
import type { Model } from '../flow/model.ts';
import { integrationOf } from '../flow/selectors.ts';

/**
 * Reads the details of the end user's own connections, and disconnects them.
 * @param locale of the sentences on what the product can do, BCP 47
 */
export function useOwnConnections(model: Model, dispatch: Dispatch, effects: Effects, locale: string): void {
    useDetails(model, dispatch, effects, locale);
    useDisconnect(model, dispatch, effects);
}

function useDetails({ flow, tokens }: Model, dispatch: Dispatch, { call }: Effects, locale: string): void {
    const wanted = flow.state === 'account' && flow.details === 'wanted' ? flow : null;
    const integration = wanted?.integration;
    const connection = wanted?.connection;
    useEffect(() => {
        if (connection === undefined) return;
        const left = new AbortController();
        call(listOwnConnections, { headers: { 'accept-language': locale } }, { signal: left.signal }).then(
            ({ data }) => {
                const own = data.find((each) => each.integration_id === integration && each.connection_id === connection);
                if (!left.signal.aborted) dispatch({ type: 'detailsChanged', details: own ?? 'unknown' });
            },
            (error: unknown) => {
                if (left.signal.aborted) return;
                // With the next session they are read again.
                dispatch(isExpired(error) ? { type: 'sessionExpired' } : { type: 'detailsChanged', details: 'unknown' });
            }
        );
        return () => left.abort();
    }, [integration, connection, tokens, locale, call, dispatch]);
}

function useDisconnect(model: Model, dispatch: Dispatch, { call }: Effects): void {
    const queries = useQueryClient();
    const { flow } = model;
    const now = useRef(model);
    useLayoutEffect(() => {
        now.current = model;
    });
    /** The connection whose disconnection may have happened without a response. */
    const unanswered = useRef<string>(null);
    const sent = flow.state === 'disconnect' && flow.sent ? flow : null;
    const integration = sent?.integration;
    const connection = sent?.connection;
    const name = sent?.name;
    useEffect(() => {
        if (integration === undefined || connection === undefined || name === undefined) return;
        const ended = (remains: boolean) => {
            const { display_name: provider = integration, auth_mode: mode } = integrationOf(now.current, integration) ?? {};
            // What was read before still has it.
            void queries.invalidateQueries({ queryKey: ['session'] });
            dispatch({
                type: 'disconnected',
                integration,
                connection,
                ended: { account: name, remainsAt: remains && mode !== 'NONE' ? provider : null }
            });
        };
        const input = { params: { connection_id: connection }, query: { integration_id: integration } };
        call(deleteOwnConnection, input).then(
            ({ revocation }) => ended(revocation.outcome !== 'revoked'),
            (error: unknown) => {
                const status = error instanceof ApiError ? error.status : null;
                // Nothing is left to disconnect, which is what was asked for.
                if (status === 404) return ended(unanswered.current === connection);
                if (status === null || status >= 500) unanswered.current = connection;
                if (!isExpired(error)) {
                    const banner = sessionErrorCode(error) === 'unreachable' ? 'unreachable' : 'unexpected';
                    return dispatch({ type: 'disconnectFailed', banner });
                }
                dispatch({ type: 'disconnectFailed', banner: 'session_renewed' });
                dispatch({ type: 'sessionExpired' });
            }
        );
    }, [integration, connection, name, queries, call, dispatch]);
}
