import type { listWebhookEndpoints } from '@patchbay/contracts';
import { eventsToName, type SuccessOut } from '@patchbay/contracts/dashboard';

export type Endpoint = SuccessOut<typeof listWebhookEndpoints>['data'][number];

/** Of those of the connections themselves there is one, without an address. */
export const addressOf = ({ url }: Pick<Endpoint, 'url'>) => url ?? 'The URLs of connections';

/** What an endpoint gets that names none. */
export const allEvents = `All but ${eventsToName.join(' and ')}`;
