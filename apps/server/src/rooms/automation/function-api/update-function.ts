import { AppError, type FunctionView, invalidBody } from '@patchbay/contracts';
import { intervalOf, normalizeFrequency, problemOfFrequency } from '@patchbay/functions';
import type { Deps } from '../../../deps.ts';
import { saveSettings } from '../../platform/functions/functions.sql.ts';
import { findIntegration } from '../../platform/integrations/integrations.sql.ts';
import { frequencyChanged } from '../syncs/change-syncs.ts';
import { makeSyncsDue } from '../syncs/syncs.sql.ts';
import { findFunction } from './list-functions.ts';

interface FunctionName {
    id: string;
    type: FunctionView['type'];
    name: string;
}

interface Settings {
    enabled?: boolean | undefined;
    frequency?: string | null | undefined;
    /** The frequency as it was read; undefined: not compared. */
    expected_frequency?: string | null | undefined;
}

/**
 * @throws {AppError} `unknown_provider_config`, `not_found`, `invalid_body`,
 * `sync_interval_too_short`, `conflict`
 * @race it is deployed or changed at the same moment: one statement writes what was given alone,
 * and compares the frequency with what was read
 */
export async function updateSettings(
    deps: Pick<Deps, 'batches' | 'clock' | 'db' | 'ids'>,
    environmentId: string,
    { id: integrationKey, type, name }: FunctionName,
    { enabled, frequency: given, expected_frequency: expected }: Settings
): Promise<FunctionView> {
    const integration = await findIntegration(deps.db, environmentId, integrationKey);
    if (!integration) throw new AppError('unknown_provider_config');
    const find = () => findFunction(deps, environmentId, { integrationKey, type, name });
    const before = await find();
    if (!before) throw notFound({ id: integrationKey, type, name });
    const frequency = given === undefined || given === null ? given : readFrequency(type, given);
    if (expected !== undefined && expected !== before.frequency) throw frequencyChanged();
    const now = deps.clock.now();
    await deps.db.transaction().execute(async (trx) => {
        const key = { environmentId, integrationId: integration.id, kind: type, name, id: deps.ids.uuid() };
        const read = expected === undefined ? undefined : { frequency: expected, declared: before.declared_frequency };
        if (!(await saveSettings(trx, key, { isEnabled: enabled, frequency, expected: read, now }))) throw frequencyChanged();
        if (type !== 'sync') return;
        // Its connections that have the sync already run it as the settings say now.
        const intervalMs = intervalOf(frequency ?? before.declared_frequency ?? '');
        const latest =
            enabled === true && !before.enabled ? now : intervalMs === undefined ? undefined : new Date(now.getTime() + intervalMs);
        if (latest) await makeSyncsDue(trx, { environmentId, integrationId: integration.id, name }, latest);
    });
    return (await find()) ?? before;
}

/** @throws {AppError} `invalid_body`, `sync_interval_too_short` */
function readFrequency(type: FunctionView['type'], given: string): string {
    if (type !== 'sync') throw invalidBody(['frequency'], 'Only syncs have a frequency.');
    const frequency = normalizeFrequency(given);
    const problem = problemOfFrequency(frequency);
    if (problem === 'too_short') throw new AppError('sync_interval_too_short');
    if (problem === 'too_long') throw invalidBody(['frequency'], 'Must be at most 31 days.');
    if (problem) throw invalidBody(['frequency'], 'Must be a frequency, such as `every 5 minutes` or `every hour`.');
    return frequency;
}

export function notFound({ id, type, name }: FunctionName): AppError {
    return new AppError('not_found', { message: `The integration ${id} has no ${type} ${name}.` });
}
