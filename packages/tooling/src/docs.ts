import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Documents whose links, from the root, and included code are checked. */
export const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'packages/react-sdk/README.md'];

const include = /<!-- include (\S+) -->\n(?:```\w+\n[\s\S]*?\n```\n)?/g;

/** The part of a file that stands between its `README: begin` and `README: end` marks, indentation and all. */
function markedPart(source: string): string {
    const part = /README: begin[^\n]*\n([\s\S]*?)\n[^\n]*README: end/.exec(source)?.[1];
    if (part === undefined) throw new Error('The file has no README marks.');
    return part;
}

/** Fills a document's includes with the code that is really run, so that the two cannot drift apart. */
export function fillIncludes(document: string, readSource: (path: string) => string): string {
    return document.replaceAll(
        include,
        (_, path: string) => `<!-- include ${path} -->\n\`\`\`${extname(path).slice(1)}\n${markedPart(readSource(path))}\n\`\`\`\n`
    );
}

/** Targets of a document's links to files of this repository. */
export function fileLinks(document: string): string[] {
    return [...document.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
}

/** Writes every document anew with its includes filled. */
export function generateDocs(): void {
    for (const name of documents) {
        const file = join(rootFolder, name);
        writeFileSync(
            file,
            fillIncludes(readFileSync(file, 'utf8'), (path) => readFileSync(join(rootFolder, path), 'utf8'))
        );
    }
}

if (import.meta.main) generateDocs();
