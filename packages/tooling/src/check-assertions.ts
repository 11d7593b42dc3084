import { type Node, Visitor } from 'oxc-parser';
import type { Finding, SourceFile } from './source-file.ts';

/** Type assertions of shipped sources that no comment gives a reason for. */
export function checkAssertions({ path, program, text, comments, isForDevelopment, lineAt }: SourceFile): Finding[] {
    if (isForDevelopment || path.includes('/stories/')) return [];
    const findings: Finding[] = [];
    const explained = new Set<number>();
    for (const { start, end } of comments) {
        const last = lineAt(end);
        for (let line = lineAt(start); line <= last; line++) explained.add(line);
        // A comment with lines of its own is about the next line.
        if (!text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim()) explained.add(last + 1);
    }
    new Visitor({
        TSAsExpression({ start, typeAnnotation }) {
            const line = lineAt(typeAnnotation.start);
            if (isConst(typeAnnotation) || explained.has(line) || explained.has(lineAt(start))) return;
            findings.push({ file: path, line, sentence: sentenceAboutAssertions });
        }
    }).visit(program);
    return findings;
}

const sentenceAboutAssertions =
    'The compiler takes the word of `as`. Narrow or parse the value instead, or say in a comment on the line before why it has this type.';

function isConst(type: Node): boolean {
    return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const';
}
