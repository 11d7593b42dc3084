/**
 * A sync reads a vendor's list while the server, and its database, are killed again and again. A
 * relay before the vendor tells which page is asked for, so that each kill has its place in the
 * list, and a moment within the page.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type KillableServer, prepareServer } from '../connecting/killable-server.ts';
import { type Experiment, type Finding, Findings, type Run, type Size } from '../experiment.ts';
import { quantile } from '../quantile.ts';
import { randomFrom } from '../random.ts';
import { type SandboxProcess, spawnSandbox } from '../sandbox-process.ts';
import { type PageWatch, watchPages } from './page-watch.ts';
import { Store } from './store.ts';

const sizes: Record<Size, { candidates: number; kills: number }> = {
    short: { candidates: 5000, kills: 6 },
    normal: { candidates: 100_000, kills: 200 },
    full: { candidates: 300_000, kills: 600 }
};
const kinds = ['server', 'postmaster', 'server', 'backend'] as const;
type Kind = (typeof kinds)[number];

const apiKey = 'gemTeamKey000000000000000000000000000001';
const listPath = '/gem/ats/v0/candidates/';
const pageSize = 500;
/** Kills fall a little beyond the usual length of a page, too. */
const beyond = 1.15;
const firstPageMs = 50;
const slowMs = 10_000;
/** Longer than the lease of a run, and the look for those that are abandoned. */
const stallMs = 120_000;

export const syncs: Experiment = async (run) => {
    await using cleanUp = new AsyncDisposableStack();
    const sandbox = await spawnSandbox();
    cleanUp.defer(() => sandbox.stop());
    const watch = await watchPages(sandbox.url, listPath);
    cleanUp.defer(() => watch.stop());
    const server = await prepareServer(watch.url);
    cleanUp.defer(() => server.remove());
    const store = new Store(server.dataDir);
    cleanUp.defer(() => store.close());
    await server.start();
    const { candidates, kills } = sizes[run.size];
    await sandbox.control('gem/switches', { requests_per_second: 1_000_000, burst: 1_000_000 });
    await sandbox.control('gem/size', { candidates });
    await store.expect(await listVendor(sandbox, candidates));
    await prepareCustomer(server, sandbox);
    const startedAt = performance.now();
    const places = choosePlaces(run, { kills, pages: candidates / pageSize });
    const killed = await killAtPlaces(run, { server, store, watch, places, connect: () => connectVendor(server) });
    await untilDone(run, store, watch);
    const tookMs = performance.now() - startedAt;
    return await report({ kills, candidates, killed, watch, tookMs }, { store, sandbox, listed: await listRecords(server) });
};

/** Each page at most once, so that some kills follow on each other at once. */
function choosePlaces({ seed }: Run, { kills, pages }: { kills: number; pages: number }): number[] {
    const random = randomFrom(seed);
    const all = Array.from({ length: pages }, (_, index) => ({ page: index + 1, order: random() }));
    const chosen = all.toSorted((a, b) => a.order - b.order).slice(0, kills);
    return chosen.map(({ page }) => page).toSorted((a, b) => a - b);
}

interface Kill {
    kind: Kind;
    page: number;
    /** Records of pages before the checkpoint that were not there. */
    ahead: number;
    /** From the kill until the server could be asked, and until the next page was asked for. */
    readyMs: number;
    resumedMs: number;
}

