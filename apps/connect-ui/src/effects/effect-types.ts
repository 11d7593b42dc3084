import type { Call } from '@patchbay/api-client';
import type { ActionDispatch } from 'react';
import type { FlowEvent } from '../flow/events.ts';
import type { Parent } from '../host/parent.ts';
import type { SignInWindow } from './oauth-popup.ts';
import type { ServerClock } from './server-clock.ts';

/** All that the widget can do to the world. */
export interface Effects {
    call: Call;
    parent: Parent;
    signIn: SignInWindow;
    clock: Pick<ServerClock, 'now'>;
    /** From now on, calls carry this token. */
    takeToken(token: string): void;
}

export type Dispatch = ActionDispatch<[FlowEvent]>;
