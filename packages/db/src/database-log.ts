/**
 * Where the database's own log lines go.
 * @param message begins with an event id
 * @param fields.reason our own sentence on what went wrong
 */
export type DatabaseLog = (message: string, fields?: { reason?: string; file?: string }) => void;
