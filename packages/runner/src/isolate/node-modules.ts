import * as functions from '@patchbay/functions';
import { functionModules, nodeModules, providedLibrary } from '../bundle-format.ts';
import { assert } from './assert.ts';
import { crypto } from './crypto.ts';
import { libraries } from './libraries.ts';

const { buffer, events, path, querystring, url } = libraries;

const modules: Readonly<Record<(typeof nodeModules)[number], () => unknown>> = {
    assert: () => assert,
    buffer,
    crypto: () => crypto,
    events,
    path,
    querystring,
    url,
    // Theirs compares texts of JSON.
    util: () => ({ ...libraries.util(), isDeepStrictEqual: libraries.dequal() })
};

/** What `require` is in a bundle. */
export function requireModule(given: unknown): unknown {
    if (functionModules.some((name) => name === given)) return functions;
    if (given === providedLibrary) return libraries.zod();
    const bare = nodeModules.find((name) => name === given || `node:${name}` === given);
    if (!bare) throw new Error(`A function can't import '${String(given)}'. Of Node's modules it has ${nodeModules.join(', ')}.`);
    return modules[bare]();
}
