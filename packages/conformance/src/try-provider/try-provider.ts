/**
 * `npm run try:provider -- <id>`: see `docs/integrations.md`. Starts a Patchbay of its own with an
 * empty database, has the operator connect an account on its page, and compares what the real
 * provider does with the definition. Where all of it is right, the definition is marked verified.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ApiError, Patchbay } from '@patchbay/node';
import { programFile, spawnServer } from '@patchbay/test-kit/server-process';
import { UserError } from '../run-vendors.ts';
import { recordVerified } from './record-verified.ts';
import { type Definition, isVerified, type Step, walkProvider, type WalkOptions } from './walk.ts';

const ours = fileURLToPath(new URL('../../../providers/src', import.meta.url));

export interface TryOptions {
    /** The settings of the server that is started, such as `PATCHBAY_PUBLIC_URL`. */
    env: Readonly<Record<string, string | undefined>>;
    ask(question: string, isSecret: boolean): Promise<string>;
    say(line: string): void;
    signal: AbortSignal;
    /** Instead of telling the operator: opens the page. */
    showLink?: WalkOptions['showLink'];
}

/**
 * @returns every step
 * @throws UserError where the operator has to change something first
 */
export async function tryProvider(id: string, { env, ask, say, signal, showLink }: TryOptions): Promise<Step[]> {
    const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-try-'));
    const secretKey = execFileSync(process.execPath, [programFile(), 'make-key'], { encoding: 'utf8' }).trim();
    const server = spawnServer({
        ...ownSettings(env),
        PATCHBAY_PORT: env['PATCHBAY_PORT'] ?? '3003',
        PATCHBAY_HOST: '127.0.0.1',
        PATCHBAY_DATA_DIR: dataDir,
        PATCHBAY_SECRET_KEY: secretKey,
        PATCHBAY_LOG_LEVEL: 'warn',
        PATCHBAY_DRAIN_SECONDS: '0'
    });
    try {
        await server.ready();
        const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
        const definition = await find(patchbay, id);
        const file = fileOf(definition.name, env['PATCHBAY_PROVIDERS_DIR']);
        const client = await askClient(definition, { env, ask, say });
        const steps = await walkProvider(patchbay, definition, {
            ...(client ? { client } : {}),
            showLink: showLink ?? ((link) => say(`\nConnect your account on this page:\n  ${link}\n`)),
            tell: ({ name, outcome, said }) => say(`${outcome.padEnd(9)} ${name}: ${said}`),
            signal
        });
        say(await conclude(steps, definition, file));
        return steps;
    } finally {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
    }
}

function ownSettings(env: TryOptions['env']): Record<string, string> {
    const given = Object.entries(env).filter(
        (entry): entry is [string, string] => entry[0].startsWith('PATCHBAY_') && entry[1] !== undefined
    );
    return Object.fromEntries(given);
}

async function find(patchbay: Patchbay, id: string): Promise<Definition> {
    try {
        return (await patchbay.providers.get(id)).data;
    } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        throw new UserError(`There is no provider "${id}". Yours have to be in the folder PATCHBAY_PROVIDERS_DIR.`);
    }
}

/** Where the definition is written: in the operator's folder, or in ours. */
function fileOf(id: string, folder: string | undefined): string {
    const own = folder === undefined ? undefined : join(resolve(folder), `${id}.json`);
    return own !== undefined && existsSync(own) ? own : join(ours, id, 'provider.ts');
}

async function askClient(
    { auth_mode: mode, display_name: name, setup }: Definition,
    { env, ask, say }: Pick<TryOptions, 'env' | 'ask' | 'say'>
): Promise<WalkOptions['client']> {
    if (mode !== 'OAUTH2') return undefined;
    const publicUrl = env['PATCHBAY_PUBLIC_URL'] ?? `http://localhost:${env['PATCHBAY_PORT'] ?? '3003'}`;
    say(`${name} needs an OAuth app of yours with the redirect URI ${publicUrl}/oauth/callback.${setup ? `\n${setup.text}` : ''}`);
    const id = await ask('Client id: ', false);
    return { id, secret: await ask('Client secret: ', true) };
}

async function conclude(steps: readonly Step[], { certainty }: Definition, file: string): Promise<string> {
    if (!isVerified(steps)) return 'Not verified: see the steps above. The definition stays as it is.';
    const isJson = file.endsWith('.json');
    if (!isJson && certainty === undefined) return 'All right. A definition of the sandbox says nothing of its certainty.';
    const day = new Date().toISOString().slice(0, 10);
    await writeFile(file, recordVerified(await readFile(file, 'utf8'), { isJson, day }));
    return `Verified on ${day}, which is written into ${file}.`;
}

/** Asks at the terminal; what is secret is not shown as it is typed. */
async function askAtTerminal(question: string, isSecret: boolean): Promise<string> {
    const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
    process.stdout.write(question);
    const terminal = createInterface({ input: process.stdin, output: isSecret ? hidden : process.stdout, terminal: process.stdin.isTTY });
    try {
        return (await terminal.question('')).trim();
    } finally {
        terminal.close();
        if (isSecret) process.stdout.write('\n');
    }
}

if (import.meta.main) {
    const asked = new AbortController();
    process.once('SIGINT', () => asked.abort()).once('SIGTERM', () => asked.abort());
    const [id] = process.argv.slice(2);
    try {
        if (id === undefined) throw new UserError('Name a provider: npm run try:provider -- github');
        const say = (line: string) => console.log(line);
        const steps = await tryProvider(id, { env: process.env, ask: askAtTerminal, say, signal: asked.signal });
        process.exitCode = isVerified(steps) ? 0 : 1;
    } catch (error) {
        if (!asked.signal.aborted) console.error(error instanceof UserError || error instanceof ApiError ? error.message : error);
        process.exitCode = 1;
    }
}
