import type { RequestKind } from '@patchbay/contracts';
import { decoded } from './redact.ts';

const maxWords = 48;
const maxWordLength = 64;

interface Filtered {
    kind?: RequestKind | undefined;
    status?: number | undefined;
    /** Its first digit. */
    statusClass?: number | undefined;
    isFailed?: boolean | undefined;
    integrationKey?: string | undefined;
    runId?: string | undefined;
}

/** What an entry is found by: its words, and the filters that it fits. */
export function termsOf(entry: Filtered & { environmentId: string; url: string; error: string | undefined }): string[] {
    const { environmentId, status, url, error } = entry;
    const words = wordsOf(error === undefined ? url : `${url} ${error}`);
    const statusClass = status === undefined ? undefined : Math.floor(status / 100);
    return [...words, ...filterTerms({ ...entry, statusClass })].map((term) => termOf(environmentId, term));
}

/** An environment's own, so that a search reads no index entries of others. */
export function termOf(environmentId: string, term: string): string {
    return `${environmentId.slice(0, 8)} ${term}`;
}

/** The terms of an entry that fits these filters. No word begins like one. */
export function filterTerms({ kind, status, statusClass, isFailed, integrationKey, runId }: Filtered): string[] {
    const values = { kind, status, class: statusClass, failed: isFailed, integration: integrationKey, run: runId };
    return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`:${name}:${value}`]));
}

/** As entries of the release before have it, which are kept for some weeks. */
export const olderTerm = (filterTerm: string): string => filterTerm.slice(1);

/** Words in lower case: letters and digits, split at everything else. */
export function wordsOf(text: string): string[] {
    const words =
        decoded(text)
            .toLowerCase()
            .match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.slice(0, maxWords).map((word) => word.slice(0, maxWordLength).toWellFormed());
}
