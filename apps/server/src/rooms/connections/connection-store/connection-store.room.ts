import { room } from '../../../room.ts';
import { createLastUsedBuffer, type LastUsedBuffer } from './last-used-buffer.ts';
import { createNewestSeen, type NewestSeen } from './newest-seen.ts';

declare module '../../../deps.ts' {
    interface Deps {
        newestSeen: NewestSeen;
        lastUsedBuffer: LastUsedBuffer;
    }
}

declare module '../../../kernel/runtime/log.ts' {
    interface LogFields {
        connection_id?: string;
    }
}

export const connectionStore = room({
    name: 'connection-store',
    open(base) {
        const lastUsedBuffer = createLastUsedBuffer(base);
        return { state: { lastUsedBuffer, newestSeen: createNewestSeen() }, stop: () => lastUsedBuffer.stop() };
    }
});
