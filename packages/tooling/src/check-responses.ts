import { type Argument, type Expression, Visitor } from 'oxc-parser';
import { nameOf, propertyOf } from './check-syntax.ts';
import { mayRespondWithErrors } from './import-rules.ts';
import type { Finding, SourceFile } from './source-file.ts';

const setters = ['status', 'sendStatus', 'writeHead'];
const sentenceAboutResponses =
    'Errors leave by kernel/http/error-response.ts alone. Throw an AppError, or send it by sendPlainError or refuseUpgrade; send a page by sendPage.';
const statusLine = /^HTTP\/\d/;
const builtIn = /^(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$/;
const sentenceAboutThrows =
    'Callers get a built-in error as server_error, which tells them nothing. Throw an AppError with a code of the catalogue, return the outcome, or narrow the type so that the case cannot occur.';

/**
 * The server's errors are made of the catalogue: a status that may be one is set in few files, and
 * rooms throw no errors without a code.
 */
export function checkResponses(file: SourceFile): Finding[] {
    if (file.folder !== 'apps/server' || file.isForDevelopment) return [];
    const guardsStatus = !Object.hasOwn(mayRespondWithErrors, file.path);
    const guardsThrows = file.path.startsWith('apps/server/src/rooms/');
    const findings: Finding[] = [];
    const report = (offset: number, sentence: string) => findings.push({ file: file.path, line: file.lineAt(offset), sentence });
    new Visitor({
        CallExpression({ callee, arguments: [status], start }) {
            const isSetter = callee.type === 'MemberExpression' && setters.includes(propertyOf(callee) ?? '');
            if (guardsStatus && isSetter && !isSuccess(status)) report(start, sentenceAboutResponses);
        },
        AssignmentExpression({ left, right, start }) {
            const isStatus = left.type === 'MemberExpression' && propertyOf(left) === 'statusCode';
            if (guardsStatus && isStatus && !isSuccess(right)) report(start, sentenceAboutResponses);
        },
        Literal({ value, start }) {
            if (typeof value === 'string' && statusLine.test(value)) report(start, sentenceAboutResponses);
        },
        TemplateElement({ value, start }) {
            if (statusLine.test(value.raw)) report(start, sentenceAboutResponses);
        },
        ThrowStatement({ argument, start }) {
            if (guardsThrows && isBuiltInError(argument)) report(start, sentenceAboutThrows);
        }
    }).visit(file.program);
    return findings;
}

/** `new Error()`, and `Error()`, which makes one too. */
function isBuiltInError(node: Expression): boolean {
    return (node.type === 'NewExpression' || node.type === 'CallExpression') && builtIn.test(nameOf(node.callee) ?? '');
}

function isSuccess(status: Argument | undefined): boolean {
    return status?.type === 'Literal' && typeof status.value === 'number' && status.value < 400;
}
