import * as functions from '@patchbay/functions';
import { assert } from './assert.ts';
import { crypto } from './crypto.ts';
import { libraries } from './libraries.ts';

const { buffer, events, path, querystring, url } = libraries;

/** Node's modules that a bundle may require. */
const modules: Readonly<Record<string, () => unknown>> = {
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
export function requireModule(name: unknown): unknown {
    if (name === '@patchbay/functions') return functions;
    const bare = String(name).replace(/^node:/, '');
    const load = Object.hasOwn(modules, bare) ? modules[bare] : undefined;
    if (!load) throw new Error(`A function can't import '${String(name)}'. Of Node's modules it has ${Object.keys(modules).join(', ')}.`);
    return load();
}
