import { constants } from 'node:os';

/** An error that the user can fix. Its message is a whole sentence and is shown without a stack. */
export class UserError extends Error {}

/** Stopped by a signal in the middle of the work. */
export class Interrupted extends Error {
    /** @param {NodeJS.Signals} signal */
    constructor(signal) {
        super(`Stopped by ${signal}`);
        this.exitCode = 128 + constants.signals[signal];
    }
}

/**
 * Runs a script's main function and ends the process with its exit code.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
    try {
        process.exitCode = await main();
    } catch (error) {
        if (error instanceof Interrupted) process.exitCode = error.exitCode;
        else if (error instanceof UserError) {
            console.error(error.message);
            process.exitCode = 1;
        } else throw error;
    }
}
