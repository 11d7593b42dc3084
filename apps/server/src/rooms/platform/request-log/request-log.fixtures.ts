import { getLog, listLogs, type LogDetail, type LogEntry } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { expect } from 'vitest';

type Query = Parameters<typeof listBy>[1];

const listBy = async (app: TestApp, query: Record<string, string | number> = {}): Promise<LogEntry[]> =>
    (await app.call(listLogs, { query: query })).data;

/** The entries that fit, once there are so many, oldest first. */
export async function entriesOf(app: TestApp, count: number, query?: Query): Promise<LogEntry[]> {
    let found: LogEntry[] = [];
    await expect
        .poll(async () => {
            found = await listBy(app, query);
            return found.length;
        })
        .toBe(count);
    return found.toReversed();
}

export async function detailOf(app: TestApp, { id }: Pick<LogEntry, 'id'>): Promise<LogDetail> {
    return (await app.call(getLog, { params: { log_id: id } })).data;
}
