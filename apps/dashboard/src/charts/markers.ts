import type { readTraffic } from '@patchbay/contracts';
import type { SettingsChange, SuccessOut } from '@patchbay/contracts/dashboard';
import type { Marker } from './series.ts';

const words: Record<SettingsChange, (target: string) => string> = {
    integration_added: (target) => `integration ${target} added`,
    integration_changed: (target) => `integration ${target} changed`,
    integration_removed: (target) => `integration ${target} deleted`,
    functions_deployed: (target) => `functions ${target && `of ${target} `}deployed`,
    function_changed: (target) => `a function ${target && `of ${target} `}changed`,
    variables_changed: () => 'environment variables changed',
    key_rotated: () => 'a secret key rotated',
    key_revoked: () => 'a secret key revoked',
    frozen: (target) => `${target || 'the environment'} frozen`,
    unfrozen: () => 'a freeze lifted'
};

type Changes = SuccessOut<typeof readTraffic>['data']['changes'];

export function markersOf(changes: Changes): Marker[] {
    return changes.map(({ at, change, target }) => ({ at: new Date(at), text: words[change](target ?? '') }));
}
