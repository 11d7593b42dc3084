import { type Db, prepareRead, type StatementRunner } from '@patchbay/db';

interface FunctionEnvironment {
    name: string;
    /** JSON; null: nothing was set. */
    function_limits: string | null;
}

const environmentsById = prepareRead<{ id: string }, FunctionEnvironment>((db, param) =>
    db.selectFrom('environments').select(['name', 'function_limits']).where('id', '=', param('id'))
);

export async function findFunctionEnvironment(runner: StatementRunner, id: string): Promise<FunctionEnvironment | undefined> {
    return (await environmentsById(runner, { id }))[0];
}

export async function lockFunctionLimits(trx: Db, id: string): Promise<string | null> {
    const row = await trx.selectFrom('environments').select('function_limits').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
    return row?.function_limits ?? null;
}

export async function saveFunctionLimits(trx: Db, id: string, limits: string): Promise<void> {
    await trx.updateTable('environments').set({ function_limits: limits }).where('id', '=', id).execute();
}

export async function mayReadCredentials(db: Db, environmentId: string): Promise<boolean> {
    const row = await db.selectFrom('environments').select('functions_read_credentials').where('id', '=', environmentId).executeTakeFirst();
    return row?.functions_read_credentials === true;
}

export async function allowReadingCredentials(db: Db, environmentId: string, isAllowed: boolean): Promise<void> {
    await db.updateTable('environments').set({ functions_read_credentials: isAllowed }).where('id', '=', environmentId).execute();
}
