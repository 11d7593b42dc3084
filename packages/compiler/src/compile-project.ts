import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { FunctionDescription, FunctionPlace } from '@patchbay/functions/describe';
import type { Code, DescribeOutcome } from '@patchbay/runner';
import type { EngineName } from '@patchbay/runner/bundle-format';
import { CompileError, type CompileProblem } from './compile-error.ts';
import { compileFunction } from './compile-function.ts';
import { findFunctions, type FoundFunction, type FunctionType } from './find-functions.ts';

export interface CompiledFunction {
    integrationId: string;
    type: FunctionType;
    name: string;
    /** Below the project's folder. */
    file: string;
    js: string;
    ts: string;
    sourceMap: string;
    engine: EngineName;
    bytes: number;
    /** `null` where nothing was there to describe it with. */
    description: FunctionDescription | null;
}

export interface CompiledProject {
    functions: readonly CompiledFunction[];
    /** Whatever keeps functions from being deployed; those are left out. */
    problems: readonly CompileProblem[];
    warnings: readonly CompileProblem[];
}

/** The runner's `describe`: code is only ever loaded behind its wall. */
type Describe = (code: Code, place: FunctionPlace) => Promise<DescribeOutcome>;

interface ProjectOptions {
    describe?: Describe;
    /** Compiles only some. */
    only?: (found: FoundFunction) => boolean;
}

/** @throws {CompileError} where there is no project */
export async function compileProject(folder: string, { describe, only = () => true }: ProjectOptions = {}): Promise<CompiledProject> {
    const root = resolve(folder);
    const found = findFunctions(root);
    const functions: CompiledFunction[] = [];
    const problems = [...found.problems];
    const warnings = [...found.warnings];
    // One after the other: the bundler uses all processors.
    for (const each of found.functions.filter(only)) {
        try {
            const compiled = await compileFound(root, each, describe, warnings);
            functions.push(compiled);
        } catch (error) {
            if (!(error instanceof CompileError)) throw error;
            problems.push(...error.problems);
        }
    }
    return { functions, problems: distinct(problems), warnings: distinct(warnings) };
}

async function compileFound(
    root: string,
    { integrationId, type, name, file }: FoundFunction,
    describe: Describe | undefined,
    warnings: CompileProblem[]
): Promise<CompiledFunction> {
    const path = relative(root, file).split(sep).join('/');
    const { warnings: own, ...compiled } = await compileFunction({ file, root });
    warnings.push(...own);
    const base = { integrationId, type, name, file: path, ts: await readFile(file, 'utf8'), ...compiled };
    if (!describe) return { ...base, description: null };
    const hash = createHash('sha256').update(compiled.js).digest('hex');
    const outcome = await describe({ hash, source: compiled.js, fileName: path, sourceMap: compiled.sourceMap }, { integrationId, name });
    const problem = (message: string, code: string): CompileProblem => ({ file: path, line: null, column: null, message, code });
    if (outcome.status === 'failed') throw new CompileError([problem(messageOf(outcome.error), 'not_loaded')]);
    if (outcome.description === null)
        throw new CompileError(
            outcome.problems.map((each) => problem(each.path ? `${each.path}: ${each.message}` : each.message, 'invalid_definition'))
        );
    if (outcome.description.type !== type)
        throw new CompileError([problem(`This is one of the ${places[type]}, and not ${made[outcome.description.type]}.`, 'wrong_type')]);
    return { ...base, description: outcome.description };
}

const places = { sync: 'syncs', action: 'actions', onEvent: 'on-events' };
const made = { sync: 'a sync', action: 'an action', onEvent: 'an on-event' };

const messageOf = (error: Extract<DescribeOutcome, { status: 'failed' }>['error']) => ('message' in error ? error.message : error.type);

/** A file that several functions import has its problems once. */
function distinct(problems: readonly CompileProblem[]): CompileProblem[] {
    return [...new Map(problems.map((each) => [JSON.stringify(each), each])).values()];
}
