import { room } from '../../../room.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { sealedConnections } from './save-connection.ts';
import type { ConnectionHandlers } from './connection-handlers.ts';
import { connectionGauges } from './connection-metrics.ts';
import { createLastUsedBuffer, type LastUsedBuffer } from './last-used-buffer.ts';
import { createStaleRowDetector, type StaleRowDetector } from './stale-row-detector.ts';

declare module '../../../deps.ts' {
    interface Deps {
        staleRowDetector: StaleRowDetector;
        lastUsedBuffer: LastUsedBuffer;
        connectionHandlers: ConnectionHandlers;
    }
}

declare module '../../../kernel/log/log.ts' {
    interface EnvironmentLogFields {
        connection_id?: string;
    }
}

const historyKeptMs = 365 * 24 * 60 * 60_000;

export const connectionStore = room({
    name: 'connection-store',
    sealed: [sealedConnections],
    gauges: connectionGauges,
    cleanUps: { deleteOldCredentialHistory: deleteOlder('credential_history', 'at', historyKeptMs) },
    open(base) {
        const lastUsedBuffer = createLastUsedBuffer(base);
        return { state: { lastUsedBuffer, staleRowDetector: createStaleRowDetector() }, stop: () => lastUsedBuffer.stop() };
    }
});
