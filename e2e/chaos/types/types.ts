/**
 * Kills a server at random moments while it renews a connection of each type that is not renewed by
 * OAuth 2, and has the server that is left renew and use them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '@patchbay/test-kit/server-process';
import { Cluster } from '../cluster.ts';
import { type Experiment, Findings, type Size } from '../experiment.ts';
import { randomFrom } from '../random.ts';
import { connectTypes, type Target } from './connect-types.ts';

const kills: Record<Size, number> = { short: 3, normal: 20, full: 200 };
/** A lease ends, and a first back-off passes. */
const settlePatienceMs = 120_000;
const requestTimeoutMs = 90_000;
/** Before and after the vendor has decided, so that kills meet every part of the path. */
const delay = { type: 'delay', ms: 25 };
/** Kills fall a little beyond the usual length of the path, too. */
const beyond = 1.15;

interface Connection {
    credentials?: Record<string, unknown>;
    auth?: { state: string };
}

export const types: Experiment = async ({ size, seed, over, say }) => {
    const random = randomFrom(seed);
    await using cluster = await Cluster.start(1);
    const targets = await connectTypes(cluster);
    await cluster.provider.fail([{ match: { path_regex: '^/(?:session|bill)/' }, action: delay }]);
    await cluster.provider.control('aws/faults', [{ match: { path_regex: '/sts/' }, action: delay }]);
    await cluster.provider.control('github/faults', [{ match: { path_regex: '/access_tokens$' }, action: delay }]);
    const failed = new Map(targets.map(({ type }) => [type, new Set<string>()]));
    let done = 0;
    let unanswered = 0;
    while (done < kills[size] && !over.aborted) {
        const victim = await cluster.start();
        const pathMs = await renewAll(cluster, victim, targets);
        const before = await generations(cluster, targets);
        const reads = targets.map((target) => renew(cluster, victim, target).catch(() => undefined));
        await sleep(random() * pathMs * beyond);
        await victim.kill();
        unanswered += (await Promise.all(reads)).filter((read) => read === undefined).length;
        await Promise.all(
            targets.map(async (target) => {
                const problem = await problemOf(cluster, target, before.get(target.connectionId) ?? NaN).catch(String);
                if (problem !== undefined) failed.get(target.type)?.add(problem);
            })
        );
        done += 1;
        if (done % 10 === 0) say(`${done} of ${kills[size]} kills`);
    }
    const findings = new Findings('types');
    findings.must('kills, with a renewal of each type under way', done, String(kills[size]), done === kills[size]);
    findings.tell('reads without a response', unanswered);
    for (const [type, problems] of failed) findings.none(`${type}: not renewed, refused or broken after a kill`, [...problems]);
    return findings.list;
};

/** @returns the time that the slowest took, in milliseconds */
async function renewAll(cluster: Cluster, server: ServerProcess, targets: readonly Target[]): Promise<number> {
    const startedAt = performance.now();
    await Promise.all(targets.map((target) => renew(cluster, server, target)));
    return performance.now() - startedAt;
}

/** By the server that is left: it is renewed, well, newer, and taken by the vendor. */
async function problemOf(cluster: Cluster, target: Target, generationBefore: number): Promise<string | undefined> {
    const [server] = cluster.servers;
    if (!server) return 'no server is left';
    const end = performance.now() + settlePatienceMs;
    let read = await renew(cluster, server, target);
    while (read.status !== 200 && performance.now() < end) {
        await sleep(500);
        read = await renew(cluster, server, target);
    }
    if (read.status !== 200) return `it responds with ${read.status}`;
    if (read.body.auth?.state !== 'ok') return `it is ${read.body.auth?.state}`;
    const generation = (await generations(cluster, [target])).get(target.connectionId) ?? NaN;
    if (!(generation > generationBefore)) return `generation ${generation} after ${generationBefore}`;
    const { status } = await fetch(`${server.url}/proxy${target.path}`, {
        headers: { ...cluster.authorization, 'provider-config-key': target.integration, 'connection-id': target.connectionId },
        signal: AbortSignal.timeout(requestTimeoutMs)
    });
    return status === 200 ? undefined : `the vendor responds with ${status}`;
}

/** A renewal, although what there is has not ended. */
async function renew(
    cluster: Cluster,
    { url }: ServerProcess,
    { connectionId, integration }: Target
): Promise<{ status: number; body: Connection }> {
    const response = await fetch(`${url}/connections/${connectionId}?provider_config_key=${integration}&force_refresh=true`, {
        headers: cluster.authorization,
        signal: AbortSignal.timeout(requestTimeoutMs)
    });
    // The documented response; a wrong one shows in the findings.
    return { status: response.status, body: (await response.json()) as Connection };
}

async function generations(cluster: Cluster, targets: readonly Target[]): Promise<Map<string, number>> {
    const rows = await cluster.stored(targets.map(({ connectionId }) => connectionId));
    return new Map(rows.map((row) => [row.connection_id, row.generation]));
}
