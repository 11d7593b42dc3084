import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { room } from '../../../room.ts';
import { createRecordCounter, type RecordCounter } from './record-counter.ts';

declare module '../../../deps.ts' {
    interface Deps {
        recordCounter: RecordCounter;
    }
}

const dayMs = 24 * 60 * 60_000;

export const recordCounts = room({
    name: 'record-counts',
    open(base) {
        const recordCounter = createRecordCounter(base);
        return { state: { recordCounter }, stop: () => recordCounter.flush() };
    },
    cleanUps: {
        deleteOldRecordMinutes: deleteOlder('record_minutes', 'at', dayMs),
        deleteOldRecordHours: deleteOlder('record_hours', 'at', 90 * dayMs)
    }
});
