import type { RequestKind } from '@patchbay/contracts';
import { decoded } from './redact.ts';

const maxWords = 48;
const maxWordLength = 64;

interface Filtered {
    kind?: RequestKind | undefined;
    status?: number | undefined;
    isFailed?: boolean | undefined;
    integrationKey?: string | undefined;
}

/** What an entry is found by: its words, and the filters that it fits. */
export function termsOf(entry: Filtered & { environmentId: string; url: string; error: string | undefined }): string[] {
    const { environmentId, status, url, error } = entry;
    const words = wordsOf(error === undefined ? url : `${url} ${error}`);
    const classTerms = status === undefined ? [] : [`class:${Math.floor(status / 100)}`];
    return [...words, ...filterTerms(entry), ...classTerms].map((term) => termOf(environmentId, term));
}

/** An environment's own, so that a search reads no index entries of others. */
export function termOf(environmentId: string, term: string): string {
    return `${environmentId.slice(0, 8)} ${term}`;
}

/** The terms of an entry that fits these filters. */
export function filterTerms({ kind, status, isFailed, integrationKey }: Filtered): string[] {
    return [
        ...(kind === undefined ? [] : [`kind:${kind}`]),
        ...(status === undefined ? [] : [`status:${status}`]),
        ...(isFailed === undefined ? [] : [`failed:${isFailed}`]),
        ...(integrationKey === undefined ? [] : [`integration:${integrationKey}`])
    ];
}

/** Words in lower case: letters and digits, split at everything else. */
export function wordsOf(text: string): string[] {
    const words =
        decoded(text)
            .toLowerCase()
            .match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.slice(0, maxWords).map((word) => word.slice(0, maxWordLength).toWellFormed());
}
