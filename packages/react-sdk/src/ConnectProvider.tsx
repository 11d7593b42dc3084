import { createContext } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { UseConnectOptions } from './options.ts';

export type ConnectDefaults = Pick<UseConnectOptions, 'connectUrl' | 'fetchSession' | 'locale' | 'theme' | 'appearance'>;

export const DefaultsContext = createContext<ConnectDefaults>({});

/**
 * Options that every Connect UI below has in common; what one of them is given itself wins.
 * @example
 * <ConnectProvider connectUrl="https://connect.example.com" fetchSession={fetchSession}>
 *     <App />
 * </ConnectProvider>;
 */
export function ConnectProvider({ children, ...defaults }: ConnectDefaults & { children?: ReactNode }): ReactElement {
    return <DefaultsContext.Provider value={defaults}>{children}</DefaultsContext.Provider>;
}
