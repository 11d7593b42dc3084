import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/**
 * As in docs/embedding.md. The lists below: what one of them lacks, by MDN's browser-compat-data.
 */
const promised = 'Safari 16.4, Chrome 99, Firefox 101 or later.';

/** Not called and not read in shipped code: the calls throw, the properties are undefined. */
const missing = [
    // Of the language.
    /\.(?:findLast|findLastIndex|toReversed|toSorted|toSpliced|isWellFormed|toWellFormed|getOrInsert(?:Computed)?)\(/g,
    /\.(?:difference|intersection|isDisjointFrom|isSubsetOf|isSupersetOf|symmetricDifference|union|transferToFixedLength)\(/g,
    /(?<!Object)\.(?:values|keys|entries|matchAll)\((?:[^()]*)\)\.(?:map|filter|some|every|find|reduce|take|drop|flatMap|forEach|toArray)\(/g,
    /\bArray\.fromAsync\b/g,
    /\b(?:Object|Map)\.groupBy\b/g,
    /\bPromise\.(?:try|withResolvers)\b/g,
    /\bRegExp\.escape\b/g,
    /\bIntl\.(?:Segmenter|DurationFormat)\b/g,
    /\bError\.isError\b/g,
    /\bMath\.(?:f16round|sumPrecise)\b/g,
    /\bUint8Array\.from(?:Base64|Hex)\b/g,
    /\bIterator\.from\b/g,
    // Of the page.
    /\bAbortSignal\.(?:any|timeout)\b/g,
    /\bURL\.(?:canParse|parse)\b/g,
    /\bResponse\.json\(/g,
    /\.checkVisibility\(/g,
    /\b(?:show|hide|toggle)Popover\(/g,
    /\.(?:requestClose|setHTML|setHTMLUnsafe|moveBefore|scheduler\.yield)\(/g,
    /\b(?:CloseWatcher|CookieStore|requestIdleCallback)\b/g,
    // Firefox reflects them as properties since 119.
    /\baria[A-Z]\w+\s*[:=](?!=)/g,
    /\.role\s*=(?!=)/g
];

/**
 * What a browser loads, inlined parts included. React tests for newer features before it uses them.
 */
const files = [
    'apps/connect-ui/dist/index.html',
    ...globSync('apps/connect-ui/dist/assets/*.js', { cwd: root }),
    ...globSync('packages/{browser,react}-sdk/dist/*.js', { cwd: root })
];

test('the documents promise the browsers that this looks after', () => {
    for (const name of ['docs/embedding.md', 'packages/browser-sdk/README.md'])
        expect(readFileSync(join(root, name), 'utf8')).toContain(promised);
});

test.each(files)('%s needs nothing that the oldest promised browsers lack', (file) => {
    const code = readFileSync(join(root, file), 'utf8');
    expect(missing.flatMap((api) => code.match(api) ?? [])).toEqual([]);
});

test('what is looked at is there', () => {
    expect(files.length).toBeGreaterThan(15);
});
