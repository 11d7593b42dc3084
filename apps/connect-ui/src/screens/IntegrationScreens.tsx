import { useMemo } from 'react';
import type { LaterView } from './view.ts';
import { integrationFor, integrationOf } from '../flow/selectors.ts';
import type { FlowEvent } from '../flow/events.ts';
import type { ConnectSession, Model } from '../flow/model.ts';
import { marksOf } from './parts/Mark.tsx';
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
    const { flow, model, info } = props;
    const id = 'draft' in flow ? flow.draft.integration : flow.integration;
    const integration = 'draft' in flow ? integrationFor(model, flow.draft) : integrationOf(model, id);
    const mark = useMemo(() => marksOf(info.integrations), [info.integrations]).get(id);
    const View: LaterView<FlowIn<LaterState>> = laterViews[flow.state];
    return <View {...props} integration={integration} mark={mark} provider={integration?.display_name ?? id} />;
}
