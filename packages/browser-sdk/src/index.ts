export { openConnectUI, resume } from './open-connect.ts';
export type { ConnectEvent, ConnectEventDetail, ConnectOptions, ConnectUI, PageWithDialog, ResumeOptions } from './connect-options.ts';
export { preload } from './preload.ts';
export type { FetchSession, SessionRequest } from './token.ts';
export type {
    Appearance,
    AppearanceVariables,
    Connected,
    ConnectMode,
    Outcome,
    Theme,
    WidgetEvent,
    WidgetFailure
} from '@patchbay/contracts/widget-message';
