import { given, nameParam, textParam } from '../../../parts/search-params.ts';

export const deliveryStatuses = {
    pending: { kind: 'waiting', word: 'Waiting' },
    delivered: { kind: 'working', word: 'Delivered' },
    exhausted: { kind: 'broken', word: 'Given up' }
} as const;

/** All filters are in the address. */
export interface DeliveriesSearch {
    status?: keyof typeof deliveryStatuses;
    endpoint?: string;
}

export function deliveriesSearch({ status, endpoint }: Record<string, unknown>): DeliveriesSearch {
    return given({ status: nameParam(status, deliveryStatuses), endpoint: textParam(endpoint) });
}
