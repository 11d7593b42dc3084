import { CompileError, type CompiledProject, type CompileProblem, compileProject, typecheckProject } from '@patchbay/compiler';
import type { Runner } from '@patchbay/runner';
import type { Context } from './command.ts';
import { CliError } from './errors.ts';
import { raiseZod } from './zod-dependency.ts';

type Functions = CompiledProject['functions'];

export interface BuildOptions {
    dependencyUpdate?: boolean;
    only?: NonNullable<Parameters<typeof compileProject>[1]>['only'];
    /** Default true. */
    checksTypes?: boolean;
}

export interface Built {
    functions: Functions;
    problems: readonly CompileProblem[];
    warnings: readonly CompileProblem[];
    /** Why types were not checked. */
    notChecked: string | null;
}

/**
 * Compiles a project and checks its types, at the same time.
 * @param runner reads what definitions say; null: that is left out
 */
export async function buildProject(
    context: Context,
    folder: string,
    runner: Runner | null,
    { dependencyUpdate = true, only, checksTypes = true }: BuildOptions = {}
): Promise<Built> {
    if (dependencyUpdate) raiseZod(context, folder);
    const describe: NonNullable<Parameters<typeof compileProject>[1]>['describe'] | undefined =
        runner === null ? undefined : (code, place) => runner.describe({ environmentId: 'cli', code, place });
    try {
        const [compiled, types] = await Promise.all([
            compileProject(folder, { ...(describe && { describe }), ...(only && { only }) }),
            checksTypes ? typecheckProject(folder) : null
        ]);
        return {
            functions: compiled.functions,
            problems: [...compiled.problems, ...(types?.status === 'checked' ? types.problems : [])],
            warnings: compiled.warnings,
            notChecked: types?.status === 'skipped' ? types.reason : null
        };
    } catch (error) {
        if (error instanceof CompileError) throw failedBuild(error.problems);
        throw error;
    }
}

/**
 * Says what is wrong.
 * @throws {CliError} where there are problems
 */
export function requireGood({ terminal }: Context, { functions, problems, warnings, notChecked }: Built): Functions {
    for (const each of warnings) terminal.warn(`${terminal.style('yellow', 'warning:')} ${textOf(each)}`);
    if (notChecked !== null) terminal.warn(`${terminal.style('yellow', 'warning:')} ${notChecked}`);
    if (problems.length > 0) throw failedBuild(problems);
    return functions;
}

function failedBuild(problems: readonly CompileProblem[]): CliError {
    return new CliError('compile_failed', `The project does not compile:\n${problems.map((each) => `  ${textOf(each)}`).join('\n')}`, {
        problems
    });
}

export function textOf({ file, line, column, message }: CompileProblem): string {
    const place = [file, line, column].filter((part) => part !== null).join(':');
    return place === '' ? message : `${place}: ${message}`;
}
