import { useContext, useMemo, type ReactNode } from 'react';
import type { LaterView } from './view.ts';
import { integrationFor, integrationOf } from '../flow/selectors.ts';
import type { FlowEvent } from '../flow/events.ts';
import type { ConnectSession, Model } from '../flow/model.ts';
import { WholeLanguageContext, wholeOf } from '../i18n/later-texts.ts';
import { LanguageContext } from '../i18n/texts.ts';
import { Help } from './parts/Help.tsx';
import { marksOf } from './parts/Mark.tsx';
import type { Dispatch, Effects } from '../effects/effect-types.ts';
import { useOwnConnections } from '../effects/own-connections.ts';
import { laterViews } from './later-views.gen.ts';
import type { FlowIn, LaterState } from './states.gen.ts';

export interface IntegrationScreensProps {
    flow: FlowIn<LaterState>;
    model: Model;
    info: ConnectSession;
    act: (event: FlowEvent) => void;
    dispatch: Dispatch;
    effects: Effects;
}

/** What is seen once one integration is chosen: its form, its sign-in, and how that ended. */
export function IntegrationScreens({ dispatch, effects, ...props }: IntegrationScreensProps) {
    const { flow, model, info } = props;
    const id = 'draft' in flow ? flow.draft.integration : flow.integration;
    const integration = 'draft' in flow ? integrationFor(model, flow.draft) : integrationOf(model, id);
    const mark = useMemo(() => marksOf(info.integrations), [info.integrations]).get(id);
    const { locale } = useContext(LanguageContext);
    useOwnConnections(model, dispatch, effects, locale);
    const View: LaterView<FlowIn<LaterState>> = laterViews[flow.state];
    return (
        <WithLaterTexts>
            <View {...props} integration={integration} mark={mark} provider={integration?.display_name ?? id} />
        </WithLaterTexts>
    );
}

/** For screens before these. */
export function HelpAlone({ session }: { session: ConnectSession }) {
    return (
        <WithLaterTexts>
            <Help session={session} />
        </WithLaterTexts>
    );
}

function WithLaterTexts({ children }: { children: ReactNode }) {
    const first = useContext(LanguageContext);
    const language = useMemo(() => wholeOf(first), [first]);
    return <WholeLanguageContext value={language}>{children}</WholeLanguageContext>;
}
