import type { ConnectionSummary } from '@patchbay/node';
import { patchbay } from './client.ts';

// README: begin
export async function* allConnections(limit = 100): AsyncGenerator<ConnectionSummary> {
    for (let before: number | undefined; ;) {
        const { connections } = await patchbay.connections.list({ limit, ...(before === undefined ? {} : { before }) });
        yield* connections;
        if (connections.length < limit) return;
        before = connections.at(-1)?.id;
    }
}
// README: end
