import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { CompileProblem } from './compile-error.ts';

export type TypecheckResult =
    | { status: 'checked'; typescript: string; problems: readonly CompileProblem[] }
    /** With what to do. */
    | { status: 'skipped'; reason: string };

const WALL_MS = 120_000;
const OUTPUT_BYTES = 16 * 1024 ** 2;

/** Checks types with the project's own TypeScript, 5 or later, and its own settings. */
export async function typecheckProject(folder: string): Promise<TypecheckResult> {
    const root = resolve(folder);
    if (!existsSync(join(root, 'tsconfig.json')))
        return { status: 'skipped', reason: 'Types are not checked: the project has no tsconfig.json.' };
    const compiler = compilerOf(root);
    if (!compiler)
        return { status: 'skipped', reason: 'Types are not checked: install TypeScript with npm install --save-dev typescript.' };
    const output = await outputOf(root, compiler.file);
    return { status: 'checked', typescript: compiler.version, problems: problemsIn(output) };
}

function compilerOf(root: string): { file: string; version: string } | undefined {
    try {
        const manifest = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
        // Of npm.
        const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
        return { file: join(dirname(manifest), 'bin', 'tsc'), version };
    } catch {
        return undefined;
    }
}

function outputOf(root: string, file: string): Promise<string> {
    const options = { cwd: root, timeout: WALL_MS, maxBuffer: OUTPUT_BYTES };
    return new Promise((done, fail) => {
        execFile(process.execPath, [file, '--noEmit', '--pretty', 'false', '--project', root], options, (error, stdout, stderr) => {
            // It ends with 1 or 2 where it found something.
            if (error && (typeof error.code !== 'number' || error.killed)) fail(error);
            else done(stdout + stderr);
        });
    });
}

function problemsIn(output: string): CompileProblem[] {
    const problems: CompileProblem[] = [];
    for (const text of output.split(/\r?\n/)) {
        const [, file, line, column, code, message] = /^(?:(.+)\((\d+),(\d+)\): )?error (TS\d+): (.*)$/.exec(text) ?? [];
        const last = problems.at(-1);
        if (message !== undefined)
            problems.push({
                file: file?.replaceAll('\\', '/') ?? null,
                line: line === undefined ? null : Number(line),
                column: column === undefined ? null : Number(column),
                message,
                code: code ?? ''
            });
        // What follows it says more.
        else if (last && /^\s+\S/.test(text)) last.message += `\n${text}`;
    }
    return problems;
}
