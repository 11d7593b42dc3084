import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { onTestFinished, vi } from 'vitest';

// Each test starts several processes, and these some of their own.
vi.setConfig({ testTimeout: 120_000 });

/** As it is published, which starts in half the time. */
export const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));

export interface Ended {
    code: number | null;
    stdout: string;
    stderr: string;
    /** What a program reads with `--json`. */
    json(): unknown;
}

/** Runs the CLI in a process of its own, without a terminal. */
export async function patchbay(
    folder: string,
    args: readonly string[],
    variables: Record<string, string> = {},
    file = bin
): Promise<Ended> {
    if (!existsSync(file)) throw new Error('packages/cli is not built: npx turbo build --filter=patchbay');
    const child = spawn(process.execPath, [file, ...args], {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...variables },
        stdio: ['ignore', 'pipe', 'pipe']
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, stdout, stderr, json: () => JSON.parse(stdout) };
}

/** An empty folder, which is gone after the test. */
export function emptyFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-cli-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
    }
}

/** In place of `npm install`. */
export function install(folder: string, names: readonly string[] = ['@patchbay/functions', 'typescript', 'zod']): void {
    for (const name of names) {
        mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
        symlinkSync(join(packages, name), join(folder, 'node_modules', name), 'junction');
    }
}

/** A project that has been installed. */
export function projectOf(files: Readonly<Record<string, string>>): string {
    const folder = emptyFolder();
    write(folder, { 'package.json': '{"type":"module"}', ...files });
    install(folder);
    return folder;
}

/** As `patchbay init` writes it; types of ours are those of its sources here. */
export const strictTypes = JSON.stringify({
    compilerOptions: {
        target: 'es2024',
        module: 'preserve',
        moduleResolution: 'bundler',
        strict: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        noEmit: true
    }
});

export const actionSource = (body: string) => `import { createAction } from '@patchbay/functions';
import { z } from 'zod';
export default createAction({
    description: 'Tries something',
    input: z.any(),
    output: z.any(),
    async exec(context, input) { ${body} }
});
`;

/** A server with a connection `c1` of an integration `gem`, at the emulator of Gem. */
export async function startGemApp(): Promise<TestApp> {
    const app = await startTestApp({ runsJobs: true });
    await app.integrate('sandbox-gem', { unique_key: 'gem' });
    await app.sandbox.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    await app.sandbox.control('gem/size', { candidates: 20 });
    await connect(app, 'c1');
    return app;
}

export const GEM_KEY = 'gemTeamKey000000000000000000000000000001';

export const connect = (app: TestApp, connectionId: string) =>
    post(app, '/connections', {
        provider_config_key: 'gem',
        connection_id: connectionId,
        credentials: { type: 'API_KEY', apiKey: GEM_KEY },
        connection_config: { appSecret: 'gem-application-secret' }
    });

export const keysOf = (app: TestApp) => ({ PATCHBAY_URL: app.url, PATCHBAY_SECRET_KEY: app.keys.dev });

async function post(app: TestApp, path: string, body: unknown, headers: Record<string, string> = {}) {
    const { status, json } = await app.raw(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body)
    });
    return { status, body: json };
}

/** Calls a deployed action. */
export const act = (app: TestApp, name: string, input: unknown = null) =>
    post(app, '/action/trigger', { action_name: name, input }, { 'connection-id': 'c1', 'provider-config-key': 'gem' });

/** The records of a sync, as an application reads them. */
export async function recordsOf(app: TestApp, model: string, connectionId = 'c1'): Promise<Record<string, unknown>[]> {
    const headers = { 'connection-id': connectionId, 'provider-config-key': 'gem' };
    const { json } = await app.raw(`/records?model=${model}&limit=1000`, { headers });
    return (json as { records?: Record<string, unknown>[] }).records ?? [];
}

/** Deletes what a test has deployed. */
export const deployNothing = (app: TestApp) => post(app, '/sync/deploy', { flowConfigs: [] });
