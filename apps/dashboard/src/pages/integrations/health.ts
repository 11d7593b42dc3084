import type { getIntegrationStatus } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';
import type { StatusKind } from '../../parts/Status.tsx';

type State = SuccessOut<typeof getIntegrationStatus>['data']['state'];

export const stateWords: Record<State, { kind: StatusKind; word: string }> = {
    operational: { kind: 'working', word: 'Working' },
    degraded: { kind: 'attention', word: 'Failing' },
    down: { kind: 'broken', word: 'Down' },
    unknown: { kind: 'unknown', word: 'Few calls yet' },
    paused: { kind: 'paused', word: 'Paused' }
};
