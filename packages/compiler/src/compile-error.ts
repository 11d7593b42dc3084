/** Something that keeps code from being compiled, or a warning. */
export interface CompileProblem {
    /** Below the project's folder; `null` where it is about all of it. */
    file: string | null;
    /** From 1. */
    line: number | null;
    column: number | null;
    message: string;
    /** Such as `parse_error`, `import_not_found`, `builtin_not_available`, `bundle_too_large`. */
    code: string;
}

export class CompileError extends Error {
    override name = 'CompileError';
    readonly problems: readonly CompileProblem[];

    constructor(problems: readonly CompileProblem[]) {
        super(problems.map(textOf).join('\n'));
        this.problems = problems;
    }
}

function textOf({ file, line, column, message }: CompileProblem): string {
    const place = [file, line, column].filter((part) => part !== null).join(':');
    return place ? `${place}: ${message}` : message;
}
