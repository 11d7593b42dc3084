import { setTimeout as sleep } from 'node:timers/promises';
import { errorCatalog } from '@patchbay/contracts';
import { isDatabaseUnavailable } from '@patchbay/db';
import { HostError } from '@patchbay/functions';
import type { Deps } from '../../../deps.ts';

/**
 * Of a statement that asks too much, by its time, the disk or the memory: it would again.
 * @see https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const ofStatement: ReadonlySet<unknown> = new Set(['57014', '53100', '53200']);
const pauseMs = 500;

/** Whether the database went away, which says nothing about the run. */
export function isDatabaseAway(error: unknown): boolean {
    return isDatabaseUnavailable(error) && !(error instanceof Error && 'code' in error && ofStatement.has(error.code));
}

/** What ends a run whose database is away. @see {@link wasDatabaseAway} */
export function awayError(error: unknown): unknown {
    return isDatabaseAway(error) ? new HostError('dependency_unavailable', errorCatalog.dependency_unavailable.message) : error;
}

export const wasDatabaseAway = ({ code }: { code: string }) => code === 'dependency_unavailable';

/** Does what only the database has to do, again and again until it is back or the server stops. */
export async function onceBack<Result>({ draining }: Pick<Deps, 'draining'>, work: () => Promise<Result>): Promise<Result> {
    for (;;)
        try {
            return await work();
        } catch (error) {
            if (!isDatabaseAway(error) || draining.aborted) throw error;
            await sleep(pauseMs, undefined, { signal: draining }).catch(() => {});
        }
}
