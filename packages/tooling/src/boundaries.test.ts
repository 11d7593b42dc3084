import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mayPostToAnyOrigin } from './import-rules.ts';

const workspaces: string[] = [];
afterAll(() => workspaces.forEach((root) => rmSync(root, { recursive: true })));

/** Runs the check on a workspace of these files, whose packages declare what their rules allow. */
function check(files: Readonly<Record<string, string>>) {
    const root = mkdtempSync(join(tmpdir(), 'patchbay-boundaries-'));
    workspaces.push(root);
    for (const [path, text] of Object.entries({ ...emptyWorkspace, ...files })) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'boundaries.ts'), root], {
        encoding: 'utf8'
    });
    return { status, stdout, findings: stderr.split('\n').filter(Boolean) };
}

const manifest = (name: string, dependencies: string[] = [], devDependencies: string[] = []) =>
    JSON.stringify({ name, dependencies: asVersions(dependencies), devDependencies: asVersions(devDependencies) });
const asVersions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));

const ours = ['@patchbay/contracts', '@patchbay/db', '@patchbay/providers', '@patchbay/server', '@patchbay/connect'];
const emptyWorkspace = {
    'package.json': manifest('patchbay', [], ['vitest']),
    'packages/contracts/package.json': manifest('@patchbay/contracts', ['zod', ...ours]),
    'packages/providers/package.json': manifest('@patchbay/providers', ['zod', 'react', ...ours]),
    'packages/db/package.json': manifest('@patchbay/db', ['kysely']),
    'packages/oauth/package.json': manifest('@patchbay/oauth', ['zod']),
    'packages/browser-sdk/package.json': manifest('@patchbay/connect', [], ours),
    'packages/node-sdk/package.json': manifest('@patchbay/node', [], ours),
    'apps/server/package.json': manifest('@patchbay/server', ['express', 'undici', 'axios', ...ours]),
    'apps/connect-ui/package.json': manifest('@patchbay/connect-ui', ['react', ...ours]),
    'apps/sandbox/package.json': manifest('@patchbay/sandbox', ours),
    'apps/playground/package.json': manifest('@patchbay/playground', ours),
    'examples/react-19/package.json': manifest('@patchbay/example-react-19', ours),
    'e2e/package.json': manifest('@patchbay/e2e', ours)
};