async function killAtPlaces(
    { seed, over, say }: Run,
    {
        server,
        store,
        watch,
        places,
        connect
    }: { server: KillableServer; store: Store; watch: PageWatch; places: readonly number[]; connect: () => Promise<void> }
): Promise<Kill[]> {
    const random = randomFrom(seed + 1);
    const kills: Kill[] = [];
    let asked = 0;
    let wake = () => {};
    watch.onPage = (page) => {
        asked = page;
        wake();
    };
    const reached = async (isSo: () => boolean) => {
        const end = performance.now() + stallMs;
        while (!isSo() && !over.aborted) {
            if (performance.now() > end) throw new Error(`No page was asked for within ${stallMs / 1000} s, after page ${asked}.`);
            await new Promise<void>((resolve) => {
                wake = resolve;
                setTimeout(resolve, 1000);
            });
        }
    };
    await connect();
    for (const [index, page] of places.entries()) {
        await reached(() => asked >= page);
        if (over.aborted) break;
        const kind = kinds[index % kinds.length] ?? 'server';
        const pageMs = quantile(watch.pageMs.slice(-50), 0.5) || firstPageMs;
        const victim = kind === 'backend' ? await store.backend() : store.postmaster();
        await sleep(random() * pageMs * beyond);
        const at = asked;
        const countBefore = watch.seen.length;
        const killedAt = performance.now();
        watch.mark();
        if (kind === 'server') await server.kill();
        else process.kill(victim, 'SIGKILL');
        // Of the database as the kill has left it.
        const { missing } = await store.compare();
        if (kind === 'server') {
            await store.close();
            await server.start();
        }
        const readyMs = performance.now() - killedAt;
        await reached(() => watch.seen.length > countBefore + 1 || isLast(places, page));
        const resumedMs = performance.now() - killedAt;
        kills.push({ kind, page: at, ahead: missing, readyMs, resumedMs });
        if (resumedMs - readyMs > slowMs)
            say(`${kind} at page ${at}: ready after ${Math.round(readyMs)} ms, on after ${Math.round(resumedMs)} ms`);
        if (kills.length % 20 === 0) say(`${kills.length} of ${places.length} kills, at page ${at}`);
    }
    return kills;
}

/** The list may have come to its end before the kill. */
const isLast = (places: readonly number[], page: number) => page === places.at(-1);

async function untilDone({ over }: Run, store: Store, watch: PageWatch): Promise<void> {
    let seen = watch.seen.length;
    for (let end = performance.now() + stallMs; !over.aborted && performance.now() < end;) {
        const { syncs: told } = await store.told();
        if (told.some(({ success }) => success)) return;
        if (watch.seen.length > seen) end = performance.now() + stallMs;
        seen = watch.seen.length;
        await sleep(200);
    }
}

/** How many pages each stretch after a kill asked for that had been asked for before. */
function pagesAgain(seen: PageWatch['seen']): number[] {
    const known = new Set<number>();
    const again: number[] = [0];
    for (const page of seen) {
        if (page === 'mark') again.push(0);
        else if (known.has(page)) again[again.length - 1] = (again.at(-1) ?? 0) + 1;
        else known.add(page);
    }
    return again;
}

async function report(
    {
        kills,
        candidates,
        killed,
        watch,
        tookMs
    }: { kills: number; candidates: number; killed: readonly Kill[]; watch: PageWatch; tookMs: number },
    { store, sandbox, listed }: { store: Store; sandbox: SandboxProcess; listed: { ids: number; distinct: number } }
): Promise<Finding[]> {
    const findings = new Findings('syncs');
    const count = (kind: Kind) => killed.filter((kill) => kill.kind === kind).length;
    findings.must(
        'kills: server, postmaster, backend',
        `${count('server')}, ${count('postmaster')}, ${count('backend')}`,
        `${kills} in all`,
        killed.length === kills
    );
    const { lost, unknown, double, stored } = await store.differences();
    findings.must('records of rows of the vendor', `${stored} of ${candidates}`, 'all', stored === candidates);
    findings.must(
        'rows lost, records of no row, records double',
        `${lost}, ${unknown}, ${double}`,
        '0, 0, 0',
        lost + unknown + double === 0
    );
    findings.must(
        'ids that GET /records lists, different ones',
        `${listed.ids}, ${listed.distinct}`,
        `${candidates} each`,
        listed.ids === candidates && listed.distinct === candidates
    );
    findings.none(
        'checkpoints ahead of their records',
        killed.filter(({ ahead }) => ahead > 0).map(({ kind, page, ahead }) => `${kind} at page ${page}: ${ahead}`)
    );
    const again = pagesAgain(watch.seen);
    const most = Math.max(...again);
    findings.must('pages asked for again: at most after one kill, in all', `${most}, ${sum(again)}`, '≤ 1 per kill', most <= 1);
    const pages = await journaledPages(sandbox);
    const repeated = pages.length - new Set(pages).size;
    findings.must(
        'pages that the vendor’s journal lists, more than once',
        `${pages.length}, ${repeated}`,
        `≤ ${killed.length} more than once`,
        repeated <= killed.length
    );
    const told = await store.told();
    findings.must(
        'ends of the sync that were told: added, updated, deleted',
        told.syncs.map(({ success, added, updated, deleted }) => (success ? `${added}, ${updated}, ${deleted}` : 'a failure')).join('; '),
        `once ${candidates}, 0, 0`,
        told.syncs.length === 1 && told.syncs[0]?.added === candidates && told.syncs[0].updated === 0 && told.syncs[0].deleted === 0
    );
    findings.must(
        'records of which an event told, those told twice',
        `${told.records}, ${told.twice}`,
        `${candidates}, 0`,
        told.records === candidates && told.twice === 0
    );
    const runs = await store.runs();
    findings.must('runs', JSON.stringify(runs), '1 succeeded, none runs', runs['succeeded'] === 1 && runs['running'] === undefined);
    for (const kind of ['server', 'postmaster', 'backend'] as const) {
        const some = killed.filter((kill) => kill.kind === kind);
        const both = (times: readonly number[]) => [0.5, 1].map((share) => `${Math.round(quantile(times, share))} ms`).join(', ');
        findings.tell(`next page after the kill of a ${kind}: median, longest`, both(some.map(({ resumedMs }) => resumedMs)));
        if (kind === 'server')
            findings.tell('of these after its start: median, longest', both(some.map(({ readyMs, resumedMs }) => resumedMs - readyMs)));
    }
    findings.tell('the whole sync', `${Math.round(tookMs / 1000)} s`);
    return findings.list;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** As the vendor lists them, past the relay, in pages that are not of the sync's size. */
async function listVendor(sandbox: SandboxProcess, candidates: number): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ids.length < candidates; page += 1) {
        const response = await fetch(`${sandbox.url}${listPath}?page=${page}&per_page=250&include_deleted=true`, {
            headers: { 'x-api-key': apiKey, 'x-application-secret': 'gem-application-secret' }
        });
        if (!response.ok) throw new Error(`The emulator responded with ${response.status}: ${await response.text()}`);
        const rows = (await response.json()) as { id: string }[];
        if (rows.length === 0) throw new Error(`The emulator has ${ids.length} candidates only.`);
        ids.push(...rows.map(({ id }) => id));
    }
    return ids;
}

