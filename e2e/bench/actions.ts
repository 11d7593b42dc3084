import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGemWorld, gemKey, type GemWorld } from './gem-world.ts';
import { type Comparison, type LoadPlan, startBench, type Target } from './measure.ts';
import { formatBound, ms, printTable } from './table.ts';

type Subject = 'action' | `call ${number}`;

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

/** The same calls through the proxy, and by an action that makes them and nothing else. */
const pairs: Record<string, { proxied: Call[]; action: Call }> = {
    'POST /action/trigger, of list-notes': {
        proxied: [() => ({ method: 'GET', path: `/proxy/v0/candidates/${encodeURIComponent(candidate)}/notes?page_size=100&page=1` })],
        action: () => ({ method: 'POST', path: '/action/trigger', body: { action_name: 'list-notes', input: { candidate_id: candidate } } })
    },
    'POST /candidate-notes': {
        proxied: [
            (turn) => ({
                method: 'POST',
                path: `/proxy/ats/v0/candidates/${encodeURIComponent(candidate)}/activity_feed/notes`,
                body: note(turn)
            })
        ],
        action: (turn) => ({ method: 'POST', path: '/candidate-notes', body: { ...note(turn), candidate_id: candidate } })
    },
    // It reads the candidate that contains the application afterwards, and writes both records.
    // Without `overwrite` it also reads before: the proxied calls are newer than that.
    'PATCH /applications/:id?overwrite=true, two calls and two records': {
        proxied: [
            (turn) => ({ method: 'PATCH', path: `/proxy/ats/v0/applications/${encodeURIComponent(application)}`, body: change(turn) }),
            () => ({ method: 'GET', path: `/proxy/ats/v0/candidates/${encodeURIComponent(candidate)}` })
        ],
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
                const calls = Object.fromEntries(proxied.map((call, index): [`call ${number}`, Target] => [`call ${index}`, target(call)]));
                const subjects: Record<Subject, Target> = { ...calls, action: target(action) };
                rows.push(describe(title, concurrency, await bench.compare(subjects, { concurrency, warmUpSeconds: 4 })));
            }
        printTable(
            'Calls to the emulator of Gem: through the proxy, and by an action that makes the same calls',
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

function describe(title: string, concurrency: number, { seen, difference }: Comparison<Subject>): string[] {
    const { action, ...calls } = seen;
    // Its keys are the names, which Object.keys cannot know.
    const names = Object.keys(calls) as Subject[];
    const added = difference('p50', 'action', ...names);
    return [
        `${title}, ${concurrency}`,
        ms(Object.values(calls).reduce((sum, { p50 }) => sum + p50, 0)),
        ms(action.p50),
        ...(concurrency === 1 ? [formatBound(added, { atMost: atMostMs }), `≤ ${atMostMs}.00 ms`] : [ms(added), '']),
        ms(difference('processorMs', 'action', ...names))
    ];
}
