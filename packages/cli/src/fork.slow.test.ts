import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, deployNothing, install, keysOf, patchbay, projectOf, recordsOf, startGemApp, write } from './cli.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
});
beforeEach(() => deployNothing(app));
afterAll(() => app[Symbol.asyncDispose]());

const project = () => projectOf({ 'index.ts': '', 'tsconfig.json': JSON.stringify({ compilerOptions: { ...strict, noEmit: true } }) });
// As init makes it.
const strict = {
    target: 'es2024',
    module: 'preserve',
    moduleResolution: 'bundler',
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true
};

/** Without what is of one run: its metadata, and the signatures of the vendor's addresses. */
const contentOf = (records: Record<string, unknown>[]) =>
    records
        .map(({ _nango_metadata: _, _patchbay_metadata: _own, ...record }) =>
            JSON.stringify(record).replaceAll(/signature=[\w-]+/g, 'signature=…')
        )
        .toSorted();

async function candidatesFunction() {
    const { json } = await app.raw('/functions?integration_id=gem&type=sync');
    return (json as { data: Record<string, unknown>[] }).data.find(({ name }) => name === 'candidates');
}

describe('a fork of a built-in sync', () => {
    test('takes its place, and reads the same records', async () => {
        await expect.poll(() => recordsOf(app, 'Candidate')).toHaveLength(20);
        const before = contentOf(await recordsOf(app, 'Candidate'));
        const folder = project();
        expect(await patchbay(folder, ['fork', 'gem/candidates'])).toMatchObject({
            code: 0,
            stderr: '',
            stdout: expect.stringContaining('Wrote gem/syncs/candidates.ts, and its import into index.ts.')
        });
        const compiled = await patchbay(folder, ['compile', '--json']);
        expect(compiled.json()).toMatchObject({ functions: [{ name: 'candidates', type: 'sync' }], types_checked: true });
        expect(await patchbay(folder, ['deploy'], keysOf(app))).toMatchObject({ code: 0, stderr: '' });
        expect(await candidatesFunction()).toMatchObject({
            origin: 'deployed',
            replaces_built_in: true,
            forked_from: { name: 'gem/candidates', is_behind: false }
        });
        await connect(app, 'c2');
        await expect.poll(() => recordsOf(app, 'Candidate', 'c2')).toHaveLength(20);
        expect(contentOf(await recordsOf(app, 'Candidate', 'c2'))).toEqual(before);
    });

    test('gives its place back to the built-in one once it is deleted', async () => {
        const folder = project();
        await patchbay(folder, ['fork', 'gem/candidates']);
        await patchbay(folder, ['deploy'], keysOf(app));
        expect(await candidatesFunction()).toMatchObject({ origin: 'deployed' });
        await deployNothing(app);
        expect(await candidatesFunction()).toMatchObject({ origin: 'built_in', enabled: true, forked_from: null });
        await connect(app, 'c3');
        await expect.poll(() => recordsOf(app, 'Candidate', 'c3')).toHaveLength(20);
    });

    test('does what is changed of it', async () => {
        const folder = project();
        await patchbay(folder, ['fork', 'gem/candidates']);
        const file = join(folder, 'gem/built-in/candidates/gem/map-records.ts');
        const source = readFileSync(file, 'utf8');
        writeFileSync(file, source.replace(/first_name: [^\n]+/, "first_name: 'Changed',"));
        expect(readFileSync(file, 'utf8')).not.toBe(source);
        const { json } = await patchbay(folder, ['dryrun', 'candidates', 'c1', '--json'], keysOf(app));
        expect(JSON.stringify(json())).toContain('"first_name":"Changed"');
    });

    test('is said to be behind once the built-in one has changed', async () => {
        const folder = project();
        await patchbay(folder, ['fork', 'gem/candidates']);
        write(folder, { 'gem/built-in/candidates/fork.json': JSON.stringify({ name: 'gem/candidates', hash: 'of-an-earlier-one' }) });
        const words = 'gem/candidates has changed since gem/candidates was forked from it';
        expect((await patchbay(folder, ['doctor'], keysOf(app))).stdout).toContain(words);
        expect(await patchbay(folder, ['deploy'], keysOf(app))).toMatchObject({ code: 0, stderr: expect.stringContaining(words) });
        expect(await candidatesFunction()).toMatchObject({ forked_from: { name: 'gem/candidates', is_behind: true } });
        const beside = ['fork', 'gem/candidates', '--integration', 'gem', '--name', 'candidates-now'];
        expect((await patchbay(folder, beside)).code).toBe(0);
        expect((await patchbay(folder, ['compile'])).stdout).toContain('2 functions compile');
    });
});

