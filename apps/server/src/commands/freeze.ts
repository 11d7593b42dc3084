import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError } from '../config.ts';
import { randomIds } from '../kernel/crypto/ids.ts';
import { beginFreeze, beginRevocation, liftFreeze } from '../rooms/management/freezes/freeze.ts';
import { findEnvironmentId, findFreezes } from '../rooms/management/freezes/freezes.sql.ts';
import { type Command, type CommandDeps, onDatabase, tell, UsageError } from './command.ts';

const whatOptions = { env: { type: 'string' }, integration: { type: 'string' } } as const satisfies ParseArgsConfig['options'];
const freezeOptions = {
    ...whatOptions,
    reason: { type: 'string' },
    revoke: { type: 'boolean', default: false }
} as const satisfies ParseArgsConfig['options'];

/** An emergency stop on the database itself, when the API cannot be reached. */
export const freeze: Command = {
    usage: 'freeze --env <environment> [--integration <integration>] --reason <reason> [--revoke]',
    about: 'stops an integration or a whole environment on every server; --revoke has the servers revoke its grants',
    async run(args) {
        const values = readArguments(freeze, args, freezeOptions);
        const { env, integration } = values;
        const reason = values.reason?.trim();
        if (env === undefined || !reason) throw new UsageError(freeze);
        await onDatabase({ besideServer: true }, async ({ database: { db }, clock }) => {
            const environmentId = await requireEnvironment(db, env);
            const deps = { db, clock, ids: randomIds };
            const row = await beginFreeze(deps, { environmentId, integrationKey: integration, reason });
            if (values.revoke) await beginRevocation(deps, row);
            process.stdout.write(`${row.id}\n`);
            tell(
                `${integration ?? `Everything in ${env}`} is frozen.${values.revoke ? ' Servers begin to revoke its grants within a minute; GET /freezes/:freeze_id counts them.' : ''}`
            );
        });
    }
};

export const unfreeze: Command = {
    usage: 'unfreeze --env <environment> [--integration <integration>]',
    about: 'ends a freeze; without --integration that of the whole environment',
    async run(args) {
        const { env, integration } = readArguments(unfreeze, args, whatOptions);
        if (env === undefined) throw new UsageError(unfreeze);
        await onDatabase({ besideServer: true }, async ({ database: { db }, clock }) => {
            const rows = await findFreezes(db, await requireEnvironment(db, env));
            const row = rows.find(({ lifted_at: liftedAt, integration_key: key }) => liftedAt === null && key === (integration ?? null));
            if (!row) throw new ConfigError(`${integration ?? `The environment ${env} as a whole`} is not frozen.`);
            await liftFreeze({ db, clock }, row);
            tell(`${integration ?? `The environment ${env}`} is no longer frozen.`);
        });
    }
};

async function requireEnvironment(db: CommandDeps['database']['db'], name: string): Promise<string> {
    const id = await findEnvironmentId(db, name);
    if (id === undefined) throw new ConfigError(`There is no environment "${name}".`);
    return id;
}

function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(command: Command, args: string[], options: Options) {
    try {
        return parseArgs({ args, options }).values;
    } catch {
        throw new UsageError(command);
    }
}
