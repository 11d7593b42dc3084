import { Suspense, use, useEffect } from 'react';
import { canAskForApp, underneath, type Flow, type FlowEvent, type Model } from './flow-state.ts';
import type { ScreensOfOneProps } from './ScreensOfOne.tsx';
import { Fatal } from './views/Fatal.tsx';
import { IntegrationList } from './views/IntegrationList.tsx';
import { Closed, ListEmpty, Skeleton } from './views/Plain.tsx';

// The list is painted first.
const afterListMs = 100;

let screensOfOne: Promise<typeof import('./ScreensOfOne.tsx')> | undefined;

function loadScreensOfOne() {
    return (screensOfOne ??= import('./ScreensOfOne.tsx').catch((error: unknown) => {
        screensOfOne = undefined;
        throw error;
    }));
}

/** The view of the flow's state. @param act has to be called in the click itself: what it leads to may open a window */
export function CurrentScreen({ model, act }: { model: Model; act: (event: FlowEvent) => void }) {
    const flow = underneath(model.flow);
    const close = () => act({ type: 'closeRequested' });
    const isList = flow.s === 'list';
    useEffect(() => {
        if (!isList) return;
        // On its way while the list is looked at, which does without it. What fails is tried again when it is needed.
        const timer = setTimeout(() => void loadScreensOfOne().catch(() => undefined), afterListMs);
        return () => clearTimeout(timer);
    }, [isList]);
    if (flow.s === 'fatal') return <Fatal flow={flow} onRetry={() => act({ type: 'bootRetried' })} onClose={close} />;
    if (flow.s === 'closed') return <Closed outcome={flow.outcome} />;
    if (flow.s === 'boot' || model.session.is === 'unknown') return <Skeleton />;
    const { info } = model.session;
    if (flow.s === 'listEmpty') return <ListEmpty onClose={close} />;
    if (flow.s === 'list')
        return (
            <IntegrationList
                integrations={info.integrations}
                query={flow.query}
                onSearch={(query) => act({ type: 'searched', query })}
                onChoose={(integration) => act({ type: 'chose', integration })}
                ask={canAskForApp(model) ? { done: flow.asked ?? false, onAsk: () => act({ type: 'askedForApp' }) } : null}
            />
        );
    return (
        <Suspense fallback={<Skeleton />}>
            <OfOne flow={flow} model={model} info={info} act={act} />
        </Suspense>
    );
}

function OfOne(props: ScreensOfOneProps) {
    const { ScreensOfOne } = use(loadScreensOfOne());
    return <ScreensOfOne {...props} />;
}

/** Screens with the same key are the same screen: the focus stays where it is. */
export function screenKey(flow: Flow): string {
    if (flow.s === 'detail' || flow.s === 'submitting') return `detail ${flow.draft.integration}`;
    if (flow.s !== 'oauth') return flow.s;
    return flow.step === 'looking' ? 'launching' : flow.step;
}
