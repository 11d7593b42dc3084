import { SourceMap, type SourceMapPayload } from 'node:module';

const RUNTIME = 'patchbay:runtime';

/** A stack in the lines of the sources, without our own. */
export function sourceStack(stack: string, fileName: string, sourceMap: string | undefined): string {
    // The bundler made it.
    const map = sourceMap === undefined ? undefined : new SourceMap(JSON.parse(sourceMap) as SourceMapPayload);
    return stack
        .split('\n')
        .filter((line) => !line.includes(RUNTIME) && !/^\s+at .*\(?<isolated-vm/.test(line))
        .map((line) => (map ? mapped(line, fileName, map) : line))
        .join('\n');
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
