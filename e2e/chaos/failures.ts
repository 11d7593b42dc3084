/**
 * Every failure of a provider's refresh: the connection's state, and whether it recovers
 * afterwards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReadResponse, Cluster } from './cluster.ts';
import { type Experiment, type Finding, Findings } from './experiment.ts';
import { type FailureClass, type FailureKind, failureKinds } from './failure-kinds.ts';
import { waitForNoLease } from './leases.ts';
import { hashOf } from './provider.ts';

const asksForRefresh = { path_regex: '^/oauth/token$', grant_type: 'refresh_token' };
/** The longest first back-off, and the background's turn. */
const healPatienceMs = 120_000;
/** Longer than a server waits for a token. */
const providerPatienceMs = 20_000;
/** Of the token that is renewed although it is valid still. */
const stillValidS = 300;

/** What is to be seen of each class. */
const signs: Record<FailureClass, { status: number; state: string; isTold: boolean }> = {
    none: { status: 200, state: 'ok', isTold: false },
    transient: { status: 424, state: 'failing', isTold: false },
    configuration: { status: 424, state: 'failing', isTold: true },
    unknown: { status: 424, state: 'failing', isTold: true },
    revoked: { status: 400, state: 'broken', isTold: true }
};

interface Connection {
    kind: FailureKind;
    /** One whose token has ended, and one whose token is valid still. */
    ended: string;
    valid: string;
    /** Their refresh tokens as the provider's journal shows them. */
    refreshTokens: ReadonlySet<string>;
}

export const failures: Experiment = async ({ size, say, over }) => {
    await using cluster = await Cluster.start(1);
    // A lost response costs nothing here; other experiments measure what it costs elsewhere.
    await cluster.provider.be({ grace_s: 3600 });
    const kinds = size === 'short' ? failureKinds.filter((_, index) => index % 6 === 1) : failureKinds;
    const connections: Connection[] = [];
    const findings: Finding[] = [];
    for (const [index, kind] of kinds.entries()) {
        if (over.aborted) break;
        const connection = await prepare(cluster, kind, index);
        connections.push(connection);
        findings.push(...(await strike(cluster, connection)));
    }
    await cluster.provider.fail([]);
    say('the provider is well again');
    return [...findings, ...(await heal(cluster, connections))];
};

async function prepare(cluster: Cluster, kind: FailureKind, index: number): Promise<Connection> {
    const [ended, valid] = [`ended-${index}`, `valid-${index}`];
    const [one, other] = await Promise.all([cluster.provider.signIn(), cluster.provider.signIn()]);
    await cluster.import(ended, one, -60);
    await cluster.import(valid, other, stillValidS);
    // Given an hour ago, so that it is in its last minutes now.
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await cluster.db.updateTable('connections').set({ refreshed_at: anHourAgo }).where('connection_id', '=', valid).execute();
    return { kind, ended, valid, refreshTokens: new Set([one, other].map(({ refreshToken }) => hashOf(refreshToken))) };
}

async function strike(cluster: Cluster, { kind, ended, valid, refreshTokens }: Connection): Promise<Finding[]> {
    const findings = new Findings('failures');
    const [server] = cluster.servers;
    if (!server) throw new Error('There is no server.');
    await cluster.provider.fail([{ match: asksForRefresh, action: kind.action }]);
    const both = [ended, valid];
    const responses = await Promise.all(both.map((id) => cluster.read(server, id)));
    // Who has a token that is valid still may be answered before the provider is.
    await waitForNoLease(cluster, both, providerPatienceMs);
    // Too early to ask again: the provider has trouble enough.
    const later = await Promise.all(both.map((id) => cluster.read(server, id)));
    const calls = (await cluster.provider.refreshRequests()).filter(({ refreshToken }) => refreshTokens.has(refreshToken)).length;
    const [endedSigns, validSigns] = await Promise.all(both.map((id, index) => signsOf(cluster, id, later[index])));
    const { status, state, isTold } = signs[kind.is];
    const expected = { ended: status, signs: `${state}, ${kind.is}${isTold ? ', 1 error, 1 event' : ''}` };
    const seen = endedSigns === validSigns ? endedSigns : `${endedSigns}; while valid ${validSigns}`;
    findings.must(
        kind.name,
        `${responses[0]?.status}, while valid ${responses[1]?.status}: ${seen}; ${calls} calls`,
        `${expected.ended}, while valid 200: ${expected.signs}; 2 calls`,
        responses[0]?.status === expected.ended && responses[1]?.status === 200 && seen === expected.signs && calls === 2
    );
    return findings.list;
}

async function signsOf(cluster: Cluster, connectionId: string, response: ReadResponse | undefined): Promise<string> {
    const view = response?.body.error?.payload?.connection ?? response?.body;
    const errors = view?.errors?.length ?? 0;
    const events = (await cluster.refreshEvents()).get(connectionId) ?? [];
    const failed = events.filter(({ success }) => !success).length;
    return [
        `${view?.auth?.state ?? 'no response'}, ${view?.auth?.failure?.kind ?? 'none'}`,
        ...(errors > 0 ? [`${errors} error`] : []),
        ...(failed > 0 ? [`${failed} event`] : [])
    ].join(', ');
}

/**
 * No reads meanwhile: what can recover does so by itself; the rest stays broken until a forced
 * refresh.
 */
async function heal(cluster: Cluster, connections: readonly Connection[]): Promise<Finding[]> {
    const findings = new Findings('failures');
    const [server] = cluster.servers;
    const broken = connections.filter(({ kind }) => kind.is === 'revoked').flatMap(({ ended, valid }) => [ended, valid]);
    const others = connections.filter(({ kind }) => kind.is !== 'revoked').flatMap(({ ended, valid }) => [ended, valid]);
    const startedAt = performance.now();
    let ill = others;
    while (ill.length > 0 && performance.now() - startedAt < healPatienceMs) {
        await sleep(500);
        ill = (await cluster.stored(others)).filter(({ auth_state: state }) => state !== 'ok').map(({ connection_id: id }) => id);
    }
    findings.none('not well again by themselves', ill);
    findings.tell('the last was well after', `${Math.round((performance.now() - startedAt) / 1000)} s`);
    const asked = (await cluster.stored(broken)).filter(({ auth_state: state }) => state !== 'broken').map(({ connection_id: id }) => id);
    findings.none('broken ones that did not stay so', asked);
    const unforced: string[] = [];
    for (const id of broken) {
        const response = server && (await cluster.read(server, id, '&force_refresh=true'));
        if (response?.status !== 200 || response.body.auth?.state !== 'ok') unforced.push(id);
    }
    findings.none('broken ones that a forced refresh did not heal', unforced);
    const events = await cluster.refreshEvents();
    const untold = [...events].flatMap(([id, all]) => (all.some(({ success }) => !success) && !all.at(-1)?.success ? [id] : []));
    findings.none('healed without an event that says so', untold);
    return findings.list;
}
