/** What an endpoint can ask for: a type of event, or a type and its operation. */
export const eventNames = [
    'auth',
    'auth.creation',
    'auth.override',
    'auth.refresh',
    'auth.deletion',
    'sync',
    'record.changed',
    'async_action',
    'function.failed',
    'forward',
    'connection.broken',
    'connection.healed',
    'connection.deleted',
    'alert'
] as const;
export type EventName = (typeof eventNames)[number];
