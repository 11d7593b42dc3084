import type { listIssues } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';

export type Issue = SuccessOut<typeof listIssues>['data'][number];