/** The pages that the sync asked for, as the vendor has written them down. */
async function journaledPages(sandbox: SandboxProcess): Promise<string[]> {
    const path = encodeURIComponent(`^${listPath}$`);
    const { requests } = (await sandbox.control(`gem/journal?path_regex=${path}`)) as {
        requests: { query: Record<string, string[] | undefined> }[];
    };
    return requests.flatMap(({ query }) => (query['per_page']?.[0] === String(pageSize) ? (query['page'] ?? []) : []));
}

/** An integration, and an endpoint that asks to be told of each record. */
async function prepareCustomer(server: KillableServer, sandbox: SandboxProcess): Promise<void> {
    await call(server, '/integrations', { provider: 'sandbox-gem', unique_key: 'gem' });
    await sandbox.control('faults', [{ match: { path_regex: '^/webhook-receiver$' }, action: { type: 'status', code: 204 } }]);
    await call(server, '/webhook-endpoints', { url: `${sandbox.url}/webhook-receiver`, event_types: ['record.changed'] });
}

const connectVendor = (server: KillableServer) =>
    call(server, '/connections', {
        provider_config_key: 'gem',
        connection_id: 'c1',
        credentials: { type: 'API_KEY', apiKey },
        connection_config: { appSecret: 'gem-application-secret' }
    });

async function call(server: KillableServer, path: string, body: object): Promise<void> {
    const response = await fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body)
    });
    if (!response.ok) throw new Error(`POST ${path} responded with ${response.status}: ${await response.text()}`);
}

/** What a customer reads at the end, page by page. */
async function listRecords(server: KillableServer): Promise<{ ids: number; distinct: number }> {
    const distinct = new Set<string>();
    let ids = 0;
    for (let cursor: string | null = ''; cursor !== null;) {
        const query = new URLSearchParams({ model: 'Candidate', limit: '1000', ...(cursor && { cursor }) });
        const response = await fetch(`${server.url}/records?${query}`, {
            headers: { authorization: `Bearer ${server.secretKey}`, 'connection-id': 'c1', 'provider-config-key': 'gem' }
        });
        if (!response.ok) throw new Error(`GET /records responded with ${response.status}: ${await response.text()}`);
        const page = (await response.json()) as { records: { id: string }[]; next_cursor: string | null };
        for (const { id } of page.records) distinct.add(id);
        ids += page.records.length;
        cursor = page.next_cursor;
    }
    return { ids, distinct: distinct.size };
}
