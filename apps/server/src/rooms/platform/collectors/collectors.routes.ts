import { AppError, collectorSignals, getCollector, testCollector, updateCollector } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import type { Deps } from '../../../deps.ts';
import { version } from '../../../version.ts';
import { configOf, encodingOf, signalsOf } from './collector-config.ts';
import { findCollector } from './collectors.sql.ts';
import { changeCollector } from './update-collector.ts';

export const collectorRoutes = [
    route(getCollector, (deps, { auth }) => describe(deps, auth.environmentId)),
    route(updateCollector, async (deps, { auth, body }) => {
        await changeCollector(deps, auth.environmentId, body);
        return describe(deps, auth.environmentId);
    }),
    route(testCollector, async (deps, { auth }) => {
        const row = await findCollector(deps.db, auth.environmentId);
        const config = row && configOf(deps, row);
        if (!config) throw new AppError('conflict', { message: 'This environment has no collector. Give it a `url` first.' });
        // Loaded with its first use, as the SDK is.
        const { tryExport } = await import('../../../kernel/telemetry/try-export.ts');
        const failures = await tryExport(config, { egress: deps.egress, version, environmentId: auth.environmentId });
        return { data: { delivered: failures.length === 0, failures } };
    })
];

async function describe({ db, collectors }: Pick<Deps, 'db' | 'collectors'>, environmentId: string) {
    await collectors.saveResults();
    const row = await findCollector(db, environmentId);
    const { last_error_at: at, last_error: message } = row ?? {};
    return {
        data: {
            url: row?.url ?? null,
            header_names: row?.header_names ?? [],
            encoding: encodingOf(row ?? { encoding: '' }),
            signals: row ? signalsOf(row) : [...collectorSignals],
            last_success_at: row?.last_success_at?.toISOString() ?? null,
            last_error: at && message ? { at: at.toISOString(), message } : null
        }
    };
}