test.each<[what: string, from: string, kind: string, packages: string[]]>([
    ['one without a file of its own', 'quickbooks/invoices', 'syncs', ['big.js']],
    ['an action', 'gem/create-note', 'actions', []],
    ['one of another vendor', 'ashby/candidates', 'syncs', []]
])('%s can be forked for an integration of any name', async (_what, from, kind, packages) => {
    const folder = project();
    const forked = await patchbay(folder, ['fork', from, '--integration', 'mine', '--json']);
    expect(forked.json()).toMatchObject({ file: `mine/${kind}/${from.split('/')[1]}.ts`, integration_id: 'mine', packages });
    install(
        folder,
        packages.flatMap((name) => [name, `@types/${name}`])
    );
    expect((await patchbay(folder, ['compile'])).stdout).toContain('1 function compiles');
});

describe('forks of the functions of Xero', () => {
    const forks = ['invoices', 'customers', 'journal-entries', 'create-invoice'];

    /** A connection to an organisation of the emulator. */
    async function connectXero(xero: TestApp): Promise<string> {
        await xero.sandbox.control('xero/settings', { throttle: false });
        const [{ apps }, grant] = (await Promise.all([xero.sandbox.control('xero/apps'), xero.sandbox.control('xero/grants', {})])) as [
            { apps: { id: string; secret: string }[] },
            { access_token: string; refresh_token: string; tenant: string }
        ];
        const [client] = apps;
        const credentials = { type: 'OAUTH2' as const, client_id: client?.id ?? '', client_secret: client?.secret ?? '' };
        await xero.integrate('sandbox-xero', { unique_key: 'xero', credentials });
        const { status, json } = await xero.raw('/connections', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
                provider_config_key: 'xero',
                connection_id: 'x1',
                credentials: { type: 'OAUTH2', access_token: grant.access_token, refresh_token: grant.refresh_token },
                connection_config: { tenant_id: grant.tenant }
            })
        });
        if (status !== 201) throw new Error(JSON.stringify(json));
        return 'x1';
    }

    test('compile, and do the same as the built-in ones', async () => {
        const folder = project();
        const packages = new Set<string>();
        for (const name of forks) {
            const forked = (await patchbay(folder, ['fork', `xero/${name}`, '--json'])).json() as { packages: string[] };
            for (const each of forked.packages) packages.add(each);
        }
        install(
            folder,
            [...packages].flatMap((name) => [name, `@types/${name}`])
        );
        expect((await patchbay(folder, ['compile', '--json'])).json()).toMatchObject({ functions: { length: 4 }, types_checked: true });
        const connectionId = await connectXero(app);
        const headers = { 'connection-id': connectionId, 'provider-config-key': 'xero' };
        const recordsAt = async (model: string) =>
            (await app.raw(`/records?model=${model}&limit=1000`, { headers })).json as { records: { id: string }[] };
        const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b));
        for (const [name, model] of [
            ['invoices', 'Invoice'],
            ['customers', 'Customer'],
            ['journal-entries', 'JournalEntry']
        ] as const) {
            await expect.poll(async () => (await recordsAt(model)).records.length, { timeout: 20_000 }).toBeGreaterThan(0);
            const tried = (await patchbay(folder, ['dryrun', name, connectionId, '--json'], keysOf(app))).json() as {
                status: string;
                records: Record<string, { saved: { id: string }[] }>;
            };
            expect(tried.status).toBe('succeeded');
            expect(idsOf(tried.records[model]?.saved ?? [])).toEqual(idsOf((await recordsAt(model)).records));
        }
        expect(await patchbay(folder, ['deploy'], keysOf(app))).toMatchObject({ code: 0, stderr: '' });
        const { records } = await recordsAt('Customer');
        const line = { amount_cents: 1999, detail_type: 'SalesItemLineDetail', description: 'Advice' };
        const made = await app.raw('/action/trigger', {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ action_name: 'create-invoice', input: { customer_ref: { value: records[0]?.id }, line: [line] } })
        });
        expect(made).toMatchObject({ status: 200, json: { total_amt_cents: 1999 } });
    });
});

test('what cannot be forked is said, with what can', async () => {
    const folder = projectOf({ 'gem/syncs/candidates.ts': '' });
    const stderrOf = async (...args: string[]) => (await patchbay(folder, ['fork', ...args])).stderr;
    expect(await stderrOf('gem/teapots')).toContain('There is no built-in function gem/teapots. Of gem there are gem/candidates,');
    expect(await stderrOf('github/issues')).toContain('There are those of ashby, gem, quickbooks, xero');
    expect(await stderrOf('gem/candidates')).toContain('There is gem/syncs/candidates.ts already. Choose another name with --name');
});
