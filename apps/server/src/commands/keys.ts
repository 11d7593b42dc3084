import { parseArgs } from 'node:util';
import { accountScopes } from '@patchbay/contracts';
import { createAccountKey, createFirstKey } from '../rooms/platform/environments/bootstrap.ts';
import { findAccountKeys, revokeAccountKeyRow } from '../rooms/platform/environments/account-keys.sql.ts';
import { loadKeyRing } from '../rooms/platform/environments/key-files.ts';
import { type Command, type CommandDeps, onDatabase, tell, UsageError } from './command.ts';

/** Makes secret keys in the database: of an environment, when all are lost, and of the account. */
export const keys: Command = {
    usage: 'keys create --env <environment> [--name <name>] | keys create --account [--name <name>] [--scopes <scope,…>] | keys list --account | keys revoke --account <id>',
    about: 'makes a secret key of an environment with every scope, when all are lost; makes, lists and revokes account keys',
    async run(args) {
        const { values, positionals } = readArguments(args);
        const work = values.account ? ofAccount(values, positionals) : ofEnvironment(values, positionals);
        await onDatabase({ besideServer: true }, work);
    }
};

type Values = ReturnType<typeof readArguments>['values'];
type Work = (deps: CommandDeps) => Promise<void>;

function ofEnvironment({ env: environment, name: displayName, scopes }: Values, positionals: string[]): Work {
    if (positionals.join(' ') !== 'create' || environment === undefined || scopes !== undefined) throw new UsageError(keys);
    return async ({ config, database: { db }, clock }) => {
        const ring = await loadKeyRing(config, db);
        show(await createFirstKey({ db, clock }, { ring, environment, displayName }), 'with every scope');
    };
}

function ofAccount({ env, name: displayName, scopes: list }: Values, [verb, id, ...more]: string[]): Work {
    if (env !== undefined || more.length > 0) throw new UsageError(keys);
    if (verb === 'create' && id === undefined) {
        const scopes = readScopes(list);
        return async ({ config, database: { db }, clock }) => {
            const ring = await loadKeyRing(config, db);
            show(await createAccountKey({ db, clock }, { ring, displayName, scopes }), `of the account, with ${scopes.join(', ')}`);
        };
    }
    if (list !== undefined) throw new UsageError(keys);
    if (verb === 'list' && id === undefined)
        return async ({ database: { db } }) => {
            for (const row of await findAccountKeys(db))
                process.stdout.write(
                    `${[row.id, row.display_name, row.scopes.join(','), row.created_at.toISOString(), row.last_used_at?.toISOString() ?? 'never used'].join('\t')}\n`
                );
        };
    if (verb === 'revoke' && id !== undefined)
        return async ({ database: { db }, clock }) => {
            if (!(await revokeAccountKeyRow(db, id, clock.now()))) throw new UsageError(keys, `There is no account key "${id}".`);
            tell(`The account key ${id} is revoked: every server refuses it within 5 seconds.`);
        };
    throw new UsageError(keys);
}

function show(key: string, what: string): void {
    tell(`A key ${what}, shown this once. Keep it safe:`);
    process.stdout.write(`${key}\n`);
}

function readScopes(list: string | undefined) {
    const wanted = list?.split(',') ?? ['account:*'];
    const unknown = wanted.find((scope) => !accountScopes.some((known) => known === scope));
    if (unknown !== undefined) throw new UsageError(keys, `There is no scope "${unknown}". There are: ${accountScopes.join(', ')}.`);
    return accountScopes.filter((scope) => wanted.includes(scope));
}

function readArguments(args: string[]) {
    try {
        const options = {
            env: { type: 'string' },
            account: { type: 'boolean', default: false },
            name: { type: 'string', default: 'Made on the database' },
            scopes: { type: 'string' }
        } as const;
        return parseArgs({ args, allowPositionals: true, options });
    } catch {
        throw new UsageError(keys);
    }
}
