import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDocblocks, examplesOf, publicFields, publicFunctions, readSdks, typeErrors } from './sdk-docs.ts';
import { readSources } from './source-file.ts';

const sdks = readSdks();

test('every example in a docblock of an SDK compiles', { timeout: 120_000 }, async () => {
    expect(sdks.filter((file) => examplesOf(file) !== undefined).length).toBeGreaterThan(10);
    expect(await typeErrors(sdks)).toEqual([]);
});

test('every field of what an SDK exports says what it is', () => {
    const names = publicFields(sdks).map(({ name }) => name);
    expect(names).toEqual(
        expect.arrayContaining([
            'ProxyRequest.query',
            'ConnectOptions.onClose',
            'AuthOptions.theme',
            'UseConnectOptions.connectUrl',
            // From other packages.
            'Appearance.logo.src',
            'ApiError.errors'
        ])
    );
    expect(complaints(sdks).filter((sentence) => sentence.includes('has no docblock'))).toEqual([]);
});

test('every function and method of an SDK says what it does, takes, returns and throws, with an example', () => {
    const names = publicFunctions(sdks).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Keys.revoke', 'Proxy.items', 'openConnectUI', 'ConnectUI.close', 'auth', 'useConnect']));
    expect(complaints(sdks)).toEqual([]);
});

test('fields without a text are found and named: of interfaces, of objects in them, of object types and of classes', () => {
    const sentences = complaintsAbout(`
        export interface Box {
            /** In cm. */
            width: number;
            height: number;
            // In cm; not for customers, who read docblocks.
            depth: number;
            /** @default 1 */
            weight?: number;
            /** What holds it together. */
            lid: { colour: string };
        }
        export type Crate = { slats: number };
        export class Shelf {
            boards = 1;
            #screws = 2;
            static readonly made = 3;
            get boxes(): Box[] { return []; }
        }
        interface Inside { unseen: number }
    `);
    expect(sentences.map((sentence) => sentence.replace(/ has no docblock\. Say what it is: .*/, ''))).toEqual([
        'Box.height',
        'Box.depth',
        'Box.weight',
        'Box.lid.colour',
        'Crate.slats',
        'Shelf.boards',
        'Shelf.boxes'
    ]);
});

test('a docblock without a first sentence, and a parameter without a @param, are found and named', () => {
    const sentences = complaintsAbout(`
        export interface Box {
            /**
             * @example
             * box.paint('red');
             */
            paint(colour: string): void;
            /**
             * Fills it.
             * @param what
             * @param layers.depth in cm; 1 by default
             * @param choice any
             * @example
             * box.fill(1, {}, {});
             */
            fill(what: number, layers: object, { a }: object, [b]: string[]): void;
        }
        /**
         * Opens it.
         * @param options what to do
         * @example
         * open();
         */
        export function open({ wide = false } = {}): void {}
    `);
    expect(sentences.map((sentence) => sentence.replace(/\. .*/, ''))).toEqual([
        'The docblock of Box.paint has no first sentence',
        'The docblock of Box.paint has no @param colour',
        'The docblock of Box.fill has no @param what',
        'The docblock of Box.fill has no @param <name of your choice>'
    ]);
    expect(sentences[0]).toContain('Begin it with what the function does');
    expect(sentences[1]).toContain('Say what it is');
});

const complaints = (files: typeof sdks) => checkDocblocks(files).map(({ file, line, sentence }) => `${file}:${line}: ${sentence}`);

/** What is said about the entry of an SDK that reads so. */
function complaintsAbout(source: string): string[] {
    const root = mkdtempSync(join(tmpdir(), 'patchbay-sdk-docs-'));
    try {
        mkdirSync(join(root, 'packages/box-sdk/src'), { recursive: true });
        writeFileSync(join(root, 'packages/box-sdk/src/index.ts'), source);
        return checkDocblocks(readSources(root, 'packages/box-sdk')).map(({ sentence }) => sentence);
    } finally {
        rmSync(root, { recursive: true });
    }
}
