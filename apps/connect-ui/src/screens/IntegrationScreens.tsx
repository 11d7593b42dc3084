import type { LaterView } from './view.ts';
import { integrationFor, integrationOf } from '../flow/selectors.ts';
import type { FlowEvent } from '../flow/events.ts';
import type { ConnectSession, Model } from '../flow/model.ts';
import { laterViews } from './later-views.gen.ts';
import type { FlowIn, LaterState } from './states.gen.ts';

export interface IntegrationScreensProps {
    flow: FlowIn<LaterState>;
    model: Model;
    info: ConnectSession;
    act: (event: FlowEvent) => void;
}

/** What is seen once one integration is chosen: its form, its sign-in, and how that ended. */
export function IntegrationScreens(props: IntegrationScreensProps) {
    const { flow, model } = props;
    const id = 'draft' in flow ? flow.draft.integration : flow.integration;
    const integration = 'draft' in flow ? integrationFor(model, flow.draft) : integrationOf(model, id);
    const View: LaterView<FlowIn<LaterState>> = laterViews[flow.state];
    return <View {...props} integration={integration} provider={integration?.display_name ?? id} />;
}
