import type { FunctionView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { changePaused, pausedName, readPausedName } from '../../connections/connection-store/paused-functions.sql.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { requireConnectionOf } from '../syncs/change-syncs.ts';
import { findFunction } from './list-functions.ts';
import { notFound } from './update-function.ts';

interface Named {
    type: 'action' | 'on-event';
    name: string;
}

/**
 * Switches functions off or on for one connection; for the others they stay as they are.
 * @returns those that are off for it now
 * @throws {AppError} `unknown_connection`, `not_confirmed`, `not_found`
 */
export async function pauseFunctions(
    deps: Pick<Deps, 'batches' | 'clock' | 'db' | 'ids'>,
    target: ConnectionTarget,
    { functions, isPaused }: { functions: readonly Named[]; isPaused: boolean }
): Promise<Named[]> {
    const connection = await requireConnectionOf(deps, target);
    const { environmentId, integrationKey } = target;
    for (const each of functions) {
        const found: FunctionView | undefined = await findFunction(deps, environmentId, { integrationKey, ...each });
        // What was deleted can be forgotten.
        if (!found && isPaused) throw notFound({ id: integrationKey, ...each });
    }
    const names = functions.map(({ type, name }) => pausedName(type, name));
    const change = isPaused ? { pause: names, start: [] } : { pause: [], start: names };
    const paused = await changePaused(deps.db, { environmentId, id: connection.id }, change);
    return paused.map(readPausedName);
}
