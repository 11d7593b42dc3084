import type { listWebhookEndpoints } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';

export type Endpoint = SuccessOut<typeof listWebhookEndpoints>['data'][number];

/** Of those of the connections themselves there is one, without an address. */
export const addressOf = ({ url }: Pick<Endpoint, 'url'>) => url ?? 'The URLs of connections';
