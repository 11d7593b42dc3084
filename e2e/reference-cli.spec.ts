import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Nango } from '@nangohq/node';
import { expect, test } from '@playwright/test';
import { type Server, startStack, type Stack } from './stack.ts';

/**
 * The published command line of the reference, unchanged, with the project that its `init` makes.
 * It reads connections at a path that was removed, so the server is one that serves it on.
 */
const manifest = fileURLToPath(import.meta.resolve('nango/package.json'));
const cli = join(dirname(manifest), 'dist/index.js');
const ours = fileURLToPath(new URL('../packages/cli/dist/bin.js', import.meta.url));

let stack: Stack;
let server: Server;
let folder: string;
let project: string;
const calls: string[] = [];
const vendor = createServer(respond);
test.beforeAll(async () => {
    await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening));
    // A TCP server's address is an object.
    const host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`;
    stack = await startStack({ allowedHosts: [host] });
    server = await stack.startServer({ PATCHBAY_KEEP_REMOVED_ENDPOINTS: 'true' });
    // The sample is for GitHub, whose address is fixed.
    await stack.backend.integrations.create({ provider: 'private-api-bearer', unique_key: 'github' });
    await stack.backend.connections.import({
        provider_config_key: 'github',
        connection_id: 'c1',
        credentials: { type: 'API_KEY', apiKey: 'sample-token' },
        connection_config: { base_url: `http://${host}` }
    });
    folder = await mkdtemp(join(tmpdir(), 'patchbay-reference-cli-'));
    project = join(folder, 'nango-integrations');
});
test.afterAll(async () => {
    await server.stop();
    await stack.stop();
    vendor.closeAllConnections();
    await new Promise((closed) => vendor.close(closed));
    await rm(folder, { recursive: true });
});

/** What the sample reads of GitHub: two repositories with three issues, one thing to a page. */
function respond(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    calls.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const pages = lists[pathname] ?? [[]];
    const page = Number(searchParams.get('page') ?? 1);
    const next = page < pages.length ? { link: `<http://${request.headers.host}${pathname}?page=${page + 1}>; rel="next"` } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...next }).end(JSON.stringify(pages[page - 1]));
}

const issue = (number: number, more: object = {}) => ({
    id: `issue-${number}`,
    number,
    title: `Issue ${number}`,
    state: 'open',
    user: { login: 'ada', id: 7 },
    body: 'It does not start.',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
    ...more
});
const repository = (name: string) => ({ name, owner: { login: 'acme' } });
const lists: Record<string, unknown[][]> = {
    '/user/repos': [[repository('one')], [repository('two')]],
    '/repos/acme/one/issues': [[issue(1)], [issue(2)]],
    '/repos/acme/two/issues': [[issue(3), issue(4, { pull_request: {} })]]
};

const nango = (cwd: string, ...args: string[]) =>
    run(cwd, cli, ...args, '--no-interactive', '--auto-confirm', '--no-telemetry', '--no-dependency-update');
/** Our own, in the same project. */
const patchbay = (...args: string[]) => run(project, ours, ...args, '--no-dependency-update');

