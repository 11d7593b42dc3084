import { room } from '../../../room.ts';
import { connectionApiRoutes } from './connection-api.routes.ts';
import { createHarvestAlarm, type HarvestAlarm } from './harvest-alarm.ts';

declare module '../../../deps.ts' {
    interface Deps {
        harvestAlarm: HarvestAlarm;
    }
}

declare module '../../../kernel/log/log.ts' {
    interface EnvironmentLogFields {
        /** The public part of a secret key. */
        secret_key_id?: string;
    }
}

export const connectionApi = room({
    name: 'connection-api',
    routes: connectionApiRoutes,
    open: (base) => ({ state: { harvestAlarm: createHarvestAlarm(base) } })
});
