import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import type { ReactNode } from 'react';
import type { FlowEvent } from '../flow/events.ts';
import type { ConnectSession, Model } from '../flow/model.ts';
import type { AppMark } from './parts/Mark.tsx';
import type { ScreenState } from './states.gen.ts';

/** Where the end user left the list. */
export interface ListPlace {
    query: string;
    scrollTop: number;
    chosen: string;
}

interface ViewProps<F extends ScreenState> {
    flow: F;
    model: Model;
    /** To be called in the click itself: what it leads to may open a window. */
    act: (event: FlowEvent) => void;
}

export interface FirstViewProps<F extends ScreenState> extends ViewProps<F> {
    /** Null until the session has been read. */
    info: ConnectSession | null;
    /** Missing inside a page, which has nothing to be closed. */
    onClose: (() => void) | undefined;
    listPlace: ListPlace | null;
    onListLeft: (place: ListPlace) => void;
}

export interface LaterViewProps<F extends ScreenState> extends ViewProps<F> {
    info: ConnectSession;
    /** Missing only while an expired session is being renewed. */
    integration: ConnectableIntegration | undefined;
    /** The integration's display name. */
    provider: string;
    mark: AppMark | undefined;
}

// Method types: the view of one state is looked up by the state of any flow.
export type FirstView<F extends ScreenState> = { draw(props: FirstViewProps<F>): ReactNode }['draw'];
export type LaterView<F extends ScreenState> = { draw(props: LaterViewProps<F>): ReactNode }['draw'];
