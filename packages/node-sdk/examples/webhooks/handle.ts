// README: begin
import type { VerifiedWebhook } from '@patchbay/node';

const seen = new Set<string>();

/** Your code. Retries and replays have the id of the first delivery: keep ids in your database. */
export async function handle({ id, event }: VerifiedWebhook): Promise<void> {
    if (seen.has(id)) return;
    seen.add(id);
    if (event.type === 'connection.broken') console.log(`${event.connectionId} has to be connected again: ${event.error.description}`);
    if (event.type === 'auth' && event.operation === 'creation' && event.success) console.log(`${event.tags['end_user_id']} is connected.`);
}
// README: end
