import { room } from '../../../room.ts';
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

export const connectionStore = room({
    name: 'connection-store',
    sealed: [sealedConnections],
    gauges: connectionGauges,
    open(base) {
        const lastUsedBuffer = createLastUsedBuffer(base);
        return { state: { lastUsedBuffer, staleRowDetector: createStaleRowDetector() }, stop: () => lastUsedBuffer.stop() };
    }
});
