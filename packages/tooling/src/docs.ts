import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Documents whose links and included code are checked, by their paths from the root. */
export const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: rootFolder })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();

const include = /<!-- include (\S+) -->\n(?:```\w+\n[\s\S]*?\n```\n)?/g;

/** The part of a file between its `README: begin` and `README: end`, with its indentation. */
function markedPart(source: string): string {
    const part = /README: begin[^\n]*\n([\s\S]*?)\n[^\n]*README: end/.exec(source)?.[1];
    if (part === undefined) throw new Error('The file has no README marks.');
    return part;
}

/** Fills a document's includes with code that runs in tests. */
export function fillIncludes(document: string, readSource: (path: string) => string): string {
    return document.replaceAll(
        include,
        (_, path: string) => `<!-- include ${path} -->\n\`\`\`${extname(path).slice(1)}\n${markedPart(readSource(path))}\n\`\`\`\n`
    );
}

/**
 * A document's links into this repository: file, relative to its folder or empty, and heading, if
 * any.
 */
export function linksOf(document: string): { file: string; heading: string | undefined }[] {
    return [...document.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, file = '', heading]) => ({ file, heading }));
}

/** What links to a document's headings may end in, as GitHub makes it. */
export function headingsOf(document: string): string[] {
    const withoutCode = document.replaceAll(/```[\s\S]*?```/g, '');
    return [...withoutCode.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
            .replaceAll(' ', '-')
    );
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
