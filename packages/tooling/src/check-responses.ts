import { type Argument, Visitor } from 'oxc-parser';
import { propertyOf } from './check-syntax.ts';
import { mayRespondWithErrors } from './import-rules.ts';
import type { Finding, SourceFile } from './source-file.ts';

const setters = ['status', 'sendStatus', 'writeHead'];
const sentence =
    'Errors leave by kernel/http/error-response.ts alone. Throw an AppError, or send it by sendPlainError; send a page by sendPage.';

/** The server's errors are made of the catalogue: a status that may be one is set in few files. */
export function checkResponses(file: SourceFile): Finding[] {
    if (file.folder !== 'apps/server' || file.isForDevelopment || Object.hasOwn(mayRespondWithErrors, file.path)) return [];
    const findings: Finding[] = [];
    const report = (offset: number) => findings.push({ file: file.path, line: file.lineAt(offset), sentence });
    new Visitor({
        CallExpression({ callee, arguments: [status], start }) {
            if (callee.type === 'MemberExpression' && setters.includes(propertyOf(callee) ?? '') && !isSuccess(status)) report(start);
        },
        AssignmentExpression({ left, right, start }) {
            if (left.type === 'MemberExpression' && propertyOf(left) === 'statusCode' && !isSuccess(right)) report(start);
        }
    }).visit(file.program);
    return findings;
}

function isSuccess(status: Argument | undefined): boolean {
    return status?.type === 'Literal' && typeof status.value === 'number' && status.value < 400;
}
