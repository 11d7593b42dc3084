import type { Terminal } from './terminal.ts';

export interface Context {
    terminal: Terminal;
    /** The folder that the command was called in. */
    cwd: string;
    variables: Readonly<Record<string, string | undefined>>;
}

/** What a command ends with. */
export interface Result {
    /** Printed with `--json`. */
    json: unknown;
    /** The command did its work, and what it looked at is not as it should be. */
    failed?: boolean;
}

/** The module of a command. */
export interface Command<Options extends object> {
    run(context: Context, args: readonly string[], options: Options): Promise<Result>;
}
