export { openConnectUI } from './open-connect.ts';
export type { ConnectEvent, ConnectOptions, ConnectUI } from './open-connect.ts';
export type { Connected, Outcome, Theme, WidgetFailure } from '@patchbay/contracts/widget-message';
