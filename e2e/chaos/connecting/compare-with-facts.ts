import { createLog, readConfig, type RunningServer, startServer } from '@patchbay/server';
import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { call } from './customers.ts';
import type { KillableServer } from './killable-server.ts';
import type { Fact } from './fact-log.ts';

/** By then a server that was at work on an attempt is taken for dead. */
const afterWorkMs = 61_000;
const ends = ['succeeded', 'failed', 'cancelled', 'expired'];

export interface Tally {
    acknowledged: number;
    /** Acknowledged, and not there exactly once, or not to be opened. */
    lost: string[];
    /** Without a response: there or not, but never twice. */
    ambiguous: number;
    doubled: string[];
    attempts: number;
    /** Neither ended nor with a way to go on and a way to give up. */
    stuck: string[];
}

/**
 * Starts one more server on the same data, a minute later, and compares its data with the facts.
 */
export async function compareWithFacts(under: KillableServer, facts: Fact[]): Promise<Tally> {
    const server = await startServer(readConfig(under.variables), {
        clock: { now: () => new Date(Date.now() + afterWorkMs) },
        log: createLog('silent')
    });
    try {
        const { lost, doubled, acknowledged, ambiguous } = await checkConnections(server, under, facts);
        const { attempts, stuck } = await checkAttempts(server, under, facts);
        return { acknowledged, lost, ambiguous, doubled, attempts, stuck };
    } finally {
        await server.stop();
    }
}

async function checkConnections({ deps }: RunningServer, under: KillableServer, facts: Fact[]) {
    const rows = await deps.db.selectFrom('connections').select(['connection_id', 'end_user', 'credentials_type']).execute();
    const found = Map.groupBy(rows, ({ connection_id: connectionId, end_user: endUser }) => endUser?.id ?? connectionId);
    const acknowledged = new Set(facts.flatMap((each) => (each.type === 'acknowledged' ? [nameOf(each.by)] : [])));
    const credentials = new Map(facts.flatMap((each) => (each.type === 'import' ? [[each.connectionId, each.credential] as const] : [])));
    const expected = facts.flatMap((each) =>
        each.type === 'import' ? [each.connectionId] : each.type === 'session' ? [each.endUserId] : []
    );

    const lost: string[] = [];
    for (const name of acknowledged) {
        const [row, ...others] = found.get(name) ?? [];
        const isThere =
            row !== undefined &&
            others.length === 0 &&
            (await opens(under, row.connection_id, row.credentials_type, credentials.get(row.connection_id)));
        if (!isThere) lost.push(name);
    }
    return {
        lost,
        acknowledged: acknowledged.size,
        doubled: [...found].filter(([, same]) => same.length > 1).map(([name]) => name),
        ambiguous: expected.filter((name) => !acknowledged.has(name)).length
    };
}

const nameOf = (by: { connectionId: string } | { endUserId: string }) => ('connectionId' in by ? by.connectionId : by.endUserId);

/** Whether the connection returns the credentials that were imported. */
async function opens(under: KillableServer, connectionId: string, type: string, imported: string | undefined): Promise<boolean> {
    const integration = type === 'API_KEY' ? 'sandbox-api-key' : 'sandbox-oauth2';
    const response = await call(under, 'GET', `/connections/${connectionId}?provider_config_key=${integration}`, under.secretKey);
    const credentials = response?.body.credentials;
    if (imported !== undefined) return credentials?.['access_token'] === imported;
    return type === 'API_KEY' ? credentials?.['apiKey'] === BEARER_API_KEYS.acme : typeof credentials?.['access_token'] === 'string';
}

/** All attempts, also those whose response was lost. */
async function checkAttempts({ deps }: RunningServer, under: KillableServer, facts: Fact[]) {
    const tokens = new Map(facts.flatMap((each) => (each.type === 'session' ? [[each.endUserId, each.token] as const] : [])));
    const rows = await deps.db
        .selectFrom('attempts')
        .innerJoin('connect_sessions', 'connect_sessions.id', 'attempts.session_id')
        .select(['attempts.id', 'connect_sessions.end_user'])
        .execute();
    const known = new Set(rows.map(({ id }) => id));
    const stuck = facts.flatMap((each) => (each.type === 'attempt' && !known.has(each.attemptId) ? [each.attemptId] : []));
    for (const { id, end_user: endUser } of rows) {
        const token = tokens.get(endUser?.id ?? '');
        // Without a token no client knows this attempt.
        if (token !== undefined && !(await hasExit(under, id, token))) stuck.push(id);
    }
    return { attempts: rows.length, stuck };
}

async function hasExit(under: KillableServer, attemptId: string, token: string): Promise<boolean> {
    const path = `/connect/attempts/${attemptId}`;
    const status = (await call(under, 'GET', path, token))?.body.data?.status ?? '';
    if (ends.includes(status)) return true;
    if (status !== 'created' && status !== 'awaiting_user') return false;
    const again = await call(under, 'POST', `${path}/relaunch`, token, {});
    const given = await call(under, 'POST', `${path}/cancel`, token);
    return again?.body.data?.launch_url !== undefined && given?.body.data?.status === 'cancelled';
}
