import type { CallInput } from '@patchbay/contracts/dashboard';
import type { listLogs } from '@patchbay/contracts';
import { given, nameParam, periodParams, textParam } from '../../parts/search-params.ts';

export type Query = NonNullable<CallInput<typeof listLogs>['query']>;
type Kind = NonNullable<Query['kind']>;

export const kindWords = {
    proxy: 'Request by the proxy',
    token: 'Sign-in',
    refresh: 'Renewal',
    check: 'Check of credentials',
    revocation: 'Revocation',
    webhook_delivery: 'Webhook to you',
    incoming_webhook: 'Webhook from the provider',
    alert: 'Alert'
} as const satisfies Record<Kind, string>;

/** How far back to look. */
export const ranges = { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days', all: 'All that are kept' } as const;
export type Range = keyof typeof ranges;
const rangeMs: Record<Range, number | undefined> = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, all: undefined };

/** All filters are in the address. */
export interface LogsSearch {
    search?: string;
    kind?: Kind;
    /** `failed`, a status or a class of statuses. */
    status?: string;
    integration?: string;
    connection?: string;
    operation?: string;
    request?: string;
    run?: string;
    range?: Range;
    /** Together, and instead of `range`: one time, as a point of a chart links to. */
    since?: string;
    until?: string;
    live?: boolean;
}

export function logsSearch(params: Record<string, unknown>): LogsSearch {
    return given({
        search: textParam(params['search']),
        kind: nameParam(params['kind'], kindWords),
        status: /^(?:failed|[1-5]\d\d|[1-5]xx)$/.exec(textParam(params['status']) ?? '')?.[0],
        integration: textParam(params['integration']),
        connection: textParam(params['connection']),
        operation: textParam(params['operation']),
        request: textParam(params['request']),
        run: textParam(params['run']),
        range: nameParam(params['range'], ranges),
        ...periodParams(params),
        live: params['live'] === true ? true : undefined
    });
}

/** @param now rounded, so that a page that is drawn anew asks for the same */
export function queryOf(
    { search, kind, status, integration, connection, operation, request, run, since, until, range = '24h' }: LogsSearch,
    now: number
): Query {
    const ms = rangeMs[range];
    return {
        limit: 100,
        ...(search !== undefined && { search }),
        ...(kind !== undefined && { kind }),
        ...(status === 'failed' ? { failed: 'true' } : status !== undefined && { status }),
        ...(integration !== undefined && { integration_id: integration }),
        ...(connection !== undefined && { connection_id: connection }),
        ...(operation !== undefined && { operation_id: operation }),
        ...(request !== undefined && { request_id: request }),
        ...(run !== undefined && { run_id: run }),
        ...(since !== undefined && until !== undefined ? { since, until } : ms !== undefined && { since: new Date(now - ms).toISOString() })
    };
}