const door = 'Take egress as an argument (its home is apps/server/src/kernel/egress/egress.ts).';
const rooms = 'apps/server/src/rooms';
/** What is wrong, where, and what the check says about it. */
const violations: [title: string, path: string, text: string, sentence: string][] = [
    [
        'a package that imports what its rule does not list',
        'packages/providers/src/a.ts',
        `import { x } from '@patchbay/server';`,
        'packages/providers may not import @patchbay/server, because a provider is data with hooks. Give the hook what it needs as an argument.'
    ],
    [
        'an entry of a package that its rule does not list',
        'packages/contracts/src/unified.ts',
        `import { quickbooks } from '@patchbay/integrations';`,
        'packages/contracts may not import @patchbay/integrations. Of that package it may import @patchbay/integrations/models.'
    ],
    [
        'a type from such a package',
        'packages/providers/src/b.ts',
        `type X = import('@patchbay/db').X;`,
        'packages/providers may not import @patchbay/db, because'
    ],
    [
        'a re-export from such a package',
        'packages/contracts/src/a.ts',
        `export { x } from '@patchbay/providers';`,
        'packages/contracts may not import @patchbay/providers, because'
    ],
    [
        'a third-party package that the rule does not list',
        'packages/providers/src/c.ts',
        `import { useState } from 'react';`,
        'packages/providers may not import react, because'
    ],
    [
        'a sandbox that uses our code',
        'apps/sandbox/src/a.ts',
        `import { x } from '@patchbay/contracts';`,
        'apps/sandbox may not import @patchbay/contracts, because fake third parties'
    ],
    [
        'a playground that reaches behind the SDKs',
        'apps/playground/src/a.ts',
        `await import('@patchbay/contracts');`,
        'apps/playground may not import @patchbay/contracts, because it shows what a customer can do'
    ],
    [
        'an example that reaches behind the SDKs',
        'examples/react-19/a.ts',
        `import type { X } from '@patchbay/contracts';`,
        'examples/react-19 may not import @patchbay/contracts, because it shows what a page of a customer can do'
    ],
    [
        'zod on its way into the widget',
        'apps/connect-ui/src/a.ts',
        `import { endpoints } from '@patchbay/contracts';`,
        'apps/connect-ui may not import @patchbay/contracts, which brings zod along.'
    ],
    [
        'zod on its way into the SDK for backends',
        'packages/node-sdk/src/a.ts',
        `import { endpoints } from '@patchbay/contracts';`,
        'packages/node-sdk may not import @patchbay/contracts, which brings zod along.'
    ],
    [
        'a module of Node in a browser',
        'packages/browser-sdk/src/a.ts',
        `import { readFileSync } from 'node:fs';`,
        'packages/browser-sdk runs in browsers, which have no node:fs.'
    ],
    [
        'a relative import that leaves its package',
        'packages/oauth/src/a.ts',
        `import { x } from '../../providers/src/a.ts';`,
        '"../../providers/src/a.ts" leaves packages/oauth. Import the other package by its name'
    ],
    [
        'a dependency that is not declared',
        'apps/server/src/a.ts',
        `import cookie from 'cookie';`,
        'cookie is not among the dependencies of apps/server/package.json. Add it there: npm install --workspace apps/server cookie'
    ],
    [
        'a dependency that only the root declares, in product code',
        'apps/server/src/b.ts',
        `import { vi } from 'vitest';`,
        'vitest is not among the dependencies of apps/server/package.json.'
    ],
    [
        'a kernel that knows a room',
        'apps/server/src/kernel/a.ts',
        `import { x } from '../rooms/platform/environments/find-keys.ts';`,
        'The kernel may not import the room platform/environments: it knows no domain word.'
    ],
    [
        'a kernel that knows what the server is made of',
        'apps/server/src/kernel/http/a.ts',
        `import type { Deps } from '../../deps.ts';`,
        'The kernel may not import deps.ts: it knows no domain word.'
    ],
    [
        'a file above the rooms that imports more of one than is listed',
        'apps/server/src/start.ts',
        `import { x } from './rooms/connect/attempts/attempts.sql.ts';`,
        'start.ts stands above the rooms, and may not import attempts.sql.ts of the room connect/attempts. Let attempts.room.ts carry it, or give it a line'
    ],
    [
        'a room that imports a higher one',
        `${rooms}/connections/connection-api/a.ts`,
        `import { x } from '../../connect/attempts/attempts.sql.ts';`,
        'The room connections/connection-api lies below the room connect/attempts and may not import it. Move what both need into connections/connection-api or lower'
    ],
    [
        'a route of a higher room’s verb',
        `${rooms}/connections/connection-api/connection-api.routes.ts`,
        `import { x } from '../../connect/attempts/finish.ts';`,
        'The room connections/connection-api lies below the room connect/attempts and may not import it. Move what both need into connections/connection-api or lower, or the route into connect/attempts.'
    ],
    [
        'a type of a higher room',
        `${rooms}/platform/environments/b.ts`,
        `import type { Attempt } from '../../connect/attempts/describe-attempt.ts';`,
        'The room platform/environments lies below the room connect/attempts and may not import it.'
    ],
    [
        'a folder of a room that imports a higher one',
        `${rooms}/connect/attempts/outcome/a.ts`,
        `import { x } from '../callback/finish-attempt.ts';`,
        'The room connect/attempts/outcome lies below the room connect/attempts/callback and may not import it.'
    ],
    [
        'a file of a room that imports one of its folders',
        `${rooms}/connect/attempts/attempts.sql.ts`,
        `import type { X } from './timeline/list-attempts.ts';`,
        'The room connect/attempts lies below the room connect/attempts/timeline and may not import it.'
    ],
    [
        'a verb that calls back up',
        `${rooms}/connect/attempts/b.ts`,
        `import { x } from './attempts.routes.ts';`,
        'Nothing calls back up to attempts.routes.ts: what a room adds to the server is for its attempts.room.ts and rooms.ts.'
    ],
    [
        'a part of the guarded door on its own',
        `${rooms}/connect/attempts/c.ts`,
        `import { x } from '../../../kernel/egress/egress-dial.ts';`,
        'egress-dial.ts is a part of the guarded door, and useless or dangerous without it. Import egress.ts.'
    ],
    ['fetch', 'apps/server/src/c.ts', `await fetch('https://example.com');`, `fetch reaches the network past the guard. ${door}`],
    [
        'fetch handed on',
        'packages/oauth/src/b.ts',
        `export const options = { fetch };`,
        `fetch reaches the network past the guard. ${door}`
    ],
    [
        'fetch of the global object',
        'packages/providers/src/d.ts',
        `globalThis.fetch('https://example.com');`,
        `globalThis.fetch reaches the network past the guard. ${door}`
    ],
    [
        'http.request',
        'apps/server/src/d.ts',
        `import http from 'node:http';\nhttp.request('http://example.com');`,
        `request of node:http reaches the network past the guard. ${door}`
    ],
    [
        'https.get by name',
        'apps/server/src/e.ts',
        `import { get } from 'node:https';`,
        `get of node:https reaches the network past the guard. ${door}`
    ],
    [
        'net.connect',
        'apps/server/src/f.ts',
        `import * as net from 'net';\nnet.connect(1);`,
        `connect of net reaches the network past the guard. ${door}`
    ],
    [
        'tls.connect',
        'apps/server/src/g.ts',
        `import { connect } from 'node:tls';`,
        `connect of node:tls reaches the network past the guard. ${door}`
    ],
    ['axios', 'apps/server/src/h.ts', `import axios from 'axios';`, `axios reaches the network past the guard. ${door}`],
    [
        'a look-up of a name',
        'apps/server/src/resolve.ts',
        `import { lookup } from 'node:dns/promises';`,
        `lookup of node:dns/promises reaches the network past the guard. ${door}`
    ],
    [
        'a datagram',
        'packages/providers/src/datagram.ts',
        `import * as dgram from 'node:dgram';\ndgram.createSocket('udp4');`,
        `createSocket of node:dgram reaches the network past the guard. ${door}`
    ],
    [
        'a WebSocket',
        'apps/server/src/socket.ts',
        `new WebSocket('wss://example.com');`,
        `new WebSocket reaches the network past the guard. ${door}`
    ],
    ['undici', 'apps/server/src/i.ts', `import { Agent } from 'undici';`, `undici reaches the network past the guard. ${door}`],
    [
        'a setting read past the config',
        'apps/server/src/j.ts',
        `export const port = process.env['PORT'];`,
        'process.env is read in config.ts alone. Add the setting there and take its value as an argument.'
    ],
    [
        'a setting of the database read past the config',
        'packages/db/src/open.ts',
        `export const mode = process.env.PGSSLMODE;`,
        'process.env is read in config.ts alone.'
    ],
    [
        'a statement in a verb',
        'apps/server/src/rooms/connections/connection-api/list.ts',
        `export const list = (db) => db.selectFrom('connections').execute();`,
        'Statements stand in a *.sql.ts, one function for each. Move it there and call it by its name.'
    ],
    [
        'raw SQL in a verb',
        'apps/server/src/rooms/connections/connection-api/raw.ts',
        'export const now = (db) => sql`select now()`.execute(db);',
        'Statements stand in a *.sql.ts, one function for each.'
    ],
    [
        'a statement outside of the rooms',
        'packages/db/src/read.ts',
        `export const read = (db) => db.selectFrom('instance').execute();`,
        'Statements stand in a *.sql.ts, one function for each.'
    ],
    ['the same by import', 'apps/server/src/k.ts', `import { env } from 'node:process';`, 'process.env is read in config.ts alone.'],
    [
        'an error that a room writes itself',
        `${rooms}/connect/widget/serve.ts`,
        `export const refuse = (response) => response.type('text').status(404).send('No.');`,
        'Errors leave by kernel/http/error-response.ts alone. Throw an AppError, or send it by sendPlainError or refuseUpgrade; send a page by sendPage.'
    ],
    [
        'an error on the response of Node',
        'apps/server/src/listener.ts',
        `export const refuse = (response) => response.writeHead(503).end();`,
        'Errors leave by kernel/http/error-response.ts alone.'
    ],
    [
        'a status that may be an error',
        'apps/server/src/kernel/http/refuse.ts',
        `export const refuse = (response, { status }) => { response.statusCode = status; };`,
        'Errors leave by kernel/http/error-response.ts alone.'
    ],
    [
        'an error on a socket',
        'apps/server/src/upgrade.ts',
        'export const refuse = (socket, status) => socket.end(`HTTP/1.1 ${status}\\r\\n\\r\\n`);',
        'Errors leave by kernel/http/error-response.ts alone.'
    ],
    [
        'an error of a room without a code',
        `${rooms}/connect/attempts/outcome/throw.ts`,
        `export const refuse = () => { throw new RangeError('Too many.'); };`,
        'Callers get a built-in error as server_error, which tells them nothing. Throw an AppError with a code of the catalogue,'
    ],
    [
        'the same without `new`',
        `${rooms}/traffic/proxy/send-response.ts`,
        `export const refuse = () => { throw Error('Too many.'); };`,
        'Callers get a built-in error as server_error'
    ],
    [
        'a message to any origin',
        'packages/browser-sdk/src/b.ts',
        `frame.contentWindow.postMessage(message, '*');`,
        "postMessage to '*' reaches any page that listens. Name the origin that the message is for."
    ],
    [
        'a message to any origin, as an option',
        'apps/connect-ui/src/b.ts',
        `window.parent.postMessage(message, { targetOrigin: '*' });`,
        "postMessage to '*' reaches any page that listens."
    ],
    [
        'a message to any origin where the origin is unknown',
        'packages/browser-sdk/src/message-c.ts',
        `parent.postMessage(message, origin ?? '*');`,
        "postMessage to '*' reaches any page that listens."
    ],
    [
        'a message to any origin in one of two cases',
        'apps/connect-ui/src/message-d.ts',
        `parent.postMessage(message, isWell ? '*' : origin);`,
        "postMessage to '*' reaches any page that listens."
    ],
    [
        'a message to any origin in the script of a page',
        'apps/server/src/rooms/connect/attempts/page.ts',
        "export const script = `window.opener.postMessage(word, isWell ? '*' : origin);`;",
        "postMessage to '*' reaches any page that listens."
    ],
    [
        'a provider asked for by name',
        `${rooms}/connect/attempts/d.ts`,
        `if (integration.provider === 'gem') skip();`,
        'What is special about one provider lives in its folder under packages/providers.'
    ],
    [
        'a provider asked for by id',
        'apps/connect-ui/src/c.ts',
        `const isGem = 'gem' !== provider.id;`,
        'What is special about one provider lives in its folder under packages/providers.'
    ],
    [
        'a switch over providers',
        `${rooms}/connect/attempts/e.ts`,
        `switch (provider) { case 'gem': }`,
        'What is special about one provider lives in its folder under packages/providers.'
    ],
    [
        'a type assertion without its reason',
        'apps/sandbox/src/assertion.ts',
        '\nexport const port = address() as AddressInfo;',
        'The compiler takes the word of `as`. Narrow or parse the value instead, or say in a comment'
    ],
    [
        'the same below the line with a reason',
        'apps/sandbox/src/assertion-below.ts',
        'export const port = address() as AddressInfo; // It listens.\nexport const host = name() as string;',
        'The compiler takes the word of `as`.'
    ],
    [
        'a comment line over 100 columns',
        'apps/sandbox/src/wide.ts',
        `    // ${'wide '.repeat(19)}`,
        'The comment line has 102 columns, more than 100. State the constraint in one line, or wrap it.'
    ],
    ['such a line of a migration', 'packages/db/migrations/0001_wide.sql', `-- ${'x'.repeat(98)}`, 'The comment line has 101 columns'],
    ['such a line of a script', 'scripts/wide.mjs', `/* ${'x'.repeat(98)} */`, 'The comment line has 104 columns'],
    [
        'a comment that does not name who acts',
        'apps/sandbox/src/vague.ts',
        'export const a = 1; // For whoever reads it.',
        'The comment says "whoever". Name who acts: the caller, the end user, another server …'
    ],
    [
        'a test title that does not name who acts',
        'apps/sandbox/src/vague.test.ts',
        "test('what nobody asked for is refused', () => {});",
        'The title says "nobody". Name who acts, in the terms of the field.'
    ],
    [
        'the title of a group of tests',
        'e2e/vague.spec.ts',
        'test.describe(`as ${role}, for Anyone`, () => {});',
        'The title says "anyone".'
    ],
    [
        'the words that a table fills in',
        'scripts/vague.test.ts',
        "test.each([['somebody else', 1]] as const)('%s is refused', () => {});",
        'The title says "somebody".'
    ],
    [
        'a test that replaces a module',
        `${rooms}/connect/attempts/mock.test.ts`,
        `vi.mock('../../connections/connection-store/save-connection.ts', () => ({ saveConnection }));`,
        'vi.mock replaces a module, and hides what it does. Start the real server on a real database with @patchbay/test-kit, and hand over the clock, the egress or fetch as an argument.'
    ],
    ['the same when it runs', 'packages/oauth/src/mock.test.ts', `vi.doMock(import('./a.ts'));`, 'vi.doMock replaces a module'],
    ['the values of such a module', 'apps/connect-ui/src/mock.test.tsx', `const { call } = vi.hoisted(() => ({}));`, 'vi.hoisted replaces'],
    ['the same with Jest', 'scripts/mock.test.ts', `jest.mock('./run.mjs');`, 'jest.mock replaces a module'],
    ['the same with Node', 'e2e/mock.spec.ts', `mock.module('undici', {});`, 'mock.module replaces a module']
];

