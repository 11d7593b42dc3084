import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import type { ReactNode } from 'react';
import type { ConnectSession, FlowEvent, Model, Shown } from '../flow/state.ts';
import type { ShownState } from './state-record.ts';

/** The states whose screens come with the widget's first file. */
export type FirstState = 'boot' | 'fatal' | 'closed' | 'list' | 'listEmpty';
/** The states about one integration, whose screens are in a file of their own. */
export type LaterState = Exclude<ShownState, FirstState>;

/** Where the end user left the list. */
export interface ListPlace {
    query: string;
    scrollTop: number;
    chosen: string;
}

interface ViewProps<F extends Shown> {
    flow: F;
    model: Model;
    /** To be called in the click itself: what it leads to may open a window. */
    act: (event: FlowEvent) => void;
}

export interface FirstViewProps<F extends Shown> extends ViewProps<F> {
    /** Null until the session has been read. */
    info: ConnectSession | null;
    /** Missing inside a page, which has nothing to be closed. */
    onClose: (() => void) | undefined;
    listPlace: ListPlace | null;
    onListLeft: (place: ListPlace) => void;
}

export interface LaterViewProps<F extends Shown> extends ViewProps<F> {
    info: ConnectSession;
    /** Missing only while an expired session is being renewed. */
    integration: ConnectableIntegration | undefined;
    /** The integration's display name. */
    provider: string;
}

// Method types: the view of one state is looked up by the state of any flow.
export type FirstView<F extends Shown> = { draw(props: FirstViewProps<F>): ReactNode }['draw'];
export type LaterView<F extends Shown> = { draw(props: LaterViewProps<F>): ReactNode }['draw'];
