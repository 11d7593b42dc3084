import type { listAlertChannels } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';

export type Channel = SuccessOut<typeof listAlertChannels>['data'][number];
