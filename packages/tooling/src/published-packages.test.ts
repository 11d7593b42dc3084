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

/** A page's code that uses every entry of the published packages, with nothing of this repository around it. */
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

const packages = ['browser-sdk', 'react-sdk'];
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

/** @returns the path of what `npm publish` would upload */
function packed(folder: string): string {
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

    test('Are The Types Wrong finds nothing, for those who import', async () => {
        const { problems = [] } = Object(await checkPackage(createPackageFromTarballData(readFileSync(packed(folder)))));
        // Nobody requires a package for pages, and Node 10 knows no exports.
        const forImports = problems.filter(
            (problem: { resolutionKind?: string }) => !['node10', 'node16-cjs'].includes(problem.resolutionKind ?? '')
        );
        expect(forImports).toEqual([]);
    });

    test('brings the licence along, and nothing that is about this repository', () => {
        const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(distOf(folder), 'package.json'), 'utf8'));
        expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['private', 'scripts', 'devDependencies']));
        const listed = execFileSync('tar', ['-tzf', packed(folder)], { encoding: 'utf8' })
            .trim()
            .split('\n');
        expect(listed).toEqual(
            expect.arrayContaining(['package/LICENSE', 'package/package.json', 'package/index.js', 'package/index.d.ts'])
        );
        expect(listed.filter((file) => /\.test\.|\.ts$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
    });
});

test('pages, and the examples of the READMEs, compile against what is published, with nothing of this repository around them', () => {
    const page = join(work, 'page');
    for (const folder of packages) {
        const { name } = JSON.parse(readFileSync(join(distOf(folder), 'package.json'), 'utf8')) as { name: string };
        const target = join(page, 'node_modules', name);
        mkdirSync(target, { recursive: true });
        execFileSync('tar', ['-xzf', packed(folder), '-C', target, '--strip-components=1']);
    }
    writeFileSync(join(page, 'package.json'), '{"type": "module"}');
    mkdirSync(join(page, 'node_modules/@types'));
    symlinkSync(join(rootFolder, 'node_modules/@types/react'), join(page, 'node_modules/@types/react'), 'junction');
    const examples = packages.flatMap((folder) => [
        ...readFileSync(join(distOf(folder), 'README.md'), 'utf8').matchAll(/```(tsx?)\n([\s\S]*?)```/g)
    ]);
    expect(examples.length).toBeGreaterThan(2);
    const sources = [['', 'ts', consumer], ['', 'tsx', reactConsumer], ...examples];
    const files = sources.map(([, extension, code = ''], index) => {
        const file = `page-${index}.${extension}`;
        writeFileSync(join(page, file), code);
        return file;
    });
    for (const [module, moduleResolution] of [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler']
    ]) {
        const compilerOptions = {
            module,
            moduleResolution,
            target: 'es2022',
            lib: ['es2022', 'dom', 'dom.iterable'],
            types: [],
            jsx: 'react-jsx',
            strict: true,
            exactOptionalPropertyTypes: true,
            noUncheckedIndexedAccess: true,
            skipLibCheck: false,
            noEmit: true
        };
        writeFileSync(join(page, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
        const tsc = join(rootFolder, 'node_modules/typescript/bin/tsc');
        expect({ moduleResolution, diagnostics: diagnostics(tsc, page) }).toEqual({ moduleResolution, diagnostics: '' });
    }
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
