import { namesOfDone, namesOfMigrations } from '@patchbay/db';
import type { Request } from 'express';
import type { Deps } from '../../../deps.ts';
import { findEndpoints } from '../../outbox/webhook-deliveries/endpoints.sql.ts';
import { findLastFailure, readDatabaseTime, type RecentSession } from './doctor.sql.ts';
import type { EndpointFacts, ProbeAnswer, SeenRequest, ServerFacts } from './facts.ts';

/** What a request tells of how the server is reached. */
export function seeRequest({ headers }: Pick<Request, 'headers'>): SeenRequest {
    const first = (name: string) => [headers[name] ?? ''].flat().join(',').split(',')[0]?.trim() || undefined;
    return {
        host: headers.host,
        forwardedHost: first('x-forwarded-host'),
        forwardedProto: first('x-forwarded-proto')?.toLowerCase(),
        isForwardedFor: headers['x-forwarded-for'] !== undefined,
        isFromBrowser: headers['sec-fetch-site'] !== undefined
    };
}

export async function gatherServerFacts(
    { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
    args: {
        environmentId: string;
        isProduction: boolean;
        request: SeenRequest;
        pageOrigin: string | undefined;
        sessions: readonly RecentSession[];
        probed: readonly ProbeAnswer[];
    }
): Promise<ServerFacts> {
    const { environmentId, probed, isProduction, request, pageOrigin, sessions } = args;
    const [ofDatabase, own, done, endpoints] = await Promise.all([
        readDatabaseTime(db),
        namesOfMigrations(),
        namesOfDone(db),
        gatherEndpoints(db, environmentId)
    ]);
    const ahead = (who: string, time: Date) => ({ who, aheadMs: clock.now().getTime() - time.getTime() });
    return {
        config,
        isProduction,
        request,
        pageOrigin,
        sessions,
        clocks: [ahead('the database', ofDatabase), ...probed.flatMap(({ host, date }) => (date ? [ahead(host, date)] : []))],
        migrations: { unknown: done.filter((name) => !own.includes(name)), pending: own.filter((name) => !done.includes(name)) },
        endpoints
    };
}

async function gatherEndpoints(db: Deps['db'], environmentId: string): Promise<EndpointFacts[]> {
    const endpoints = await findEndpoints(db, environmentId);
    return Promise.all(
        endpoints.map(async (endpoint) => {
            const last = endpoint.failing_since || endpoint.disabled_at ? await findLastFailure(db, environmentId, endpoint.id) : undefined;
            return { endpoint, failure: last?.failure ?? undefined };
        })
    );
}
