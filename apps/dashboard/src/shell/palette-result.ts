import type { Connection } from '../pages/connections/use-connection-rows.ts';
import type { WaitingAttempt } from '../pages/connections/use-waiting.ts';

export interface Result {
    id: string;
    name: string;
    detail?: string;
    act: () => void;
    /** Why it cannot be chosen, for the member. */
    blockedBecause?: string | undefined;
    /** Whether the search stays open. */
    stays?: true;
}

/** What is asked about before it is done. */
export interface Task {
    action: 'pause' | 'resume' | 'run' | 'link';
    connections: readonly Connection[];
}

/** What results do besides opening a page. */
export interface Does {
    onTask: (task: Task) => void;
    onHelp: () => void;
    onSignIn: (attempt: WaitingAttempt) => void;
    onCopied: (what: string) => void;
}
