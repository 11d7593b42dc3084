/** Ends a command with an exit code of 1. */
export class CliError extends Error {
    override name = 'CliError';
    readonly code: string;
    readonly details: Readonly<Record<string, unknown>>;

    /** @param details more for programs: what they get with `--json` */
    constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
        super(message);
        this.code = code;
        this.details = details;
    }
}

/** The command line does not say what to do: an exit code of 2. */
export class UsageError extends CliError {
    override name = 'UsageError';

    constructor(message: string) {
        super('usage', message);
    }
}
