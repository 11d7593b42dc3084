import { alertRules } from '@patchbay/contracts';
import type { BaseDeps } from '../../../deps.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';
import { recordEvent } from '../../outbox/events/record-event.ts';

/** Notices a key that reads the credentials of many connections, as a stolen one would. */
export interface HarvestAlarm {
    note(caller: Pick<SecretKeyCaller, 'keyId' | 'environmentId'>, connectionRowId: number): void;
}

/** Different connections whose credentials one key reads within the window, on this server. */
const alarmingCount = 1000;
const windowMs = 60 * 60_000;
/** Beyond it all windows begin anew. */
const maxKeys = 10_000;

type AlarmDeps = Pick<BaseDeps, 'db' | 'clock' | 'ids' | 'log' | 'background'>;

export function createHarvestAlarm(deps: AlarmDeps): HarvestAlarm {
    const { clock, log, background } = deps;
    const windows = new Map<string, { until: number; read: Set<number> }>();
    return {
        note({ keyId, environmentId }, connectionRowId) {
            const now = clock.now().getTime();
            let window = windows.get(keyId);
            if (!window || window.until <= now) {
                if (windows.size >= maxKeys) windows.clear();
                window = { until: now + windowMs, read: new Set() };
                windows.set(keyId, window);
            }
            // Told already in this window.
            if (window.read.size >= alarmingCount) return;
            window.read.add(connectionRowId);
            if (window.read.size < alarmingCount) return;
            const about = { environment: environmentId, secret_key_id: keyId };
            log.warn('many_credentials_read: one secret key has read the credentials of many connections within an hour', {
                ...about,
                count: alarmingCount
            });
            background.run(
                recordAlarm(deps, environmentId, keyId).catch((error: unknown) => log.warn('alarm_not_recorded', { ...about, error }))
            );
        }
    };
}

/** @race two servers notice it at once: each records it, and the issue counts them */
function recordAlarm(deps: AlarmDeps, environmentId: string, keyId: string): Promise<void> {
    const message = `One secret key has read the credentials of 1,000 connections within an hour. ${alertRules.many_credentials_read.remedy}`;
    const content = { type: 'alert', code: 'many_credentials_read', message, subject: { type: 'secret_key', id: keyId } } as const;
    return deps.db.transaction().execute((trx) => recordEvent(trx, deps, { environmentId, content }));
}
