import type { FoundFunction } from '@patchbay/compiler';
import type { Patchbay } from '@patchbay/node';
import { askText } from '../ask.ts';
import { forkOf, forksBehind } from '../built-in.ts';
import { buildProject, requireGood } from '../build-project.ts';
import type { Context, Result } from '../command.ts';
import { type Chosen, deploymentOf } from '../deployment.ts';
import { CliError } from '../errors.ts';
import { warnOfServerWall } from '../process-notice.ts';
import { requireProject } from '../project.ts';
import { connect, readSettings } from '../settings.ts';
import { withRunner } from '../with-runner.ts';

interface DeployOptions {
    sync?: string;
    action?: string;
    integration?: string;
    version?: string;
    allowDestructive?: true;
    dependencyUpdate: boolean;
}

type Plan = Awaited<ReturnType<Patchbay['functions']['confirm']>>;
type Change = Plan['newSyncs'][number] & { type: string };

export async function run(context: Context, [environment]: readonly string[], options: DeployOptions): Promise<Result> {
    const { terminal, cwd } = context;
    const folder = requireProject(cwd);
    const settings = readSettings(context, folder, environment);
    const patchbay = connect(settings);
    const chosen = chosenBy(options);
    const built = await withRunner((runner) => buildProject(context, folder, runner, { ...options, only: chosen.only }));
    const functions = requireGood(context, built);
    if (chosen.mode !== 'all' && functions.length === 0) throw new CliError('function_not_found', `The project has no ${chosen.words}.`);
    const deployment = deploymentOf(functions, chosen, (compiled) => forkOf(folder, compiled));
    for (const { message, fix } of forksBehind(folder, functions))
        terminal.warn(`${terminal.style('yellow', 'warning:')} ${message}: ${fix}`);
    await warnOfServerWall(patchbay, functions, terminal);
    const plan = changesOf(await patchbay.functions.confirm(deployment));
    for (const what of ['created', 'changed', 'deleted'] as const) show(context, what, plan[what]);
    const result = { environment: settings.environment, url: settings.url, ...plan };
    if (Object.values(plan).every(({ length }) => length === 0)) {
        terminal.say(`${settings.environment} has all of it already: there is nothing to deploy.`);
        return { json: { ...result, deployed: [] } };
    }
    const mayDelete = options.allowDestructive ?? (plan.deleted.length > 0 && (await confirmsDeletion(context, plan.deleted)));
    const deployed = await patchbay.functions.deploy({ ...deployment, allowDestructive: mayDelete });
    terminal.say(`${terminal.style('green', '✓')} Deployed to ${settings.environment} at ${settings.url}.`);
    return { json: { ...result, deployed } };
}

function chosenBy({ sync, action, integration, version }: DeployOptions): Chosen & { only(found: FoundFunction): boolean; words: string } {
    const named = sync !== undefined || action !== undefined;
    const isNamed = ({ type, name }: FoundFunction) => (type === 'sync' && name === sync) || (type === 'action' && name === action);
    return {
        mode: named ? 'single' : integration === undefined ? 'all' : 'integration',
        version,
        only: (found) => (integration === undefined || found.integrationId === integration) && (!named || isNamed(found)),
        words: [
            ...(sync === undefined ? [] : [`sync ${sync}`]),
            ...(action === undefined ? [] : [`action ${action}`]),
            ...(integration === undefined ? [] : [`${named ? '' : 'function '}of ${integration}`])
        ].join(' ')
    };
}

function changesOf(plan: Plan): Record<'created' | 'changed' | 'deleted', Change[]> {
    const list = (syncs: Plan['newSyncs'], actions: Plan['newSyncs'], handlers: Plan['newSyncs']): Change[] => [
        ...syncs.map((each) => ({ type: 'sync', ...each })),
        ...actions.map((each) => ({ type: 'action', ...each })),
        ...handlers.map((each) => ({ type: 'on-event', ...each }))
    ];
    return {
        created: list(plan.newSyncs, plan.newActions, plan.newOnEventScripts),
        changed: list(plan.updatedSyncs, plan.updatedActions, plan.updatedOnEventScripts),
        deleted: list(plan.deletedSyncs, plan.deletedActions, plan.deletedOnEventScripts)
    };
}

const looks = { created: ['+', 'green'], changed: ['~', 'yellow'], deleted: ['-', 'red'] } as const;

function show({ terminal }: Context, what: keyof typeof looks, changes: readonly Change[]): void {
    const [sign, color] = looks[what];
    for (const change of changes) terminal.say(terminal.style(color, `${sign} ${what} ${lineOf(change)}`));
}

function lineOf({ type, providerConfigKey, name, connections = 0 }: Change): string {
    const effect = connections > 0 ? ` (of ${connections} ${connections === 1 ? 'connection' : 'connections'})` : '';
    return `${type} ${providerConfigKey}/${name}${effect}`;
}

/** @throws {CliError} where it may not */
async function confirmsDeletion({ terminal }: Context, deleted: readonly Change[]): Promise<true> {
    const list = deleted.map(lineOf).join(', ');
    if (!terminal.isInteractive)
        throw new CliError(
            'destructive_deployment',
            `The deployment would delete ${list}, syncs with their records. Nothing was changed. Say that it may with --allow-destructive.`,
            { deleted }
        );
    const answer = await askText(terminal, `Delete ${list}, syncs with their records? Type yes`, '');
    if (answer.toLowerCase() !== 'yes') throw new CliError('cancelled', 'Cancelled. Nothing was changed.');
    return true;
}
