import { canAskForApp, canRetry, plainSetup, needsConfirmation, type Flow, type FlowEvent, type Model } from '../flow/state.ts';
import { useScreensOfOne } from './screens-of-one.ts';
import type { ScreensOfOneProps } from './ScreensOfOne.tsx';
import { Fatal } from './fatal/Fatal.tsx';
import { IntegrationList, type ListPlace } from './list/IntegrationList.tsx';
import { Closed, ListEmpty, Skeleton } from './Plain.tsx';
import { underneath } from '../flow/shown.ts';

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
    const close = model.setup.layout === 'inline' ? undefined : () => act({ type: 'closeRequested' });
    if (flow.state === 'fatal') {
        // A link that could not be exchanged has brought no token: the page begins anew.
        const retry = () =>
            model.setup === plainSetup && location.pathname.startsWith('/l/') ? location.reload() : act({ type: 'bootRetried' });
        const onRetry = canRetry(model, flow.code) ? retry : undefined;
        return <Fatal flow={flow} isEmbedded={model.setup.origin !== null} onRetry={onRetry} onClose={close} />;
    }
    if (flow.state === 'closed')
        return <Closed outcome={flow.outcome} isOpen={flow.isOpen ?? false} unfinished={needsConfirmation(model)} />;
    if (flow.state === 'boot' || model.session.status === 'unknown') return <Skeleton />;
    const { info } = model.session;
    if (flow.state === 'listEmpty') return <ListEmpty onClose={close} />;
    if (flow.state === 'list')
        return (
            <IntegrationList
                integrations={info.integrations}
                query={flow.query}
                onSearch={(query) => act({ type: 'searched', query })}
                onChoose={(left) => {
                    onListLeft(left);
                    act({ type: 'chose', integration: left.chosen });
                }}
                ask={canAskForApp(model) ? { done: flow.asked ?? false, onAsk: () => act({ type: 'askedForApp' }) } : null}
                place={listPlace}
            />
        );
    return <OfOne flow={flow} model={model} info={info} act={act} onLost={onLost} onClose={close} />;
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
