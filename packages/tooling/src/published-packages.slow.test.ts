import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rootFolder } from './docs.ts';

/** A page's code that uses every entry of the published packages, outside of this repository. */
const consumer = `
import { openConnectUI, preload, resume } from '@patchbay/connect';
import type { Appearance, Connected, ConnectEvent, ConnectOptions, ConnectUI, Outcome, WidgetFailure } from '@patchbay/connect';
import { auth, ConnectError, resumeAuth } from '@patchbay/connect/headless';
import { PatchbayConnectElement } from '@patchbay/connect/element';

const appearance: Appearance = { variables: { colorPrimary: '#0b6e5f', density: 'compact' }, text: { 'list.title': 'Pick one' } };
const options: ConnectOptions = {
    connectUrl: 'https://connect.example',
    fetchSession: async () => 'pb_cs_x',
    container: document.body,
    mode: 'redirect',
    appearance,
    onEvent: (name: ConnectEvent, { integrationId }) => console.log(name, integrationId?.length),
    onConnect: ({ connectionId }: Connected) => console.log(connectionId.length),
    onError: ({ code, ref }: WidgetFailure) => console.log(code, ref?.length),
    onClose: (outcome: Outcome) => console.log(outcome)
};
preload('https://connect.example');
const ui: ConnectUI = resume(options) ?? openConnectUI(options);
ui.updateAppearance(appearance);
ui.done.then((outcome) => outcome === 'connected');
const ignored: number = ui.ignoredMessages;
// @ts-expect-error Outcomes are three words.
ui.done.then((outcome) => outcome === 'whatever');
// @ts-expect-error It has an address to open.
openConnectUI({ sessionToken: 'pb_cs_x' });

auth({ connectUrl: 'https://connect.example', sessionToken: 'pb_cs_x', integration: 'gem', signal: new AbortController().signal }).then(
    ({ connectionId, isNew }) => console.log(connectionId.length, isNew === true, ignored),
    (error: unknown) => error instanceof ConnectError && console.log(error.code, error.ref)
);
const rest: Promise<Connected> | null = resumeAuth();
const element: PatchbayConnectElement = document.createElement('patchbay-connect');
element.appearance = appearance;
console.log(rest);
`;

/** The same for an app of React. */
const reactConsumer = `
import { ConnectButton, ConnectEmbedded, ConnectProvider, preload, resume, useConnect } from '@patchbay/react';
import type { Appearance, Connect, Connected, ConnectStatus, UseConnectOptions } from '@patchbay/react';
import { useEffect, useRef, type SyntheticEvent } from 'react';

const appearance: Appearance = { variables: { density: 'compact' } };
const options: UseConnectOptions = { appearance, onConnect: ({ connectionId }: Connected) => console.log(connectionId.length) };
const onDomEvent = (event: SyntheticEvent) => event.preventDefault();

export function Page({ connectUrl }: { connectUrl: string | undefined }) {
    const button = useRef<HTMLButtonElement>(null);
    const { open, close, ready, status, error }: Connect = useConnect(options);
    const now: ConnectStatus = status;
    useEffect(() => {
        preload('https://connect.example');
        resume({ onConnect: ({ isNew }) => console.log(isNew === true) });
    }, []);
    return (
        <ConnectProvider connectUrl={connectUrl} fetchSession={async () => 'pb_cs_x'} locale="ar" theme="dark" appearance={appearance}>
            <ConnectButton ref={button} className="primary" onClick={onDomEvent} onClose={(outcome) => outcome === 'failed'} {...options} />
            <ConnectEmbedded id="inline" mode="redirect" onError={({ code }) => console.log(code.length)} />
            <button onClick={open} onBlur={close} disabled={!ready}>{now} {error?.message}</button>
            {/* @ts-expect-error What is inside is the Connect UI. */}
            <ConnectEmbedded>Something else</ConnectEmbedded>
            {/* @ts-expect-error It tells an outcome, not an event. */}
            <ConnectButton onClose={onDomEvent} />
        </ConnectProvider>
    );
}
`;

