import type { Connection } from './use-connection-rows.ts';

/** Of the end user, or what else tells the connection apart. */
export function nameOf({ connection_id: id, end_user: person }: Pick<Connection, 'connection_id' | 'end_user'>): string {
    return person?.display_name ?? person?.organization?.display_name ?? person?.email ?? person?.id ?? id;
}
