import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';
import type { Clock } from '../../../kernel/runtime/clock.ts';
import type { Log } from '../../../kernel/log/log.ts';

/** Notices a key that reads the credentials of many connections, as a stolen one would. */
export interface HarvestAlarm {
    note(caller: Pick<SecretKeyCaller, 'keyId' | 'environmentName'>, connectionRowId: number): void;
}

/** Different connections whose credentials one key reads within the window, on this server. */
const alarmingCount = 1000;
const windowMs = 60 * 60_000;
/** Beyond it all windows begin anew. */
const maxKeys = 10_000;

export function createHarvestAlarm({ clock, log }: { clock: Clock; log: Log }): HarvestAlarm {
    const windows = new Map<string, { until: number; read: Set<number> }>();
    return {
        note({ keyId, environmentName }, connectionRowId) {
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
            if (window.read.size === alarmingCount)
                log.warn('many_credentials_read: one secret key has read the credentials of many connections within an hour', {
                    environment: environmentName,
                    secret_key_id: keyId,
                    count: alarmingCount
                });
        }
    };
}
