import { Visitor } from 'oxc-parser';
import { nameOf, propertyOf } from './check-syntax.ts';
import type { Finding, SourceFile } from './source-file.ts';

/** What puts another module in the place of one, by its owner. */
const mocks: Readonly<Record<string, readonly string[]>> = {
    jest: ['doMock', 'mock', 'setMock', 'unstable_mockModule'],
    mock: ['module'],
    vi: ['doMock', 'hoisted', 'mock'],
    vitest: ['doMock', 'hoisted', 'mock']
};

/** Modules that a test replaces: it then passes whatever the real one does. */
export function checkMocks({ path, program, lineAt }: SourceFile): Finding[] {
    const findings: Finding[] = [];
    new Visitor({
        CallExpression({ callee, start }) {
            if (callee.type !== 'MemberExpression') return;
            const [owner = '', method = ''] = [nameOf(callee.object), propertyOf(callee)];
            if (!Object.hasOwn(mocks, owner) || !mocks[owner]?.includes(method)) return;
            findings.push({
                file: path,
                line: lineAt(start),
                sentence: `${owner}.${method} replaces a module, and hides what it does. Start the real server on a real database with @patchbay/test-kit, and hand over the clock, the egress or fetch as an argument.`
            });
        }
    }).visit(program);
    return findings;
}
