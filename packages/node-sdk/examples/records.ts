// README: begin
import { type ConnectionKey, Patchbay, type StoredRecord } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/** Stores what changed behind a cursor. Returns the cursor to go on at the next time. */
export async function readOn(
    connection: ConnectionKey,
    cursor: string | undefined,
    store: (record: StoredRecord) => Promise<void>
): Promise<string | undefined> {
    let last = cursor;
    for await (const record of patchbay.records.items(connection, { model: 'Candidate', ...(cursor === undefined ? {} : { cursor }) })) {
        await store(record);
        last = record._nango_metadata.cursor;
    }
    return last;
}
// README: end
