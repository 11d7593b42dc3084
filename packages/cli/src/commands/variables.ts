import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Patchbay } from '@patchbay/node';
import type { Context, Result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { findProject } from '../project.ts';
import { connect, readSettings } from '../settings.ts';

interface VariablesOptions {
    environment?: string;
}

export const list = {
    async run(context: Context, _args: readonly string[], options: VariablesOptions): Promise<Result> {
        const { patchbay } = target(context, options);
        const variables = await patchbay.functions.listVariables();
        for (const { name, value } of variables) context.terminal.say(`${name}=${value}`);
        if (variables.length === 0) context.terminal.say('There are no variables.');
        return { json: variables };
    }
};

export const set = {
    async run(context: Context, [name = '', given = '']: readonly string[], options: VariablesOptions): Promise<Result> {
        const { patchbay, environment } = target(context, options);
        await patchbay.functions.setVariable(name, { value: valueOf(context.cwd, given) });
        context.terminal.say(`Set ${name} in ${environment}. Runs that begin from now on get it.`);
        return { json: { name, environment } };
    }
};

export const remove = {
    async run(context: Context, [name = '']: readonly string[], options: VariablesOptions): Promise<Result> {
        const { patchbay, environment } = target(context, options);
        await patchbay.functions.deleteVariable(name);
        context.terminal.say(`Deleted ${name} in ${environment}.`);
        return { json: { name, environment } };
    }
};

/** Variables are of an environment, so that a project is only looked at for its `.env`. */
function target(context: Context, { environment }: VariablesOptions): { patchbay: Patchbay; environment: string } {
    const settings = readSettings(context, findProject(context.cwd), environment);
    return { patchbay: connect(settings), environment: settings.environment };
}

/** A file keeps a secret out of the history of the shell. */
function valueOf(cwd: string, given: string): string {
    if (!given.startsWith('@')) return given;
    try {
        return readFileSync(given === '@-' ? 0 : resolve(cwd, given.slice(1)), 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
        throw new UsageError(`The value can't be read: ${error instanceof Error ? error.message : String(error)}`);
    }
}
