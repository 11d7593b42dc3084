import type { Account } from './account.ts';

/** What of a model a case is about; a column of the coverage table. */
export const columns = ['list', 'read', 'live', 'create', 'update', 'delete', 'other'] as const;
export type Column = (typeof columns)[number];

/** One thing that holds for a model, whichever vendor it comes from. */
export interface Case {
    model: string;
    column: Column;
    /** A sentence, unique in its model. */
    says: string;
    /** `METHOD /path` of what it calls; a vendor that lacks one of them cannot be held to it. */
    endpoints: readonly string[];
    /** Whether it changes something at the vendor. */
    writes: boolean;
    /** @throws {Broken} @throws {NotRun} @throws {Unsupported} */
    check(account: Account): Promise<void>;
}

export type Outcome = { result: 'passed' } | { result: 'failed' | 'unsupported' | 'not run'; reason: string };
export type Result = Pick<Case, 'model' | 'column' | 'says'> & Outcome;
