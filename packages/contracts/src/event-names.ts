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
    'connection.reconnect_link',
    'alert'
] as const;
export type EventName = (typeof eventNames)[number];

/** Sent only where they are named: there are many of them, or what they say is secret. */
export const eventsToName = ['record.changed', 'connection.reconnect_link'] as const satisfies readonly EventName[];
