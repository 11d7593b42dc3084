import type { freezeView, grantStatuses } from '@patchbay/contracts';
import type { FreezeRow } from '@patchbay/db';
import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { countGrants, hasOpenAttempts } from './frozen-grants.sql.ts';

type FreezeView = z.output<typeof freezeView>;

type Effects = Pick<Deps, 'db' | 'clock'>;

export async function describeFreeze(deps: Effects, row: FreezeRow): Promise<FreezeView> {
    const [view] = await describeFreezes(deps, row.environment_id, [row]);
    // One row in, one out.
    return view as FreezeView;
}

export async function describeFreezes({ db, clock }: Effects, environmentId: string, rows: readonly FreezeRow[]): Promise<FreezeView[]> {
    const revoking = rows.filter(({ revoking_since: since }) => since !== null);
    const counts =
        revoking.length > 0
            ? await countGrants(
                  db,
                  environmentId,
                  revoking.map(({ id }) => id)
              )
            : [];
    const open = new Set<string>();
    for (const row of revoking) if (row.lifted_at === null && (await hasOpenAttempts(db, row, clock.now()))) open.add(row.id);
    return rows.map((row) => {
        const of = (status: (typeof grantStatuses)[number]) =>
            counts.find((one) => one.freeze_id === row.id && one.status === status)?.count ?? 0;
        return {
            id: row.id,
            integration_id: row.integration_key,
            reason: row.reason,
            created_at: row.created_at.toISOString(),
            lifted_at: row.lifted_at?.toISOString() ?? null,
            revocation: row.revoking_since && {
                started_at: row.revoking_since.toISOString(),
                is_finished: row.listed_up_to === null && of('pending') === 0 && !open.has(row.id),
                pending: of('pending'),
                revoked: of('revoked'),
                revocation_unsupported: of('revocation_unsupported'),
                already_gone: of('already_gone'),
                failed: of('failed')
            }
        };
    });
}

/** Whether every grant is accounted for. */
export async function isFinished(deps: Effects, row: FreezeRow): Promise<boolean> {
    return (await describeFreeze(deps, row)).revocation?.is_finished === true;
}
