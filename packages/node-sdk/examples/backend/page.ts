import type { ConnectionSummary } from '@patchbay/node';
import { patchbay } from './client.ts';

// README: begin
export async function* allConnections(limit = 100): AsyncGenerator<ConnectionSummary> {
    for (let page = 0; ; page += 1) {
        const { connections } = await patchbay.connections.list({ limit, page });
        yield* connections;
        if (connections.length < limit) return;
    }
}
// README: end
