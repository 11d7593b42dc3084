import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { Visitor } from 'oxc-parser';
import { getConsumedChars, isPotentiallyZeroLength } from 'regexp-ast-analysis';
import { analyse } from 'scslre';
import type { SourceFile } from './source-file.ts';

/** Code that runs on what others send: a server's, a browser's, and a customer's process. */
export const analysedFolders: readonly string[] = [
    'apps/connect-ui',
    'apps/server',
    'packages/api-client',
    'packages/browser-sdk',
    'packages/contracts',
    'packages/db',
    'packages/node-sdk',
    'packages/oauth',
    'packages/providers',
    'packages/react-sdk',
    'packages/signatures',
    'packages/tokens'
];

/** Why an expression that is not proven linear may stay; by its literal, or its `RegExp` source. */
export const reviewedExpressions: Readonly<Record<string, string>> = {
    '/(?<=\\p{Ll})\\p{Lu}/u': 'looks back at one character',
    '/^\\{(?!NULL[,}])[^"\\\\{},]+(?:,(?!NULL[,}])[^"\\\\{},]+)*\\}$/i': 'anchored; each look ahead is at five characters',
    '/^(["\'])(.*)\\1$/g': 'anchored; one repetition, and the quote is compared at its end',
    '/^(["\'`])(.+)\\1$/s': 'anchored; one repetition, and the quote is compared at its end',
    '/^bearer\\s+(?=\\S)/i': 'anchored; looks ahead at one character',
    '/^C\\W*(?=.{5}$)/': 'anchored; looks ahead at six characters',
    '/\\((?:iPhone|iPad|iPod)[^)]*\\)(?!.*Safari\\/)/': 'runs on the user agent of the browser that it runs in',
    '/\\/+$/': 'runs on the address that a developer gives the client',
    '/\\bpostgres -D (.*?) -c /': 'runs on the command line of a process on this machine',
    "RegExp(`^(?:/v1)?(?:${open.join('|')})(?:[/?#]|$)`, 'i')": 'anchored; fixed paths of our endpoints',
    'RegExp(pattern)': 'compiles a field’s pattern and runs it on the example beside it; those of all our definitions are analysed',
    'RegExp(`^(?:${pattern})$`)': "a provider field's pattern; those of all definitions are analysed",
    "RegExp(`^(.+?)${literal}${suffix.endsWith('/') ? '' : '(?:$|[/?#:])'}`, 'is')": 'anchored; a fixed suffix after one repetition',
    "RegExp(`<${element}>([\\\\s\\\\S]*?)</${element}>`, 'g')": 'runs on the page that we have built, once at start',
    "RegExp(`^(?:/v1)?(?:${patterns.join('|')})(?:\\\\?|$)`)":
        'paths of our own contracts, each part a text or [^/?]+ up to the next slash',
    "RegExp(`^(?:https?://[^/?#]*)?(?:/v1)?${named}${named.endsWith('$)') ? '' : '/?(?:[?#]|$)'}`, 'i')":
        'anchored; each repetition goes up to a character that it excludes'
};

export interface SuspectExpression {
    file: string;
    line: number;
    /** As in {@link reviewedExpressions}. */
    expression: string;
    why: string;
}

/** Every expression of a file that may take more than linear time, reviewed or not. */
export function findSuperLinear(
    file: Pick<SourceFile, 'path' | 'program' | 'lineAt'>,
    textOf: (start: number, end: number) => string
): SuspectExpression[] {
    const found: SuspectExpression[] = [];
    const report = (start: number, expression: string, why: string) =>
        found.push({ file: file.path, line: file.lineAt(start), expression, why });
    const madeAtRunTime = ({ callee, start, end }: { callee: { type: string }; start: number; end: number }) => {
        if ('name' in callee && callee.name === 'RegExp')
            report(start, textOf(start, end).replace(/^new /, ''), 'it is put together at run time');
    };
    new Visitor({
        Literal(node) {
            if (!('regex' in node)) return;
            const { pattern, flags } = node.regex;
            const why = superLinear(pattern, flags);
            if (why !== undefined) report(node.start, `/${pattern}/${flags}`, why);
        },
        NewExpression: madeAtRunTime,
        CallExpression: madeAtRunTime
    }).visit(file.program);
    return found;
}

/** Why an expression may take more than linear time; undefined for one that does not. */
export function superLinear(source: string, flags = ''): string | undefined {
    // The analyser looks past these.
    if (/\(\?<?[=!]|\\(?:[1-9]|k<)/.test(source)) return 'it looks around or refers back, which cannot be analysed';
    const { reports } = analyse({ source, flags });
    if (reports.some(({ exponential }) => exponential)) return 'it can take exponential time';
    if (reports.length > 0) return 'it can take quadratic time';
    return runsOverItsOwnStart(source, flags) ? 'it can take quadratic time, begun anew at each of its own beginnings' : undefined;
}

/**
 * What the analyser does not report: `x.*y` on `xxxx…`. From each start the repetition runs to the
 * end of the text, where the required rest is missing.
 */
function runsOverItsOwnStart(source: string, flags: string): boolean {
    if (flags.includes('y')) return false;
    const parser = new RegExpParser();
    const parsedFlags = parser.parseFlags(flags);
    const pattern = parser.parsePattern(source, 0, source.length, parsedFlags);
    const overlaps = (one: AST.Element, other: AST.Element) => {
        const [a, b] = [one, other].map((element) => getConsumedChars(element, parsedFlags).chars);
        return a !== undefined && b !== undefined && !a.isDisjointWith(b);
    };
    let found = false;
    visitRegExpAST(pattern, {
        onQuantifierEnter(repetition) {
            if (repetition.max !== Infinity) return;
            const around = neighbours(repetition);
            const isAnchored = around.before.some(({ raw }) => raw === '^') && !flags.includes('m');
            const mustGoOn = around.after.some((element) => element.type === 'Assertion' || !isPotentiallyZeroLength(element, parsedFlags));
            const canRestart = around.before.every(
                (element) => isPotentiallyZeroLength(element, parsedFlags) || overlaps(element, repetition.element)
            );
            found ||= !isAnchored && mustGoOn && canRestart;
        }
    });
    return found;
}

/** The elements before and after one, also outside of the groups that it is in. */
function neighbours(element: AST.Element): { before: AST.Element[]; after: AST.Element[] } {
    const before: AST.Element[] = [];
    const after: AST.Element[] = [];
    for (let node: AST.Node | null = element; node; node = node.parent) {
        if (node.parent?.type !== 'Alternative') continue;
        const { elements } = node.parent;
        const index = elements.findIndex((sibling) => sibling === node);
        before.push(...elements.slice(0, index));
        after.push(...elements.slice(index + 1));
    }
    return { before, after };
}
