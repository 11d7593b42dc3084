// Written by `npm run gen` from the folders of `screens/`. Do not edit.
import { AccountScreen } from './account/Account.tsx';
import { AccountMismatchScreen } from './account-mismatch/AccountMismatch.tsx';
import { ChooseAccountScreen } from './choose-account/ChooseAccount.tsx';
import { DetailScreen } from './detail/Detail.tsx';
import { DisconnectScreen } from './disconnect/Disconnect.tsx';
import { DisconnectedScreen } from './disconnected/Disconnected.tsx';
import { FailedScreen } from './failed/Failed.tsx';
import { WaitingScreen } from './oauth/Waiting.tsx';
import { OwnedScreen } from './owned/Owned.tsx';
import { PendingApprovalScreen } from './pending-approval/PendingApproval.tsx';
import { SubmittingScreen } from './submitting/Submitting.tsx';
import { SuccessScreen } from './success/Success.tsx';
import { VerifyingScreen } from './verifying/Verifying.tsx';
import type { FlowIn, LaterState } from './states.gen.ts';
import type { LaterView } from './view.ts';

export const laterViews: { readonly [S in LaterState]: LaterView<FlowIn<S>> } = {
    account: AccountScreen,
    accountMismatch: AccountMismatchScreen,
    chooseAccount: ChooseAccountScreen,
    detail: DetailScreen,
    disconnect: DisconnectScreen,
    disconnected: DisconnectedScreen,
    failed: FailedScreen,
    oauth: WaitingScreen,
    owned: OwnedScreen,
    pendingApproval: PendingApprovalScreen,
    submitting: SubmittingScreen,
    success: SuccessScreen,
    verifying: VerifyingScreen
};
