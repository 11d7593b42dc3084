import { recordsWords } from './search.ts';

interface Restart {
    records: number;
    blockedBecause: string | undefined;
    /** Reads everything again, and keeps the records. */
    onRestart: () => void;
    /** Asks whether they are to be deleted before. */
    onDelete: () => void;
}

/** The ways to start a sync again, for its menu. */
export function restartItems({ records, blockedBecause, onRestart, onDelete }: Restart) {
    return [
        {
            name: `Start again, keep the ${recordsWords(records)}`,
            help: 'It reads everything. Your app hears of those that have changed, are new or are gone.',
            onAction: onRestart,
            blockedBecause
        },
        {
            name: `Delete the ${recordsWords(records)} and start again…`,
            isDanger: true,
            onAction: onDelete,
            blockedBecause
        }
    ];
}
