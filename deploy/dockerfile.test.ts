import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFlags } from '../apps/server/src/node-flags.ts';
import { contextFiles, parseDockerfile, wordsOf } from './dockerfile.fixtures.ts';

const root = join(import.meta.dirname, '..');
const source = readFileSync(join(root, 'Dockerfile'), 'utf8');
const { args, stages } = parseDockerfile(source);
const final = stages.at(-1)?.instructions ?? [];
const lastOf = (name: string) => final.findLast((instruction) => instruction.name === name);

test('all stages of the image have the Node that a checkout brings, named once by its exact version', () => {
    const version = /NODE_VERSION = '(.+)'/.exec(readFileSync(join(root, 'scripts/ensure-node.mjs'), 'utf8'))?.[1];
    expect(args['NODE_IMAGE']).toMatch(new RegExp(`^node:${version}-[a-z]+-slim$`));
    expect(source.split('node:')).toHaveLength(2);
});

test('what is compiled is compiled on the machine that builds, so that it is the same for every processor', () => {
    const onTarget = source.match(/^FROM (?!--platform=\$BUILDPLATFORM).*/gm) ?? [];
    expect(onTarget).toEqual(['FROM dependencies AS build', 'FROM ${NODE_IMAGE} AS runtime', 'FROM runtime AS server']);
});

test('the image runs Node itself with the flags of a server, as a user that is a number, and is stopped by SIGTERM', () => {
    const entry = lastOf('ENTRYPOINT');
    expect(entry && wordsOf(entry)).toEqual(['node', ...nodeFlags, 'apps/server/dist/main.js']);
    expect(lastOf('USER')?.rest).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(lastOf('STOPSIGNAL')?.rest).toBe('SIGTERM');
    expect(lastOf('HEALTHCHECK')?.rest).toContain('/livez');
    expect(final.filter(({ name }) => name === 'RUN' || name === 'ADD' || name === 'VOLUME')).toEqual([]);
});

test('the image holds no secret: no build argument or variable could bring one', () => {
    const variables = [...source.matchAll(/^(?:ARG|ENV) (.*)/gm)].flatMap(([, rest = '']) =>
        Array.from(rest.matchAll(/(\w+)=/g), ([, name]) => name)
    );
    expect(new Set(variables)).toEqual(
        new Set(['BUILDKIT_SBOM_SCAN_STAGE', 'NODE_ENV', 'NODE_IMAGE', 'PATCHBAY_DATA_DIR', 'REVISION', 'VERSION'])
    );
});

test('a build sees the sources, and nothing that only lies in a checkout', () => {
    const checkout = mkdtempSync(join(tmpdir(), 'patchbay-context-'));
    const write = (path: string) => {
        mkdirSync(dirname(join(checkout, path)), { recursive: true });
        writeFileSync(join(checkout, path), '');
    };
    const sources = ['LICENSE', 'apps/server/src/main.ts', 'e2e/package.json', 'package-lock.json', 'packages/db/migrations/0001_a.sql'];
    const others = [
        '.env',
        '.npmrc.bak',
        '.patchbay/keys.txt',
        'apps/server/.env.local',
        'apps/server/.patchbay/encryption-keys.txt',
        'apps/server/dist/main.js',
        'apps/server/src/main.test.ts',
        'e2e/journey.spec.ts',
        'keys.txt',
        'notes.md',
        'packages/db/.turbo/log',
        'secrets/key'
    ];
    for (const path of [...sources, ...others]) write(path);
    writeFileSync(join(checkout, '.dockerignore'), readFileSync(join(root, '.dockerignore')));
    expect(contextFiles(checkout).toSorted()).toEqual(sources);
});
