import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ConnectionEvent } from '@patchbay/functions';
import { problemOfFunctionName } from '@patchbay/functions/describe';
import { askOne, askText } from '../ask.ts';
import type { Context, Result } from '../command.ts';
import { CliError, UsageError } from '../errors.ts';
import { addToIndex } from '../index-file.ts';
import { requireProject } from '../project.ts';
import { actionTemplate, onEventTemplate, syncTemplate } from '../templates.ts';

interface CreateOptions {
    sync?: true;
    action?: true;
    onEvent?: true;
    event: ConnectionEvent;
}

const usage = 'patchbay create --sync|--action|--on-event <integration> <name>';
const folders = { sync: 'syncs', action: 'actions', onEvent: 'on-events' } as const;

export async function run(context: Context, given: readonly string[], options: CreateOptions): Promise<Result> {
    const { terminal, cwd } = context;
    const folder = requireProject(cwd);
    const type = await typeOf(context, options);
    const integration =
        given[0] ?? (await askText(terminal, 'For which integration? Its id, such as github', `For which integration? ${usage}`));
    const name = given[1] ?? (await askText(terminal, 'What is it called? Such as fetch-contacts', `What is it called? ${usage}`));
    const problem = /^[\w~:.@ -]{1,255}$/.test(integration) ? problemOfFunctionName(name) : `'${integration}' is no id of an integration.`;
    if (problem !== undefined) throw new UsageError(problem);
    const file = `${integration}/${folders[type]}/${name}.ts`;
    for (const kind of Object.values(folders)) {
        const taken = `${integration}/${kind}/${name}.ts`;
        if (existsSync(join(folder, taken))) throw new CliError('function_exists', `There is ${taken} already. Choose another name.`);
    }
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), templateOf(type, options));
    const isListed = addToIndex(folder, file);
    terminal.say(`Wrote ${file}${isListed ? ', and its import into index.ts' : ''}.`);
    terminal.say(`Try it with: ${terminal.style('cyan', `patchbay dryrun ${name} <connection>`)}`);
    return { json: { file, type, integration_id: integration, name } };
}

async function typeOf({ terminal }: Context, { sync, action, onEvent }: CreateOptions): Promise<keyof typeof folders> {
    if (sync) return 'sync';
    if (action) return 'action';
    if (onEvent) return 'onEvent';
    const options = [
        { value: 'sync', label: 'A sync: reads records on a schedule' },
        { value: 'action', label: 'An action: does something when it is called' },
        { value: 'onEvent', label: 'Code that runs on an event of a connection' }
    ] as const;
    return askOne(terminal, 'What should it be?', options, `Should it be a sync, an action or an on-event? ${usage}`);
}

function templateOf(type: keyof typeof folders, { event }: CreateOptions): string {
    return type === 'sync' ? syncTemplate : type === 'action' ? actionTemplate : onEventTemplate(event);
}
