import type { BaseDeps, Deps, RoomOptions } from './deps.ts';
import type { Opened, Room } from './room.ts';
import { about } from './rooms/about/about.room.ts';
import { attempts } from './rooms/attempts/attempts.room.ts';
import { compat } from './rooms/compat/compat.room.ts';
import { connectLinks } from './rooms/connect-links/connect-links.room.ts';
import { connectSessions } from './rooms/connect-sessions/connect-sessions.room.ts';
import { connectSettings } from './rooms/connect-settings/connect-settings.room.ts';
import { connections } from './rooms/connections/connections.room.ts';
import { environments } from './rooms/environments/environments.room.ts';
import { integrationRemoval } from './rooms/integration-removal/integration-removal.room.ts';
import { integrations } from './rooms/integrations/integrations.room.ts';
import { providers } from './rooms/providers/providers.room.ts';
import { proxy } from './rooms/proxy/proxy.room.ts';
import { rateBudgets } from './rooms/rate-budgets/rate-budgets.room.ts';
import { webhooks } from './rooms/webhooks/webhooks.room.ts';

/** The server's table of contents. */
const manifests = [
    about,
    environments,
    providers,
    integrations,
    webhooks,
    connections,
    connectSettings,
    connectSessions,
    connectLinks,
    attempts,
    integrationRemoval,
    rateBudgets,
    proxy,
    compat
];

export const rooms: readonly Room[] = manifests;

export const routes = rooms.flatMap((room) => room.routes ?? []);

type StateOf<R> = R extends { open(...args: never): Opened<infer State> } ? State : never;
type All<Union> = (Union extends unknown ? (state: Union) => void : never) extends (state: infer Every) => void ? Every : never;

/** Opens every room. A state that a room declares in {@link Deps} and does not open is a type error here. */
export function openRooms(base: BaseDeps, options: RoomOptions): { deps: Deps; stops: (() => Promise<void>)[] } {
    const opened = rooms.flatMap((room) => room.open?.(base, options) ?? []);
    const states = Object.assign({}, ...opened.map(({ state }) => state)) as All<StateOf<(typeof manifests)[number]>>;
    return { deps: { ...base, ...states }, stops: opened.flatMap(({ stop }) => stop ?? []) };
}