/** The same for a backend. */
const nodeConsumer = `
import { ApiError, Patchbay, UnreachableError } from '@patchbay/node';
import type { Connection, ConnectionKey, ConnectionSummary, NewIntegration, PatchbayOptions, ProxyRequest } from '@patchbay/node';

const options: PatchbayOptions = { secretKey: process.env.PATCHBAY_SECRET_KEY, timeoutMs: 5000 };
const patchbay = new Patchbay(options);
const app: NewIntegration = { provider: 'github', unique_key: 'github', credentials: { type: 'OAUTH2', client_id: 'id', client_secret: 's' } };
const request: ProxyRequest = { path: '/user', query: { page: [1, 2] }, retries: 3 };

export async function use(key: ConnectionKey): Promise<string[]> {
    try {
        await patchbay.integrations.create(app);
        const { data } = await patchbay.connectSessions.create({ end_user: { id: 'user_1' }, allowed_integrations: ['github'] });
        const { connections } = await patchbay.connections.list({ endUserId: 'user_1', limit: 10 });
        const newest: ConnectionSummary | undefined = connections[0];
        const connection: Connection = await patchbay.connections.get(key, { forceRefresh: true });
        const response: Response = await patchbay.proxy.request(connection, request);
        for await (const { id } of patchbay.proxy.items<{ id: string }>(key, { path: '/repos' })) console.log(id);
        // @ts-expect-error A session names its end user by an id.
        await patchbay.connectSessions.create({ end_user: { id: 7 } });
        // @ts-expect-error There is no such field.
        console.log(connection.nothing);
        return [data.token, data.expires_at, newest?.created ?? '', connection.auth.state, String(response.ok)];
    } catch (error) {
        if (error instanceof ApiError) return [error.code, String(error.status), ...error.errors.map(({ path }) => path.join('.'))];
        if (error instanceof UnreachableError) return [error.message];
        throw error;
    }
}
`;

/** The same for a project of functions. */
const functionsConsumer = `
import { createAction, createOnEvent, createSync, HttpError } from '@patchbay/functions';
import type { NangoAction, NangoSync, ProxyConfiguration, SyncContext } from '@patchbay/functions';
import { describeFunction, problemsOfDefinition } from '@patchbay/functions/describe';
import { recordingSchema, runFunction, type TestRun } from '@patchbay/functions/testing';
import { z } from 'zod';

const models = { Person: z.object({ id: z.string(), name: z.string() }) };
const sync = createSync({
    description: 'Reads people', frequency: 'every hour', syncType: 'full', models, webhookSubscriptions: ['*'], metadata: z.void(),
    async exec(nango) {
        await nango.batchSave([{ id: '1', name: 'Ada' }], 'Person');
        // @ts-expect-error It has no such model.
        await nango.batchSave([], 'Company');
        // @ts-expect-error A name is a string.
        await nango.batchSave([{ id: '1', name: 5 }], 'Person');
        for await (const page of nango.paginate(request)) await nango.batchSave(page.map((each) => ({ id: each.id, name: each.name })), 'Person');
        await helper(nango);
    },
    onWebhook: async (nango, payload) => void (await nango.batchDelete([{ id: payload.person.id }], 'Person'))
});
export default sync;
type Local = Parameters<(typeof sync)['exec']>[0];
const helper = async (nango: Local): Promise<void> => void (await nango.log('Read', { level: 'warn' }));

const request: ProxyConfiguration = { endpoint: '/people', method: 'post', retries: 3, paginate: { limit: 5 } };
const action = createAction({
    description: 'Greets', input: z.object({ name: z.string() }), output: z.string(), checkpoint: z.object({ at: z.number() }),
    async exec(nango, { name }) {
        try {
            const { data } = await nango.proxy<{ id: string }>(request);
            const at: number | undefined = (await nango.getCheckpoint())?.at;
            return data.id + name + String(at);
        } catch (error) {
            throw error instanceof HttpError ? new nango.ActionError({ message: String(error.response.status) }) : error;
        }
    }
});
const onEvent = createOnEvent({ description: 'Checks', event: 'validate-connection', exec: (nango: NangoAction) => nango.log('Checked') });
const use = (nango: NangoSync, context: SyncContext): string => nango.variant + context.connectionId;

export async function check(file: string): Promise<TestRun[]> {
    console.log(problemsOfDefinition(sync).length, use, describeFunction(onEvent, { integrationId: 'vendor', name: 'check' }).models.length);
    const recording = recordingSchema.parse(JSON.parse(file));
    return [await runFunction(sync, { responses: [{ endpoint: '/people', body: [] }] }), await runFunction(action, { recording })];
}
`;

const pagePackages = ['browser-sdk', 'react-sdk'];
const packages = [...pagePackages, 'node-sdk', 'functions'];
let work: string;

beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'patchbay-published-'));
});
afterAll(() => rmSync(work, { recursive: true }));

