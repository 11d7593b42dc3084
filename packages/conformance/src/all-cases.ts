import type { UnifiedEndpoint } from '@patchbay/integrations/models';
import type { Case } from './case.ts';
import { listCases } from './cases/lists.ts';
import { promiseCases } from './cases/promises.ts';
import { readCases } from './cases/reads.ts';
import { referenceCases } from './cases/references.ts';
import { valueCases } from './cases/values.ts';
import { writeCases } from './cases/writes.ts';
import type { ModelTable } from './model-table.ts';
import { accountingTables } from './tables/accounting.ts';
import { noteCases, resumeCases } from './tables/ats-writes.ts';
import { atsTables } from './tables/ats.ts';
import type { Vendor } from './vendors.ts';

/** Of what is not listed as records. */
const further: Readonly<Record<string, readonly Case[]>> = { Note: noteCases, Resume: resumeCases };

const tables: Readonly<Record<Vendor['category'], readonly ModelTable[]>> = { ats: atsTables, accounting: accountingTables };

/** The row of the coverage table that an endpoint belongs to. */
const modelOf = ({ model }: UnifiedEndpoint) => (model === 'CreatedCandidate' ? 'Candidate' : model);

/** The cases of a category, model by model: the same for each of its vendors. */
export function casesOf(category: Vendor['category']): Case[] {
    const promises = Map.groupBy(promiseCases(category, modelOf), ({ model }) => model);
    const models = new Set([...tables[category].map(({ model }) => model), ...promises.keys()]);
    return [...models].flatMap((model) => {
        const table = tables[category].find((one) => one.model === model);
        const own = table
            ? [
                  ...listCases(table),
                  ...readCases(table),
                  ...valueCases(table),
                  ...referenceCases(table),
                  ...(table.own ?? []),
                  ...writeCases(table)
              ]
            : (further[model] ?? []);
        return [...(promises.get(model) ?? []), ...own];
    });
}
