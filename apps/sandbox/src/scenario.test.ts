import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CANDIDATES, userId, GemClient } from './gem/gem.fixtures.ts';
import { quickBooksClient } from './quickbooks/quickbooks.fixtures.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const folder = join(import.meta.dirname, '../scenarios');

/** What is seen of each scenario that comes with the sandbox. */
const EFFECTS: Readonly<Record<string, (sandbox: Sandbox, gem: GemClient) => Promise<unknown>>> = {
    async 'gem-empty'(_, gem) {
        expect(await lengths(gem, [CANDIDATES, '/ats/v0/jobs/', '/ats/v0/users/', '/ats/v0/offices/'])).toEqual([0, 0, 0, 0]);
    },
    async 'gem-one'(_, gem) {
        const lists = ['candidates', 'applications', 'jobs', 'job_stages', 'users', 'offices'].map((name) => `/ats/v0/${name}/`);
        expect(await lengths(gem, lists)).toEqual([1, 1, 1, 1, 1, 1]);
    },
    async 'gem-100'(_, gem) {
        expect(await lengths(gem, [CANDIDATES, `${CANDIDATES}?page=2`])).toEqual([100, 0]);
    },
    async 'gem-500'(_, gem) {
        expect(await lengths(gem, [`${CANDIDATES}?per_page=500`, `${CANDIDATES}?per_page=500&page=2`])).toEqual([500, 0]);
    },
    async 'gem-501'(_, gem) {
        expect(await lengths(gem, [`${CANDIDATES}?per_page=500`, `${CANDIDATES}?per_page=500&page=2`])).toEqual([500, 1]);
    },
    async 'gem-100000'(_, gem) {
        expect(await lengths(gem, [`${CANDIDATES}?per_page=500&page=200`, `${CANDIDATES}?per_page=500&page=201`])).toEqual([500, 0]);
        expect(await lengths(gem, ['/ats/v0/applications/?per_page=500&page=600'])).toEqual([500]);
    },
    async 'gem-key-disabled'(_, gem) {
        expect(await statuses(gem, 5)).toEqual([200, 200, 200, 403, 403]);
        const { body, headers } = await gem.get(`${CANDIDATES}?page=2`);
        expect([body, headers.get('x-amzn-errortype')]).toEqual([{ message: 'Forbidden' }, 'ForbiddenException']);
    },
    async 'gem-429-storm'(_, gem) {
        await gem.control('clock', { speed: 0 });
        expect(await statuses(gem, 5)).toEqual([200, 200, 200, 429, 429]);
        await gem.control('clock', { advance_ms: 29_999 });
        expect(await statuses(gem, 1)).toEqual([429]);
        await gem.control('clock', { advance_ms: 1 });
        expect(await statuses(gem, 2)).toEqual([200, 200]);
    },
    async 'gem-flaky'(_, gem) {
        await gem.control('switches', { requests_per_second: 10_000, burst: 10_000 });
        const failed = (await statuses(gem, 200)).filter((status) => status === 500).length;
        expect(failed).toBeGreaterThan(2);
        expect(failed).toBeLessThan(25);
    },
    async 'gem-swallowed-posts'(_, gem) {
        const post = (first_name: string) =>
            gem.post('/v0/candidates', { created_by: userId, first_name }).then(
                ({ status }) => status,
                () => 'lost'
            );
        expect([await post('A'), await post('B'), await post('C')]).toEqual([201, 201, 'lost']);
        expect((await gem.get('/v0/candidates')).rows[0]).toMatchObject({ first_name: 'C' });
    },
    async 'gem-page-repeats'(_, gem) {
        expect(await gem.ids(`${CANDIDATES}?page=7`)).toEqual(await gem.ids(CANDIDATES));
    },
    async 'quickbooks-large'(sandbox) {
        const books = quickBooksClient(sandbox);
        await books.signIn();
        const { Invoice } = await books.query('select * from Invoice startposition 99991 maxresults 1000');
        expect([Invoice.length, Invoice[0].Line.length]).toEqual([10, 41]);
    }
};

test.each((await readdir(folder)).map((file) => [file.replace(/\.json$/, ''), file]))(
    'the scenario %s does what it says',
    async (name, file) => {
        const sandbox = await startSandbox({ scenarios: [join(folder, file)] });
        onTestFinished(() => sandbox.stop());
        await EFFECTS[name]?.(sandbox, new GemClient(sandbox));
        expect(EFFECTS).toHaveProperty(name);
    }
);

test('scenarios add up, in the order in which they are named', async () => {
    const own = await scenarioFile({
        steps: [{ verb: 'gem/mutate', body: { op: 'insert', collection: 'candidates' } }, { verb: 'gem/clock' }]
    });
    await expect(startSandbox({ scenarios: [own] })).rejects.toThrow(`${own}, steps[1] (gem/clock): The clock must be an object.`);
    const inserted = await scenarioFile({ steps: [{ verb: 'gem/mutate', body: { op: 'insert', collection: 'candidates' } }] });
    const sandbox = await startSandbox({ scenarios: [join(folder, 'gem-100.json'), inserted] });
    onTestFinished(() => sandbox.stop());
    expect(await lengths(new GemClient(sandbox), [`${CANDIDATES}?page=2`])).toEqual([1]);
});

test.each([
    ['{"steps": [', ' is not JSON: '],
    [[], ' must be an object.'],
    [{ steps: {} }, ': "steps" has an unusable value.'],
    [{ step: [] }, ': "step" is not a field here.'],
    [{ steps: ['gem/reset'] }, ', steps[0] must be an object.'],
    [{ steps: [{ verb: 'gem/reset', bodies: {} }] }, ', steps[0]: "bodies" is not a field here.'],
    [{ steps: [{ verb: 'tea' }] }, ', steps[0] (tea): The control plane has: POST reset, '],
    [{ steps: [{ verb: 'gem/tea' }] }, ', steps[0] (gem/tea): The emulator has: POST reset, '],
    [
        { steps: [{ verb: 'reset' }, { verb: 'gem/size', body: { candidates: -1 } }] },
        ', steps[1] (gem/size): The sizes: "candidates" has an unusable value.'
    ],
    [
        { steps: [{ verb: 'quickbooks/faults', body: [{ action: { type: 'status' } }] }] },
        ', steps[0] (quickbooks/faults): Rule 0, action status: "code" is missing.'
    ]
])('the scenario %j is refused with its path', async (content, sentence) => {
    const file = await scenarioFile(content);
    await expect(startSandbox({ scenarios: [file] })).rejects.toThrow(file + sentence);
});

test('a scenario that is not there is refused with its path', async () => {
    await expect(startSandbox({ scenarios: ['nowhere.json'] })).rejects.toThrow('nowhere.json can’t be read.');
});

/** @param content the text of the file, or what it says */
async function scenarioFile(content: unknown): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'sandbox-scenario-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'scenario.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
}

async function lengths(gem: GemClient, paths: readonly string[]): Promise<number[]> {
    return Promise.all(paths.map(async (path) => (await gem.get(path)).rows.length));
}

async function statuses(gem: GemClient, count: number): Promise<number[]> {
    const found: number[] = [];
    for (let sent = 0; sent < count; sent += 1) found.push(await gem.statusOf('/v0/users'));
    return found;
}
