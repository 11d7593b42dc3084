import { expect, test } from 'vitest';
import { checkDocblocks, examplesOf, publicFunctions, readSdks, typeErrors } from './sdk-docs.ts';

const sdks = readSdks();

test('every example in a docblock of an SDK compiles', { timeout: 120_000 }, async () => {
    expect(sdks.filter((file) => examplesOf(file) !== undefined).length).toBeGreaterThan(10);
    expect(await typeErrors(sdks)).toEqual([]);
});

test('every function and method of an SDK says what it returns and throws, with an example', () => {
    const names = publicFunctions(sdks).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Keys.revoke', 'Proxy.items', 'openConnectUI', 'ConnectUI.close', 'auth', 'useConnect']));
    expect(checkDocblocks(sdks).map(({ file, line, sentence }) => `${file}:${line}: ${sentence}`)).toEqual([]);
});
