import type { Connection } from './use-connection-rows.ts';

export interface LinksProps {
    integration: string | undefined;
    /** Only these; undefined: all that need it. */
    connections?: readonly Connection[] | undefined;
    count: number;
    onClose: () => void;
}

export const longest = String(7 * 86_400);
export const lifetimes = [
    { value: '86400', name: '24 hours' },
    { value: String(3 * 86_400), name: '3 days' },
    { value: longest, name: '7 days' }
];

/** Whom the links are for. */
export function needWords({ integration, connections, count }: Omit<LinksProps, 'onClose'>): string {
    const whose = connections ? 'those that are selected' : (integration ?? 'every app');
    return count === 1
        ? `1 connection of ${whose} needs reconnecting.`
        : `${count.toLocaleString()} connections of ${whose} need reconnecting.`;
}

/** Of one call. */
export const mostLinks = 1000;

interface Batch {
    integration_id?: string;
    connection_ids?: string[];
}

/** What each call is about: ids of connections are unique within an integration only. */
export function batchesOf(integration: string | undefined, connections: readonly Connection[] | undefined): Batch[] {
    if (!connections) return [{ ...(integration !== undefined && { integration_id: integration }) }];
    return [...Map.groupBy(connections, ({ provider_config_key: key }) => key)].flatMap(([key, ofOne]) =>
        Array.from({ length: Math.ceil(ofOne.length / mostLinks) }, (_, index) => ({
            integration_id: key,
            connection_ids: ofOne.slice(index * mostLinks, (index + 1) * mostLinks).map(({ connection_id: id }) => id)
        }))
    );
}
