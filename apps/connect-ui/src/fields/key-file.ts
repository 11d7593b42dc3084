import { longestLines } from './clean-value.ts';

export type KeyFileProblem = 'fileTooBig' | 'fileUnreadable';

const largestFile = 64 * 1024;

/** The text of a file that holds a key, such as `.pem` or a service account's `.json`, as it is. */
export async function readKeyFile(file: File): Promise<{ text: string } | { problem: KeyFileProblem }> {
    if (file.size > largestFile) return { problem: 'fileTooBig' };
    try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
        return text.length > longestLines ? { problem: 'fileTooBig' } : { text };
    } catch {
        return { problem: 'fileUnreadable' };
    }
}
