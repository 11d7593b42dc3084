const dayMs = 24 * 60 * 60 * 1000;

/** How long a record's payload is kept when it does not change. */
export const payloadsKeptMs = 30 * dayMs;
/** How long records are kept when no sync reads them. */
export const recordsKeptMs = 60 * dayMs;
