import { useContext } from 'react';
import { Skeleton } from './boot/Skeleton.tsx';
import { Fatal } from './fatal/Fatal.tsx';
import { firstViews } from './first-views.gen.ts';
import { useIntegrationScreens } from './integration-screens.ts';
import type { IntegrationScreensProps } from './IntegrationScreens.tsx';
import type { FirstView, ListPlace } from './view.ts';
import type { Dispatch, Effects } from '../effects/effect-types.ts';
import type { FlowEvent } from '../flow/events.ts';
import type { Flow, Model } from '../flow/model.ts';
import { canClose, screenStateOf } from '../flow/selectors.ts';
import { LanguageContext } from '../i18n/texts.ts';
import type { ScreenState, FlowIn, FirstState } from './states.gen.ts';

interface CurrentScreenProps {
    model: Model;
    /** To be called in the click itself: what it leads to may open a window. */
    act: (event: FlowEvent) => void;
    dispatch: Dispatch;
    effects: Effects;
    /** The file with a screen's code did not come. */
    onLost: () => void;
    listPlace: ListPlace | null;
    onListLeft: (place: ListPlace) => void;
}

/** The view of the flow's state. */
export function CurrentScreen({ model, act, dispatch, effects, onLost, listPlace, onListLeft }: CurrentScreenProps) {
    const flow = screenStateOf(model.flow);
    const info = model.session.status === 'unknown' ? null : model.session.info;
    const onClose = canClose(model) ? () => act({ type: 'closeRequested' }) : undefined;
    if (!info && flow.state !== 'fatal' && flow.state !== 'closed') return <Skeleton />;
    if (isFirst(flow)) {
        const View: FirstView<FlowIn<FirstState>> = firstViews[flow.state];
        return <View {...{ flow, model, info, act, onClose, listPlace, onListLeft }} />;
    }
    return info && <LazyIntegrationScreens {...{ flow, model, info, act, dispatch, effects, onLost, onClose }} />;
}

function isFirst(flow: ScreenState): flow is FlowIn<FirstState> {
    return flow.state in firstViews;
}

function LazyIntegrationScreens({
    onLost,
    onClose,
    ...props
}: IntegrationScreensProps & { onLost: () => void; onClose: (() => void) | undefined }) {
    const { screens, isLost, retry } = useIntegrationScreens(onLost);
    const { hasLater } = useContext(LanguageContext);
    if (screens && hasLater) return <screens.IntegrationScreens {...props} />;
    if (!isLost) return <Skeleton />;
    const unreachable = { state: 'fatal', code: 'unreachable' } as const;
    return <Fatal flow={unreachable} session={null} isEmbedded onRetry={retry} onClose={onClose} />;
}

/** Screens with the same key are the same screen: the focus stays where it is. */
export function screenKey(flow: Flow): string {
    if (flow.state === 'detail' || flow.state === 'submitting') return `detail ${flow.draft.integration}`;
    if (flow.state !== 'oauth') return flow.state;
    return flow.step === 'looking' ? 'launching' : flow.step;
}
