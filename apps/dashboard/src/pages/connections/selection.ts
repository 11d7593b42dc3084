import { listConnections } from '@patchbay/contracts/dashboard';
import { callEnvironment } from '../../api/client.ts';
import { type Connection, mostRows, queryOf } from './use-connection-rows.ts';
import type { ConnectionsSearch } from './search.ts';

/** Those that are chosen, by their row, also where it is not in view any more. */
export type Selection = ReadonlyMap<number, Connection>;

const mostOfPage = 2000;

/** All connections that fit, of at most {@link mostRows}. */
export async function readAll(environment: string, search: ConnectionsSearch): Promise<Connection[]> {
    const found: Connection[] = [];
    let last: Connection | undefined;
    do {
        const query = { ...queryOf(search), limit: mostOfPage, ...(last && { before: last.id }) };
        const { connections } = await callEnvironment(environment)(listConnections, { query });
        found.push(...connections);
        last = connections.length === mostOfPage ? connections.at(-1) : undefined;
    } while (last && found.length < mostRows);
    return found.slice(0, mostRows);
}
