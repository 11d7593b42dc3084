import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import { findVariables } from './environment-variables.sql.ts';

export const sealedVariables = sealedTable({ name: 'environment_variables', columns: ['value'], key: 'name', boundTo: ['name'] });

/** What functions of an environment get. @throws {SealError} */
export async function readVariables(
    { db, seal }: Pick<Deps, 'db' | 'seal'>,
    environmentId: string
): Promise<{ name: string; value: string; updatedAt: Date }[]> {
    const rows = await findVariables(db, environmentId);
    const variables = rows.map((row) => ({
        name: row.name,
        value: seal.open(sealedVariables.place(row, 'value'), row.value, z.string()),
        updatedAt: row.updated_at
    }));
    rememberSecrets(variables.map(({ value }) => value));
    return variables;
}
