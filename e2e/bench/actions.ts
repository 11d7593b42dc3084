import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGemWorld, gemKey, type GemWorld } from './gem-world.ts';
import { type Comparison, type LoadPlan, startBench } from './measure.ts';
import { formatBound, ms, printTable } from './table.ts';

/** Each with a key of its own: together they may call more often than Gem allows for one. */
const connections = 40;
const atMostMs = 5;
/** Ids of the emulator's account. */
const idOf = (type: string, number: number) => Buffer.from(`${type}:${number}`).toString('base64');
const [candidate, application, user] = [idOf('Person', 1), idOf('Application', 1), idOf('User', 1)];

type Request = LoadPlan['requests'][number];

/** @param turn by which bodies differ */
type Call = (turn: number) => Pick<Request, 'method' | 'path'> & { body?: unknown };

const note = (_turn: number) => ({ user_id: user, body: 'Call back', visibility: 'private' });
// What an application became is written to its record, where it differs.
const change = (turn: number) => ({ source_id: idOf('Source', 1 + turn) });

/** The same call through the proxy, and by an action that makes it and nothing else. */
const pairs: Record<string, { proxied: Call; action: Call }> = {
    'POST /action/trigger, of list-notes': {
        proxied: () => ({ method: 'GET', path: `/proxy/v0/candidates/${encodeURIComponent(candidate)}/notes?page_size=100&page=1` }),
        action: () => ({ method: 'POST', path: '/action/trigger', body: { action_name: 'list-notes', input: { candidate_id: candidate } } })
    },
    'POST /candidate-notes': {
        proxied: (turn) => ({
            method: 'POST',
            path: `/proxy/ats/v0/candidates/${encodeURIComponent(candidate)}/activity_feed/notes`,
            body: note(turn)
        }),
        action: (turn) => ({ method: 'POST', path: '/candidate-notes', body: { ...note(turn), candidate_id: candidate } })
    },
    // Without `overwrite` it also reads, and the proxied calls are newer than what it has read.
    'PATCH /applications/:id?overwrite=true, with its record': {
        proxied: (turn) => ({ method: 'PATCH', path: `/proxy/ats/v0/applications/${encodeURIComponent(application)}`, body: change(turn) }),
        action: (turn) => ({
            method: 'PATCH',
            path: `/applications/${encodeURIComponent(application)}?overwrite=true`,
            body: change(turn)
        })
    }
};

/** What an action adds to the call that it makes, beside the same call through the proxy. */
export async function benchActions(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-actions-'));
    const world = await createGemWorld(folder);
    const bench = await startBench();
    try {
        for (let index = 0; index < connections; index += 1) await world.connect(nameOf(index), []);
        const rows: string[][] = [];
        for (const [title, { proxied, action }] of Object.entries(pairs))
            for (const concurrency of [1, 8]) {
                const target = (call: Call) => ({
                    origin: world.server.url,
                    pid: world.server.pid,
                    requests: requestsOf(world, call)
                });
                const subjects = { proxied: target(proxied), action: target(action) };
                rows.push(describe(title, concurrency, await bench.compare(subjects, { concurrency, warmUpSeconds: 4 })));
            }
        printTable(
            'Calls to the emulator of Gem: through the proxy, and by an action that makes the same call',
            ['concurrency', 'proxy p50', 'action p50', 'added', 'must be', 'processor added'],
            rows
        );
    } finally {
        await bench.stop();
        await world.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

const nameOf = (index: number) => `actions-${index}`;

/** For each connection in turn. */
function requestsOf({ server }: GemWorld, call: Call): Request[] {
    return [0, 1].flatMap((turn) => {
        const { body, ...request } = call(turn);
        return Array.from({ length: connections }, (_, index) => ({
            ...request,
            headers: {
                authorization: `Bearer ${server.secretKey}`,
                'provider-config-key': gemKey,
                'connection-id': nameOf(index),
                ...(body === undefined ? {} : { 'content-type': 'application/json' })
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
        }));
    });
}

function describe(title: string, concurrency: number, { seen, difference }: Comparison<'proxied' | 'action'>): string[] {
    const added = difference('p50', 'action', 'proxied');
    return [
        `${title}, ${concurrency}`,
        ms(seen.proxied.p50),
        ms(seen.action.p50),
        ...(concurrency === 1 ? [formatBound(added, { atMost: atMostMs }), `≤ ${atMostMs}.00 ms`] : [ms(added), '']),
        ms(difference('processorMs', 'action', 'proxied'))
    ];
}
