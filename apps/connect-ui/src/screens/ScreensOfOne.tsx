import { integrationFor, integrationOf, type ConnectSession, type FlowEvent, type Model } from '../flow/state.ts';
import { AccountMismatchScreen } from './account-mismatch/AccountMismatch.tsx';
import { ChooseAccountScreen } from './choose-account/ChooseAccount.tsx';
import { DetailScreen } from './detail/Detail.tsx';
import { FailedScreen } from './failed/Failed.tsx';
import { WaitingScreen } from './oauth/Waiting.tsx';
import { OwnedScreen } from './owned/Owned.tsx';
import type { FlowIn } from './state-record.ts';
import { SuccessScreen } from './success/Success.tsx';
import { VerifyingScreen } from './verifying/Verifying.tsx';
import type { LaterState, LaterView } from './view.ts';

/** A state with its view neither here nor in `CurrentScreen.tsx` is a type error. */
const views: { readonly [S in LaterState]: LaterView<FlowIn<S>> } = {
    owned: OwnedScreen,
    detail: DetailScreen,
    // The same view as of `detail`, so that the form and the focus stay.
    submitting: DetailScreen,
    oauth: WaitingScreen,
    verifying: VerifyingScreen,
    chooseAccount: ChooseAccountScreen,
    accountMismatch: AccountMismatchScreen,
    success: SuccessScreen,
    failed: FailedScreen
};

export interface ScreensOfOneProps {
    flow: FlowIn<LaterState>;
    model: Model;
    info: ConnectSession;
    act: (event: FlowEvent) => void;
}

/** What is seen once one integration is chosen: its form, its sign-in, and how that ended. */
export function ScreensOfOne(props: ScreensOfOneProps) {
    const { flow, model } = props;
    const id = 'draft' in flow ? flow.draft.integration : flow.integration;
    const integration = 'draft' in flow ? integrationFor(model, flow.draft) : integrationOf(model, id);
    const View: LaterView<FlowIn<LaterState>> = views[flow.state];
    return <View {...props} integration={integration} provider={integration?.display_name ?? id} />;
}
