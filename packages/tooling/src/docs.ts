import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@patchbay/contracts';

export const rootFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Documents whose links and included code are checked, by their paths from the root. */
export const documents = globSync(['*.md', 'docs/**/*.md', '{.changeset,e2e,packages/*}/README.md', 'packages/*/src/**/README.md'], {
    cwd: rootFolder
})
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

const extension = /\.(?:css|html|js|json|md|mjs|sql|tsx?|yml)$/;

/**
 * Paths in a document's backticks, with a slash or an extension; `*` and `<name>` are any text.
 * What begins with a slash or a `<VARIABLE>` is an address.
 */
export function pathsIn(document: string): string[] {
    const quoted = document.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g);
    const paths = Array.from(quoted, ([, text = '']) => text).filter(
        (text) => /^(?!\/|<[A-Z])[\w.*<>/-]+$/.test(text) && (text.includes('/') || extension.test(text))
    );
    return [...new Set(paths)];
}

/** Whether a path, which may begin at any folder and lack the extension, is one of the files. */
export function isPathOf(files: readonly string[], path: string): boolean {
    const source = path
        .replace(/\/$/, '')
        .replaceAll('.', '\\.')
        .replaceAll(/\*|<\w+>/g, '[^/]*');
    const pattern = new RegExp(`(?:^|/)${source}(?:[./]|$)`);
    return files.some((file) => pattern.test(file));
}

/** The endpoints of this server that a document's backticks name, as `GET /path`. */
export function endpointsIn(document: string): string[] {
    const named = document.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([A-Z]+ \/[^`\s?]*)(?:\?[^`\n]*)?`/g);
    return [...new Set(Array.from(named, ([, endpoint = '']) => endpoint))];
}

/** Whether a contract has this method and path; parameters may have other names. */
export function isEndpoint(named: string): boolean {
    return endpoints.some(({ method, path }) => {
        const pattern = path
            .replaceAll(/[.+()]/g, '\\$&')
            .replaceAll(/:\w+/g, ':\\w+')
            .replaceAll(/\*\w+/g, '.+');
        return new RegExp(`^${method === 'ANY' ? '[A-Z]+' : method} ${pattern}$`).test(named);
    });
}

/** The paths of a document's trees of folders, in which two spaces lead one folder down. */
export function treesIn(document: string): string[] {
    return [...document.matchAll(/(?:Inside `(.+)`:\n\n)?```\n([\s\S]*?)\n```/g)].flatMap(([, root, tree = '']) => {
        const trail: string[] = [];
        return Array.from(tree.matchAll(/^( *)(\S+)/gm), ([, indentation = '', name = '']) => {
            trail.splice(indentation.length / 2, trail.length, name.replace(/\/$/, ''));
            return [...(root === undefined ? [] : [root]), ...trail].join('/');
        });
    });
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