function distOf(folder: string): string {
    const dist = join(rootFolder, 'packages', folder, 'dist');
    if (!existsSync(join(dist, 'package.json')))
        throw new Error(`packages/${folder} is not built: npm run build --workspace packages/${folder}`);
    return dist;
}

const tarballs = new Map<string, string>();

/** Packed once. @returns the path of what `npm publish` would upload */
function packed(folder: string): string {
    const tarball = tarballs.get(folder) ?? pack(folder);
    tarballs.set(folder, tarball);
    return tarball;
}

function pack(folder: string): string {
    const args = ['pack', '--ignore-scripts', '--offline', '--json', '--loglevel=error', '--pack-destination', work];
    const output = execFileSync('npm', args, { cwd: distOf(folder), encoding: 'utf8', shell: process.platform === 'win32' });
    const [{ filename }] = JSON.parse(output) as [{ filename: string }];
    return join(work, filename);
}

describe.each(packages)('packages/%s', (folder) => {
    test('publint finds nothing', async () => {
        const { messages } = await publint({ pkgDir: distOf(folder), strict: true });
        const manifest = JSON.parse(readFileSync(join(distOf(folder), 'package.json'), 'utf8'));
        expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
    });

    test('Are The Types Wrong finds nothing, for import and for require', async () => {
        const { problems = [] } = Object(await checkPackage(createPackageFromTarballData(readFileSync(packed(folder)))));
        // Node 10 knows no exports.
        expect(problems.filter((problem: { resolutionKind?: string }) => problem.resolutionKind !== 'node10')).toEqual([]);
    });

    test('brings the licence along, and nothing that is about this repository', () => {
        const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(distOf(folder), 'package.json'), 'utf8'));
        expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['private', 'scripts', 'devDependencies']));
        const listed = execFileSync('tar', ['-tzf', packed(folder)], { encoding: 'utf8' })
            .trim()
            .split('\n');
        expect(listed).toEqual(
            expect.arrayContaining([
                'package/LICENSE',
                'package/README.md',
                'package/package.json',
                'package/index.js',
                'package/index.d.ts',
                'package/index.cjs',
                'package/index.d.cts'
            ])
        );
        expect(listed.filter((file) => /\.test\.|\.ts$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
    });
});

/** An empty project with what `npm install <tarball>` would put into it. */
function projectWith(name: string, folders: readonly string[], types: readonly string[]): string {
    const project = join(work, name);
    for (const folder of folders) {
        const { name: packageName } = JSON.parse(readFileSync(join(distOf(folder), 'package.json'), 'utf8')) as { name: string };
        const target = join(project, 'node_modules', packageName);
        mkdirSync(target, { recursive: true });
        execFileSync('tar', ['-xzf', packed(folder), '-C', target, '--strip-components=1']);
    }
    for (const dependency of types) {
        // The oldest zod that functions may be written with.
        const installedAs = dependency === 'zod-oldest' ? 'zod' : dependency;
        mkdirSync(join(project, 'node_modules', installedAs, '..'), { recursive: true });
        symlinkSync(join(rootFolder, 'node_modules', dependency), join(project, 'node_modules', installedAs), 'junction');
    }
    return project;
}

/** How customers resolve modules: ESM in three ways, and CommonJS. */
const resolutions = [
    { type: 'module', module: 'nodenext', moduleResolution: 'nodenext' },
    { type: 'module', module: 'node16', moduleResolution: 'node16' },
    { type: 'commonjs', module: 'node16', moduleResolution: 'node16' },
    { type: 'module', module: 'esnext', moduleResolution: 'bundler' }
];

const examplesOf = (folders: readonly string[]) =>
    folders.flatMap((folder) => [...readFileSync(join(distOf(folder), 'README.md'), 'utf8').matchAll(/```(tsx?)\n([\s\S]*?)```/g)]);

