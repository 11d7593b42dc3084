// Written by `npm run gen` from the folders of `screens/`. Do not edit.
import { account, type AccountEvent, type AccountState } from './account/state.ts';
import { accountMismatch, type AccountMismatchEvent, type AccountMismatchState } from './account-mismatch/state.ts';
import { boot, type BootState } from './boot/state.ts';
import { chooseAccount, type ChooseAccountEvent, type ChooseAccountState } from './choose-account/state.ts';
import { closed, type ClosedState } from './closed/state.ts';
import { detail, type DetailEvent, type DetailState } from './detail/state.ts';
import { disconnect, type DisconnectEvent, type DisconnectState } from './disconnect/state.ts';
import { disconnected, type DisconnectedEvent, type DisconnectedState } from './disconnected/state.ts';
import { failed, type FailedState } from './failed/state.ts';
import { fatal, type FatalState } from './fatal/state.ts';
import { list, type ListEvent, type ListState } from './list/state.ts';
import { listEmpty, type ListEmptyState } from './list-empty/state.ts';
import { oauth, type OAuthEvent, type OAuthState } from './oauth/state.ts';
import { owned, type OwnedEvent, type OwnedState } from './owned/state.ts';
import { pendingApproval, type PendingApprovalState } from './pending-approval/state.ts';
import { submitting, type SubmittingState } from './submitting/state.ts';
import { success, type SuccessState } from './success/state.ts';
import { verifying, type VerifyingState } from './verifying/state.ts';
import type { StateRecord } from './state-record.ts';

/** What is on screen, the question whether to leave aside. */
export type ScreenState =
    | AccountState
    | AccountMismatchState
    | BootState
    | ChooseAccountState
    | ClosedState
    | DetailState
    | DisconnectState
    | DisconnectedState
    | FailedState
    | FatalState
    | ListState
    | ListEmptyState
    | OAuthState
    | OwnedState
    | PendingApprovalState
    | SubmittingState
    | SuccessState
    | VerifyingState;

/** What end users do on one screen alone. */
export type OwnEvent =
    | AccountEvent
    | AccountMismatchEvent
    | ChooseAccountEvent
    | DetailEvent
    | DisconnectEvent
    | DisconnectedEvent
    | ListEvent
    | OAuthEvent
    | OwnedEvent;

export type StateName = ScreenState['state'];
/** The flow while it is in one of these states. */
export type FlowIn<S extends StateName> = Extract<ScreenState, { state: S }>;
/** The states whose screens come with the widget's first file. */
export type FirstState = 'boot' | 'closed' | 'fatal' | 'list' | 'listEmpty';
/** The states about one integration, whose screens are in a file of their own. */
export type LaterState = Exclude<StateName, FirstState>;

export const states: { readonly [S in StateName]: StateRecord<FlowIn<S>> } = {
    account,
    accountMismatch,
    boot,
    chooseAccount,
    closed,
    detail,
    disconnect,
    disconnected,
    failed,
    fatal,
    list,
    listEmpty,
    oauth,
    owned,
    pendingApproval,
    submitting,
    success,
    verifying
};
