export { ConnectButton } from './ConnectButton.tsx';
export type { ConnectButtonProps } from './ConnectButton.tsx';
export { ConnectEmbedded } from './ConnectEmbedded.tsx';
export type { ConnectEmbeddedProps } from './ConnectEmbedded.tsx';
export { ConnectProvider } from './ConnectProvider.tsx';
export type { ConnectDefaults } from './ConnectProvider.tsx';
export { useConnect } from './use-connect.ts';
export type { Connect } from './use-connect.ts';
export type { ConnectStatus, UseConnectOptions } from './options.ts';
export { preload, resume } from '@patchbay/connect';
export type {
    Appearance,
    Connected,
    ConnectEvent,
    ConnectEventDetail,
    ConnectMode,
    FetchSession,
    Outcome,
    ResumeOptions,
    SessionRequest,
    Theme,
    WidgetFailure
} from '@patchbay/connect';