describe.each([
    {
        who: 'a page',
        folders: pagePackages,
        sources: [
            ['', 'ts', consumer],
            ['', 'tsx', reactConsumer]
        ],
        types: ['@types/react'],
        options: { lib: ['es2022', 'dom', 'dom.iterable'], types: [], jsx: 'react-jsx' }
    },
    {
        who: 'a backend',
        folders: ['node-sdk'],
        sources: [['', 'ts', nodeConsumer]],
        types: ['@types/node', 'undici-types'],
        options: { lib: ['es2022'], types: ['node'] }
    },
    ...['zod', 'zod-oldest'].map((zod) => ({
        who: `a project of functions with ${zod}`,
        folders: ['functions'],
        sources: [['', 'ts', functionsConsumer]],
        types: ['@types/node', 'undici-types', zod],
        options: { lib: ['es2024'], types: ['node'] }
    }))
])('$who, with nothing of this repository around it', ({ who, folders, sources, types, options }) => {
    test.each(resolutions)('compiles, and so do the examples of the READMEs: $type, $moduleResolution', ({ type, ...resolution }) => {
        const project = projectWith(`${who}-${type}-${resolution.moduleResolution}`, folders, types);
        writeFileSync(join(project, 'package.json'), JSON.stringify({ type }));
        const examples = examplesOf(folders);
        expect(examples.length).toBeGreaterThan(1);
        const files = [...sources, ...examples].map(([, extension, code = ''], index) => {
            const file = `source-${index}.${extension}`;
            writeFileSync(join(project, file), code);
            return file;
        });
        const compilerOptions = {
            ...options,
            ...resolution,
            target: 'es2022',
            strict: true,
            exactOptionalPropertyTypes: true,
            noUncheckedIndexedAccess: true,
            skipLibCheck: false,
            noEmit: true
        };
        writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
        const tsc = join(rootFolder, 'node_modules/typescript/bin/tsc');
        expect(diagnostics(tsc, project)).toBe('');
    });
});

test('a backend gets the same client by import and by require', () => {
    const project = projectWith('run', ['node-sdk'], []);
    const use = `
        const patchbay = new Patchbay({ secretKey: 'pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd', baseUrl: 'http://127.0.0.1:9' });
        patchbay.integrations.list().catch((error) => console.log(error instanceof UnreachableError, error.name));`;
    writeFileSync(join(project, 'a.mjs'), `import { Patchbay, UnreachableError } from '@patchbay/node';${use}`);
    writeFileSync(join(project, 'b.cjs'), `const { Patchbay, UnreachableError } = require('@patchbay/node');${use}`);
    for (const file of ['a.mjs', 'b.cjs'])
        expect(execFileSync(process.execPath, [join(project, file)], { encoding: 'utf8' }).trim()).toBe('true UnreachableError');
});

test.each(['zod', 'zod-oldest'])('a project runs and describes functions by import and by require, with %s', (zod) => {
    const project = projectWith(`run-functions-${zod}`, ['functions'], [zod]);
    const use = `
        const action = createAction({
            description: 'Greets', input: z.object({ name: z.string().describe('Of whom') }), output: z.string(),
            exec: async (nango, { name }) => (await nango.get({ endpoint: '/greeting' })).data + name
        });
        const { json_schema } = describeFunction(action, { integrationId: 'vendor', name: 'greet' });
        runFunction(action, { input: { name: 'Ada' }, responses: [{ endpoint: '/greeting', body: 'Dear ' }] })
            .then(({ output, error }) => console.log(output, error, json_schema.definitions.ActionInput_vendor_greet.properties.name.description));`;
    const names = { '': 'createAction', '/describe': 'describeFunction', '/testing': 'runFunction' };
    const entries = Object.entries(names).map(([entry, name]) => [`@patchbay/functions${entry}`, name]);
    const imports = [...entries, ['zod', 'z']];
    writeFileSync(join(project, 'a.mjs'), imports.map(([from, name]) => `import { ${name} } from '${from}';`).join('') + use);
    writeFileSync(join(project, 'b.cjs'), imports.map(([from, name]) => `const { ${name} } = require('${from}');`).join('') + use);
    for (const file of ['a.mjs', 'b.cjs'])
        expect(execFileSync(process.execPath, [join(project, file)], { encoding: 'utf8' }).trim()).toBe('Dear Ada null Of whom');
});

test('what React frameworks look for stands first in both', () => {
    for (const file of ['index.js', 'index.cjs'])
        expect(readFileSync(join(distOf('react-sdk'), file), 'utf8')).toMatch(/^['"]use client['"];/);
});

test('integrity.json holds the hash of every file that a page may load by its version', () => {
    const dist = distOf('browser-sdk');
    const hashes: Record<string, string> = JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8'));
    const scripts = readdirSync(dist).filter((file) => file.endsWith('.js'));
    expect(hashes).toEqual(
        Object.fromEntries(
            scripts.map((file) => [
                file,
                `sha384-${createHash('sha384')
                    .update(readFileSync(join(dist, file)))
                    .digest('base64')}`
            ])
        )
    );
});

function diagnostics(tsc: string, project: string): string {
    try {
        return execFileSync(process.execPath, [tsc, '--project', project], { encoding: 'utf8' });
    } catch (error) {
        return String(Object(error).stdout);
    }
}
