import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

/** Of a connection: a name alone may be that of both. */
export const pausedName = (type: 'action' | 'on-event', name: string): string => `${type}/${name}`;

export function readPausedName(stored: string): { type: 'action' | 'on-event'; name: string } {
    const type = stored.startsWith('action/') ? 'action' : 'on-event';
    return { type, name: stored.slice(stored.indexOf('/') + 1) };
}

/** @returns what is paused now */
export async function changePaused(
    db: Db,
    { environmentId, id }: { environmentId: string; id: number },
    { pause, start }: { pause: readonly string[]; start: readonly string[] }
): Promise<string[]> {
    const { rows } = await sql<{ paused_functions: string[] }>`
        update connections set paused_functions = array(
            select distinct name from unnest(paused_functions || ${[...pause]}::text[]) as name
            where name <> all (${[...start]}::text[]) order by name)
        where environment_id = ${environmentId} and id = ${id}
        returning paused_functions`.execute(db);
    return rows[0]?.paused_functions ?? [];
}
