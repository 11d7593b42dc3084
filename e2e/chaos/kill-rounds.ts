import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadResponse, Cluster } from './cluster.ts';
import type { Run } from './experiment.ts';
import { readLeases } from './leases.ts';
import type { ServerProcess } from '@patchbay/test-kit/server-process';
import { hashOf } from './provider.ts';
import { randomFrom } from './random.ts';

const connectionsPerRound = 3;
/**
 * The duration of a refresh is measured again after so many rounds, as the machine's load changes.
 */
const measuredEvery = 25;
/** Kills fall a little beyond the usual length of the path, too. */
const beyond = 1.15;

/** One connection that was being renewed when its server was killed. */
export interface Refresh {
    connectionId: string;
    /** Hex SHA-256 of the refresh token that it had. */
    spent: string;
    /** Of the database, as the refresh began and just after the kill. */
    generationBefore: number;
    generationAfter: number;
    response: ReadResponse | undefined;
}

export interface KillRounds {
    kills: number;
    refreshes: Refresh[];
    /** How long a read that renews takes. */
    pathsMs: number[];
    /** Between a token's arrival and its being stored, on servers that have just started. */
    windowsMs: number[];
    restartsMs: number[];
    /**
     * Connections whose lease was lost with a killed server more than once, also in the background.
     */
    killedTwice: ReadonlySet<string>;
}

/**
 * Each round starts a server, renews several connections through it, and kills it at a random time.
 */
export async function runKillRounds(
    cluster: Cluster,
    { seed, over, say }: Run,
    mode: { name: string; count: number }
): Promise<KillRounds> {
    const random = randomFrom(seed);
    const killedTwice = new Set<string>();
    const rounds: KillRounds = { kills: 0, refreshes: [], pathsMs: [], windowsMs: [], restartsMs: [], killedTwice };
    const orphans = new Map<string, number>();
    let pathMs = 0;
    while (rounds.kills < mode.count && !over.aborted) {
        const [victim, due] = await Promise.all([cluster.spawn(), importExpired(cluster, `round-${rounds.kills}`)]);
        rounds.restartsMs.push(await victim.ready());
        // So long after the last kill, what is leased has lost its server.
        for (const [id, fence] of await readLeases(cluster)) {
            if ((orphans.get(id) ?? fence) !== fence) killedTwice.add(id);
            orphans.set(id, fence);
        }
        await renewAll(cluster, victim, await importExpired(cluster, `warm-up-${rounds.kills}`));
        if (rounds.kills % measuredEvery === 0) {
            pathMs = await renewAll(cluster, victim, await importExpired(cluster, `trial-${rounds.kills}`));
            rounds.pathsMs.push(pathMs);
        }
        const before = await generations(cluster, due);
        const reads = [...due.keys()].map((id) => cluster.read(victim, id, '&refresh_token=true'));
        await sleep(random() * pathMs * beyond);
        await victim.kill();
        const responses = await Promise.all(reads);
        const after = await generations(cluster, due);
        const refreshes = [...due].map(([connectionId, spent], index) => ({
            connectionId,
            spent,
            generationBefore: before.get(connectionId) ?? NaN,
            generationAfter: after.get(connectionId) ?? NaN,
            response: responses[index]
        }));
        rounds.refreshes.push(...refreshes);
        rounds.windowsMs.push(...saveDurations(victim));
        rounds.kills += 1;
        if (rounds.kills % 50 === 0) say(`${mode.name}: ${rounds.kills} of ${mode.count} kills`);
    }
    return rounds;
}

/** @returns the time that the slowest took, in milliseconds */
async function renewAll(cluster: Cluster, server: ServerProcess, due: Map<string, string>): Promise<number> {
    const responses = await Promise.all([...due.keys()].map((id) => cluster.read(server, id)));
    return Math.max(...responses.flatMap((response) => response?.tookMs ?? []));
}

/** Connections whose access token has expired. @returns hash of the refresh token by connection */
async function importExpired(cluster: Cluster, name: string): Promise<Map<string, string>> {
    const ids = Array.from({ length: connectionsPerRound }, (_, index) => `${name}-${index}`);
    const imported = ids.map(async (id) => {
        const grant = await cluster.provider.signIn();
        await cluster.import(id, grant, -60);
        return [id, hashOf(grant.refreshToken)] as const;
    });
    return new Map(await Promise.all(imported));
}

async function generations(cluster: Cluster, due: Map<string, string>): Promise<Map<string, number>> {
    const rows = await cluster.stored([...due.keys()]);
    return new Map(rows.map((row) => [row.connection_id, row.generation]));
}

/** What a server logs when it has stored a new token, with the time since the response. */
const savedMessage = 'token_refreshed';

export function saveDurations({ logged }: ServerProcess): number[] {
    return logged.flatMap(({ message, duration_ms: durationMs }) =>
        message === savedMessage && durationMs !== undefined ? [durationMs] : []
    );
}
