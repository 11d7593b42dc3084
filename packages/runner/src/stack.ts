import { SourceMap, type SourceMapPayload } from 'node:module';

/** Of what runs beside the function, in an isolate or a process. */
const own = ['patchbay:runtime', '<isolated-vm', 'node:internal/', '/process.mjs:'];
/** Decoding them holds the server up: 1 MiB for 0.1 s. */
const MAX_MAPPINGS = 1024 * 1024;

/**
 * A stack in the lines of the sources, without our own; in those of the bundle where the map, which
 * the caller of a deployment sends, makes no sense or is very large.
 */
export function sourceStack(stack: string, fileName: string, sourceMap: string | undefined): string {
    const lines = stack.split('\n').filter((line) => !/^\s+at /.test(line) || !own.some((part) => line.includes(part)));
    return mappedLines(lines, fileName, sourceMap).join('\n');
}

function mappedLines(lines: readonly string[], fileName: string, sourceMap: string | undefined): readonly string[] {
    if (sourceMap === undefined) return lines;
    try {
        // What is no source map makes the next lines throw.
        const payload = JSON.parse(sourceMap) as SourceMapPayload;
        if (payload.mappings.length > MAX_MAPPINGS) return lines;
        const map = new SourceMap(payload);
        return lines.map((line) => mapped(line, fileName, map));
    } catch {
        return lines;
    }
}

function mapped(line: string, fileName: string, map: SourceMap): string {
    const at = line.lastIndexOf(`${fileName}:`);
    const position = at === -1 ? null : /^(\d+):(\d+)/.exec(line.slice(at + fileName.length + 1));
    if (!position) return line;
    const [all, row, column] = position;
    const entry = map.findEntry(Number(row) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return line;
    const original = `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    return line.slice(0, at) + original + line.slice(at + fileName.length + 1 + all.length);
}
