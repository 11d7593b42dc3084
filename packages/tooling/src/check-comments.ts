import { vagueWords } from './check-titles.ts';
import type { Finding, SourceFile } from './source-file.ts';

const maxColumns = 100;
/** A URL can't be broken, and a directive has to stand on one line. */
const unbreakable = /^\W*(?:@see )?https?:\/\/\S+(?: \*\/)?$|^\W*(?:oxlint|eslint)-/;

/** Comments that are too wide, or do not name who acts. */
export function checkComments({ path, text, comments, lineAt }: Pick<SourceFile, 'path' | 'text' | 'comments' | 'lineAt'>): Finding[] {
    const findings: Finding[] = [];
    for (const { start, end } of comments) {
        const lineStart = text.lastIndexOf('\n', start - 1) + 1;
        const isBehindCode = /[^\s{]/.test(text.slice(lineStart, start));
        const lines = text.slice(isBehindCode ? start : lineStart, end).split('\n');
        for (const [index, line] of lines.entries()) {
            const report = (sentence: string) => findings.push({ file: path, line: lineAt(start) + index, sentence });
            const word = vagueWords.exec(line)?.[1]?.toLowerCase();
            if (word !== undefined) report(`The comment says "${word}". Name who acts: the caller, the end user, another server …`);
            if (isBehindCode || line.length <= maxColumns || unbreakable.test(line)) continue;
            report(`The comment line has ${line.length} columns, more than ${maxColumns}. State the constraint in one line, or wrap it.`);
        }
    }
    return findings;
}