describe('a planted violation is named with its place and its remedy:', () => {
    // A first line that is fine shows that lines are counted.
    const { status, findings } = check(Object.fromEntries(violations.map(([, path, text]) => [path, `// fine\n${text}\n`])));

    test.each(violations)('%s', (_title, path, text, sentence) => {
        const line = text.split('\n').length + 1;
        expect(findings.filter((finding) => finding.startsWith(`${path}:`))).toEqual([
            expect.stringContaining(`${path}:${line}: ${sentence}`)
        ]);
    });

    test('every file that may post to any origin does, and SECURITY.md names it', () => {
        const root = join(import.meta.dirname, '../../..');
        const security = readFileSync(join(root, 'SECURITY.md'), 'utf8');
        for (const file of Object.keys(mayPostToAnyOrigin)) {
            expect(readFileSync(join(root, file), 'utf8')).toMatch(/postMessage\(.*'\*'/);
            expect(security).toContain(`\`${file}\``);
        }
    });

    test('and nothing else is', () => {
        expect(status).toBe(1);
        expect(findings).toHaveLength(violations.length);
    });
});

test('files that import each other in a circle are named in order', () => {
    const { status, findings } = check({
        'packages/oauth/src/a.ts': `import { b } from './b.ts';`,
        'packages/oauth/src/b.ts': `export * from './c.ts';`,
        'packages/oauth/src/c.ts': `import type { A } from './a.ts';`,
        // One recursive type.
        'apps/connect-ui/src/flow/model.ts': `import type { B } from '../screens/b.ts';`,
        'apps/connect-ui/src/screens/b.ts': `import type { Model } from '../flow/model.ts';`
    });
    expect(findings).toEqual([
        'packages/oauth/src/c.ts:1: These files import each other in a circle: src/a.ts → src/b.ts → src/c.ts → src/a.ts. Move what they share into a file below both.'
    ]);
    expect(status).toBe(1);
});

test('a new room needs its place in the order', () => {
    const { findings } = check({ [`${rooms}/lost-and-found/a.ts`]: `` });
    expect(findings).toEqual([
        'apps/server/src/rooms/lost-and-found/a.ts:1: This folder is no room. Give it a line in serverRooms of packages/tooling/src/server-rooms.ts.'
    ]);
});

test('a room needs a manifest in the table of contents, which imports no other file of it', () => {
    const { findings } = check({
        'apps/server/src/rooms.ts': `import { about } from './rooms/platform/about/about.room.ts';\nimport './rooms/connect/widget/built.ts';`,
        [`${rooms}/platform/about/about.room.ts`]: ``,
        [`${rooms}/platform/about/about.test.ts`]: ``,
        [`${rooms}/connect/widget/built.ts`]: ``,
        [`${rooms}/connect/widget/built.test.ts`]: ``
    });
    expect(findings).toEqual([
        'apps/server/src/rooms.ts:1: The room connect/widget is missing in the table of contents. Give it a widget.room.ts, and import that here.',
        'apps/server/src/rooms.ts:2: rooms.ts stands above the rooms, and may not import built.ts of the room connect/widget. Let widget.room.ts carry it, or give it a line with its reason in importsFromAboveRooms of packages/tooling/src/import-rules.ts.'
    ]);
});

test('a room needs a test of its own, and so does each folder of a large one', () => {
    const { findings } = check({
        'apps/server/src/rooms.ts': `import { about } from './rooms/platform/about/about.room.ts';\nimport { attempts } from './rooms/connect/attempts/attempts.room.ts';`,
        [`${rooms}/platform/about/about.room.ts`]: ``,
        [`${rooms}/platform/about/about.fixtures.ts`]: ``,
        [`${rooms}/connect/attempts/attempts.room.ts`]: ``,
        [`${rooms}/connect/attempts/attempts.test.ts`]: ``,
        [`${rooms}/connect/attempts/start/start.ts`]: ``,
        [`${rooms}/connect/attempts/start/start.test.ts`]: ``,
        [`${rooms}/connect/attempts/outcome/settle.ts`]: ``
    });
    expect(findings).toEqual([
        `${rooms}/platform/about/about.room.ts:1: The room platform/about has no test. Put one beside its code, or move one there.`,
        `${rooms}/connect/attempts/outcome/settle.ts:1: The room connect/attempts/outcome has no test. Put one beside its code, or move one there.`
    ]);
});

describe('what a room keeps in the process', () => {
    const manifestWith = (name: string) => `declare module '../../../deps.ts' {\n    interface Deps {\n        ${name}: unknown;\n    }\n}`;
    const checkUse = (path: string, text: string) =>
        check({
            [`${rooms}/traffic/proxy/proxy.room.ts`]: manifestWith('breakers'),
            [`${rooms}/connections/credentials/credentials.room.ts`]: manifestWith('unsaved'),
            [`${rooms}/${path}`]: `// fine\n${text}\n`
        }).findings;

    test.each([
        ['read off deps', 'about.ts', `export const open = (deps: Deps) => deps.breakers;`],
        ['read off another name of deps', 'about.ts', `export const open = (needs: Pick<Deps, Names>) => needs.breakers;`],
        ['taken from a parameter', 'about.ts', `export function open({ db, breakers }: Deps) {}`],
        ['taken from a variable', 'about.ts', `const { breakers: own } = context.deps;`],
        ['picked by its type', 'about.ts', `type Needs = Pick<Deps, 'db' | 'breakers'>;`],
        ['read by the handler of a route', 'about.routes.ts', `route(getAbout, async (deps) => deps.breakers.size);`],
        ['taken by the handler of a route', 'about.routes.ts', `route(getAbout, async ({ db, breakers }) => breakers.size);`]
    ])('is refused to a lower room: %s', (_title, file, text) => {
        expect(checkUse(`platform/about/${file}`, text)).toEqual([
            `${rooms}/platform/about/${file}:2: The room platform/about lies below the room traffic/proxy and may not use its state breakers. Move the state into platform/about or lower, or the code into traffic/proxy.`
        ]);
    });

    test.each([
        ['its own room', 'connections/credentials/a.ts', `export const open = ({ unsaved }: Pick<Deps, 'unsaved'>) => unsaved;`],
        ['a higher room', 'traffic/proxy/a.ts', `export const open = (deps: Deps) => deps.unsaved;`],
        ['a test of a lower room', 'platform/about/a.test.ts', `app.deps.breakers.clear();`]
    ])('is open to %s, and names like it are free', (_title, path, text) => {
        expect(checkUse(path, `${text}\nexport const size = ({ breakers }: Parts, parts: Parts) => parts.breakers;`)).toEqual([]);
    });
});

test('a new package needs a rule', () => {
    const { status, findings } = check({ 'packages/shared/package.json': manifest('@patchbay/shared') });
    expect(findings).toEqual([
        'packages/shared/package.json:1: packages/shared has no rule about what it may import. Give it one in packages/tooling/src/import-rules.ts.'
    ]);
    expect(status).toBe(1);
});

test('a URL and a directive may be wider, and so may code and text, where ids may be any words', () => {
    const url = `https://vendor.example/${'x'.repeat(100)}`;
    const wide = `'${'x'.repeat(100)}'`;
    const { findings } = check({
        'apps/sandbox/src/a.ts': [
            `// The vendor's page:\n// ${url}`,
            `/** @see ${url} */`,
            `// oxlint-disable-next-line no-console -- ${'x'.repeat(100)}`,
            `export const a = ${wide}; // fine`,
            `export const b = \`\n// ${wide}, nobody\n\`;`
        ].join('\n'),
        'apps/sandbox/src/a.test.ts': "test.each([['GET /nobody']])('%s is unknown', () => open('nobody'));"
    });
    expect(findings).toEqual([]);
});

test('a type assertion passes with its reason, as `const`, and in what is not shipped', () => {
    const { findings } = check({
        'apps/sandbox/src/a.ts': [
            '// It listens,\n// so it is no text.\nexport const a = address() as AddressInfo;',
            'export const b = address() as AddressInfo; // It listens.',
            '/* It listens. */\nexport const c = (\n    address()\n) as AddressInfo;',
            "export const d = ['a'] as const;"
        ].join('\n'),
        'apps/sandbox/src/a.test.ts': 'export const a = address() as AddressInfo;',
        'apps/sandbox/src/a.fixtures.ts': 'export const a = address() as AddressInfo;',
        'apps/connect-ui/src/stories/a.ts': 'export const a = address() as AddressInfo;'
    });
    expect(findings).toEqual([]);
});

test('what the rules allow passes', () => {
    const { status, stdout, findings } = check({
        'packages/providers/src/a.ts': `import { z } from 'zod';\nexport const is = (provider) => provider === 'gem';`,
        'packages/providers/src/a.test.ts': `import { test } from 'vitest';\nimport { startTestApp } from '@patchbay/test-kit';`,
        'packages/oauth/src/a.ts': `import type { B } from './b.ts';\nexport type Send = typeof fetch;\nconst request = { fetch: 1 };\nrequest.fetch;`,
        'packages/oauth/src/b.ts': `export type B = string;`,
        'apps/connect-ui/src/host/parent.ts': `parent.postMessage({ type: 'hello' }, origin ?? '*');`,
        'packages/browser-sdk/src/a.ts': `parent.postMessage({}, origin);\nawait fetch('/');`,
        'apps/connect-ui/src/a.ts': `import type { Endpoint } from '@patchbay/contracts';\nimport { getAttempt } from '@patchbay/contracts/browser';`,
        'packages/node-sdk/src/a.ts': `import { secretKeyFormat } from '@patchbay/contracts/secret-key';`,
        'apps/server/src/app.ts': `import { missingPage } from './rooms/connect/sign-in-pages/pages.ts';\nimport express from 'express';`,
        'apps/server/src/config.ts': `export const env = process.env;`,
        'packages/db/src/postgres-cluster.ts': `export const path = process.env['PATH'];`,
        'apps/server/src/listen.ts': `import { createServer, type IncomingMessage } from 'node:http';\nimport { isIP } from 'node:net';\nimport type { Dispatcher } from 'undici';`,
        'apps/server/src/kernel/egress/egress.ts': `import { Agent } from 'undici';\nimport { dial } from './egress-dial.ts';`,
        'apps/server/src/kernel/egress/egress-dial.ts': `import { connect } from 'node:tls';`,
        [`${rooms}/connect/attempts/attempts.routes.ts`]: `import { finish } from './finish.ts';\nimport { start } from './start/start.ts';`,
        [`${rooms}/connect/attempts/attempts.room.ts`]: `import { expire } from './removal/expire.ts';\nimport { routes } from './removal/end.routes.ts';`,
        [`${rooms}/connect/attempts/start/start.ts`]: `import { finish } from '../finish.ts';\nimport { settle } from '../outcome/settle.ts';`,
        [`${rooms}/connect/attempts/removal/end.routes.ts`]: `import { finish } from '../finish.ts';`,
        [`${rooms}/connect/attempts/finish.ts`]: `import { find } from '../../connections/connection-api/connections.sql.ts';\nimport { save } from '../../connections/connection-api/save.ts';\nif (integration.provider === expected) save();`,
        [`${rooms}/connections/connection-api/connections.sql.ts`]: ``,
        [`${rooms}/traffic/proxy/send-response.ts`]: `export const send = (response, { status }) => response.writeHead(status);`,
        [`${rooms}/traffic/proxy/refuse.ts`]: `export const refuse = () => { throw new AppError('conflict'); };`,
        [`${rooms}/traffic/proxy/refuse.fixtures.ts`]: `throw new Error('No connection.');`,
        'apps/server/src/kernel/crypto/key.ts': `export const refuse = () => { throw new Error('No key.'); };`,
        [`${rooms}/traffic/proxy/respond.ts`]: `export const respond = (response) => response.status(204).end();`,
        [`${rooms}/connections/connection-api/save.ts`]: ``,
        'apps/server/src/app.test.ts': `import { account } from '@patchbay/sandbox/accounts';\nawait fetch(url);\nvi.fn();\nvi.spyOn(console, 'error');`,
        'apps/playground/src/gem.ts': `if (integration.provider === 'gem') show();`,
        'apps/playground/public/page.js': `import { connect } from '/connect.js';`,
        'e2e/journey.spec.ts': `import { start } from '@patchbay/server';\nawait fetch('http://localhost');`
    });
    expect(findings).toEqual([]);
    expect(stdout).toMatch(/^The import rules hold in 30 files\.$/m);
    expect(status).toBe(0);
});
