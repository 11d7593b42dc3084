import { type Argument, type Expression, Visitor } from 'oxc-parser';
import type { Finding, SourceFile } from './source-file.ts';

/** They leave open who acts. As an id in an address (`/connections/nobody`) they are data. */
export const vagueWords = /(?<![/=])\b(nobody|somebody|whoever|anybody|everybody|no one|anyone|someone|everyone)\b(?!-)/i;

const definesTests = new Set(['test', 'it', 'describe']);

/** Titles of tests, and the first cells of tables that fill them in, that do not name who acts. */
export function checkTitles({ path, program, isForDevelopment, lineAt }: SourceFile): Finding[] {
    if (!isForDevelopment) return [];
    const findings: Finding[] = [];
    const check = (text: { start: number; end: number }, words: string) => {
        const word = vagueWords.exec(words)?.[1]?.toLowerCase();
        if (word !== undefined)
            findings.push({
                file: path,
                line: lineAt(text.start),
                sentence: `The title says "${word}". Name who acts, in the terms of the field.`
            });
    };
    new Visitor({
        CallExpression({ callee, arguments: [title] }) {
            if (!title || !definesTests.has(rootOf(callee) ?? '')) return;
            const words = textOf(title);
            if (words === undefined) return;
            check(title, words);
            if (words.includes('%s')) for (const cell of firstCells(callee)) check(cell, textOf(cell) ?? '');
        }
    }).visit(program);
    return findings;
}

/** `test` of `test`, `test.skip` and `test.each(rows)`. */
function rootOf(callee: Expression): string | undefined {
    if (callee.type === 'Identifier') return callee.name;
    if (callee.type === 'MemberExpression') return rootOf(callee.object);
    return callee.type === 'CallExpression' ? rootOf(callee.callee) : undefined;
}

function textOf(node: Argument): string | undefined {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
    return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join(' ') : undefined;
}

/** The first cells of the table that stands in `test.each(table)`. */
function firstCells(callee: Expression): Argument[] {
    let table = callee.type === 'CallExpression' ? callee.arguments[0] : undefined;
    while (table?.type === 'TSAsExpression' || table?.type === 'TSSatisfiesExpression') table = table.expression;
    if (table?.type !== 'ArrayExpression') return [];
    return table.elements.flatMap((row) => (row?.type === 'ArrayExpression' && row.elements[0] ? [row.elements[0]] : []));
}
