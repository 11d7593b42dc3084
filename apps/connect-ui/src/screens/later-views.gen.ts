// Written by `npm run gen` from the folders of `screens/`. Do not edit.
import { AccountMismatchScreen } from './account-mismatch/AccountMismatch.tsx';
import { ChooseAccountScreen } from './choose-account/ChooseAccount.tsx';
import { DetailScreen } from './detail/Detail.tsx';
import { FailedScreen } from './failed/Failed.tsx';
import { WaitingScreen } from './oauth/Waiting.tsx';
import { OwnedScreen } from './owned/Owned.tsx';
import { SubmittingScreen } from './submitting/Submitting.tsx';
import { SuccessScreen } from './success/Success.tsx';
import { VerifyingScreen } from './verifying/Verifying.tsx';
import type { FlowIn, LaterState } from './states.gen.ts';
import type { LaterView } from './view.ts';

export const laterViews: { readonly [S in LaterState]: LaterView<FlowIn<S>> } = {
    accountMismatch: AccountMismatchScreen,
    chooseAccount: ChooseAccountScreen,
    detail: DetailScreen,
    failed: FailedScreen,
    oauth: WaitingScreen,
    owned: OwnedScreen,
    submitting: SubmittingScreen,
    success: SuccessScreen,
    verifying: VerifyingScreen
};
