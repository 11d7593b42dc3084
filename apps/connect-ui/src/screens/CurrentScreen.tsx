import type { Flow, FlowEvent, Model, Shown } from '../flow/state.ts';
import { underneath } from '../flow/shown.ts';
import { Skeleton } from './boot/Skeleton.tsx';
import { Closed } from './closed/Closed.tsx';
import { Fatal, FatalScreen } from './fatal/Fatal.tsx';
import { ListEmpty } from './list-empty/ListEmpty.tsx';
import { ListScreen } from './list/IntegrationList.tsx';
import { useScreensOfOne } from './screens-of-one.ts';
import type { ScreensOfOneProps } from './ScreensOfOne.tsx';
import type { FlowIn } from './state-record.ts';
import type { FirstState, FirstView, ListPlace } from './view.ts';

const views: { readonly [S in FirstState]: FirstView<FlowIn<S>> } = {
    boot: Skeleton,
    fatal: FatalScreen,
    closed: Closed,
    list: ListScreen,
    listEmpty: ListEmpty
};

interface CurrentScreenProps {
    model: Model;
    /** To be called in the click itself: what it leads to may open a window. */
    act: (event: FlowEvent) => void;
    /** The file with a screen's code did not come. */
    onLost: () => void;
    listPlace: ListPlace | null;
    onListLeft: (place: ListPlace) => void;
}

/** The view of the flow's state. */
export function CurrentScreen({ model, act, onLost, listPlace, onListLeft }: CurrentScreenProps) {
    const flow = underneath(model.flow);
    const info = model.session.status === 'unknown' ? null : model.session.info;
    const onClose = model.setup.layout === 'inline' ? undefined : () => act({ type: 'closeRequested' });
    if (!info && flow.state !== 'fatal' && flow.state !== 'closed') return <Skeleton />;
    if (isFirst(flow)) {
        const View: FirstView<FlowIn<FirstState>> = views[flow.state];
        return <View {...{ flow, model, info, act, onClose, listPlace, onListLeft }} />;
    }
    return info && <OfOne {...{ flow, model, info, act, onLost, onClose }} />;
}

function isFirst(flow: Shown): flow is FlowIn<FirstState> {
    return flow.state in views;
}

function OfOne({ onLost, onClose, ...props }: ScreensOfOneProps & { onLost: () => void; onClose: (() => void) | undefined }) {
    const { screens, isLost, retry } = useScreensOfOne(onLost);
    if (screens) return <screens.ScreensOfOne {...props} />;
    if (!isLost) return <Skeleton />;
    const unreachable = { state: 'fatal', code: 'unreachable', ref: null } as const;
    return <Fatal flow={unreachable} isEmbedded onRetry={retry} onClose={onClose} />;
}

/** Screens with the same key are the same screen: the focus stays where it is. */
export function screenKey(flow: Flow): string {
    if (flow.state === 'detail' || flow.state === 'submitting') return `detail ${flow.draft.integration}`;
    if (flow.state !== 'oauth') return flow.state;
    return flow.step === 'looking' ? 'launching' : flow.step;
}
