import type { listIntegrationStatus } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';

export type IntegrationStatus = SuccessOut<typeof listIntegrationStatus>['data'][number];