/** @returns what it says, once it has ended well */
async function run(cwd: string, ...args: string[]): Promise<string> {
    const child = spawn(process.execPath, args, {
        cwd,
        env: {
            PATH: process.env['PATH'],
            // Where it keeps its settings.
            HOME: folder,
            NODE_OPTIONS: `--import=${import.meta.resolve('./loopback-only.ts')}`,
            REACHED_FOR: join(folder, 'reached-for.txt'),
            NANGO_HOSTPORT: server.apiAddress,
            NANGO_SECRET_KEY_DEV: stack.secretKey,
            NANGO_CLI_UPGRADE_MODE: 'ignore'
        },
        stdio: ['ignore', 'pipe', 'pipe']
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect(child.exitCode, stdout + stderr).toBe(0);
    return stdout + stderr;
}

/** In place of `npm install`: its own zod, which is another version than ours. */
async function install(): Promise<void> {
    await mkdir(join(project, 'node_modules'));
    const zod = dirname(createRequire(manifest).resolve('zod/package.json'));
    for (const [name, at] of [
        ['nango', dirname(manifest)],
        ['zod', zod]
    ] as const)
        await symlink(at, join(project, 'node_modules', name), 'junction');
}

const input = {
    id: '1',
    owner: 'acme',
    repo: 'one',
    issue_number: 1,
    title: 'Hello',
    state: 'open',
    author: 'ada',
    author_id: 7,
    body: '',
    date_created: '2026-01-01',
    date_last_modified: '2026-01-01'
};

test('makes a project, compiles it, tries it and deploys it, and what was deployed runs', async () => {
    test.setTimeout(180_000);
    const client = new Nango({ host: server.apiAddress, secretKey: stack.secretKey });
    const statusOf = async () => (await client.syncStatus('github', ['fetchIssues'], 'c1')).syncs[0];

    await nango(folder, 'init', '--copy', 'nango-integrations');
    await install();
    expect(await nango(project, 'compile')).toContain('Compiled');

    const tried = await nango(project, 'dryrun', 'createIssue', 'c1', '-e', 'dev', '--input', JSON.stringify(input));
    expect(tried).toContain('http [200] GET');
    expect(calls.splice(0)).toEqual(['GET /repos/NangoHQ/interactive-demo/issues Bearer sample-token']);

    const deployed = await nango(project, 'deploy', 'dev');
    expect(deployed).toMatch(/github → fetchIssues\s+\(1 impacted connections\)/);
    for (const name of ['fetchIssues', 'createIssue', 'pre-connection-deletion']) expect(deployed).toContain(`- ${name}@v`);
    expect(await client.triggerAction('github', 'c1', 'createIssue', input)).toBeNull();
    expect(calls.splice(0)).toEqual(['GET /repos/NangoHQ/interactive-demo/issues Bearer sample-token']);
    // GitHub's pages are in its definition, and of a private API nothing is known.
    await expect.poll(async () => (await statusOf())?.status).toBe('ERROR');

    const file = join(project, 'github/syncs/fetchIssues.ts');
    const paging = `type: 'link' as const, link_rel_in_response_header: 'next', limit_name_in_request: 'per_page', limit: LIMIT`;
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('limit: LIMIT', paging));
    const read = await nango(project, 'dryrun', 'fetchIssues', 'c1', '-e', 'dev', '--validate');
    expect(read).toContain('Sent 1 issues from acme/two');
    calls.length = 0;

    expect(await nango(project, 'deploy', 'dev')).toMatch(/Syncs\s+to create \[ 0 \]\s+to update \[ 1 \]/);
    await client.triggerSync('github', ['fetchIssues'], 'c1');
    await expect.poll(async () => (await statusOf())?.status).toBe('SUCCESS');
    const { records } = await client.listRecords<{ id: string; title: string; repo: string }>({
        providerConfigKey: 'github',
        connectionId: 'c1',
        model: 'GithubIssue'
    });
    expect(records.map(({ id, title, repo }) => [id, title, repo].join(', ')).toSorted()).toEqual([
        'issue-1, Issue 1, one',
        'issue-2, Issue 2, one',
        'issue-3, Issue 3, two'
    ]);
    expect(calls.slice(0, 2)).toEqual(['GET /user/repos?per_page=100 Bearer sample-token', 'GET /user/repos?page=2 Bearer sample-token']);

    // The same project by our command line, which resolves the reference's package to ours.
    expect(await patchbay('compile')).toContain('3 functions compile.');
    expect(await patchbay('dryrun', 'pre-connection-deletion', 'c1')).toContain('Executed');
    const changed = await patchbay('deploy', 'dev');
    for (const what of [
        'sync github/fetchIssues (of 1 connection)',
        'action github/createIssue',
        'on-event github/pre-connection-deletion'
    ])
        expect(changed).toContain(`~ changed ${what}`);
    const before = (await statusOf())?.finishedAt;
    await client.triggerSync('github', ['fetchIssues'], 'c1');
    await expect.poll(async () => (await statusOf())?.finishedAt).not.toBe(before);
    expect((await statusOf())?.status).toBe('SUCCESS');
    expect(await client.triggerAction('github', 'c1', 'createIssue', input)).toBeNull();
    expect(existsSync(join(folder, 'reached-for.txt'))).toBe(false);
});
