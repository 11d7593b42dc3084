import { AppError } from '@patchbay/contracts';
import { BackupError, DatabaseStartError } from '@patchbay/db';
import { ConfigError } from '../config.ts';
import { SealError } from '../kernel/crypto/seal.ts';
import { BootstrapError } from '../rooms/platform/environments/bootstrap.ts';
import { version } from '../version.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { freeze, unfreeze } from './freeze.ts';
import type { Command } from './command.ts';
import { invite } from './invite.ts';
import { keys } from './keys.ts';
import { makeKey } from './make-key.ts';
import { restored } from './restored.ts';
import { rotateKeys } from './rotate-keys.ts';

const commands: Readonly<Record<string, Command>> = {
    freeze,
    unfreeze,
    'rotate-keys': rotateKeys,
    backup,
    restore,
    keys,
    invite,
    'make-key': makeKey,
    restored
};

const help = `patchbay-server ${version}

  serve\n      runs the server; so does no command at all
${Object.values(commands)
    .map(({ usage, about }) => `  ${usage}\n      ${about}\n`)
    .join('')}
Settings are environment variables; the README has a table of them.
`;

/** Runs one of the commands beside `serve`. It ends with 1 when it fails. */
export async function runCommand(name: string, args: string[]): Promise<void> {
    try {
        const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
        if (name === 'help' || name === '--help' || name === '-h') process.stdout.write(help);
        else if (name === '--version') process.stdout.write(`${version}\n`);
        else if (!command) throw new ConfigError(`There is no command "${name}".\n${help}`);
        else if (args.includes('--help')) process.stdout.write(`Usage: patchbay-server ${command.usage}\n\n${command.about}\n`);
        else await command.run(args);
    } catch (error) {
        process.stderr.write(`patchbay: ${describe(error)}\n`);
        process.exitCode = 1;
    }
}

/** One sentence for errors of the operator; a stack trace for bugs. */
function describe(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    const isKnown = [AppError, BackupError, ConfigError, DatabaseStartError, BootstrapError, SealError].some(
        (kind) => error instanceof kind
    );
    return isKnown ? error.message : (error.stack ?? error.message);
}
