// Written by `npm run gen` from the folders of `screens/`. Do not edit.
import { BootScreen } from './boot/Boot.tsx';
import { ClosedScreen } from './closed/Closed.tsx';
import { FatalScreen } from './fatal/Fatal.tsx';
import { ListScreen } from './list/IntegrationList.tsx';
import { ListEmptyScreen } from './list-empty/ListEmpty.tsx';
import type { FlowIn, FirstState } from './states.gen.ts';
import type { FirstView } from './view.ts';

export const firstViews: { readonly [S in FirstState]: FirstView<FlowIn<S>> } = {
    boot: BootScreen,
    closed: ClosedScreen,
    fatal: FatalScreen,
    list: ListScreen,
    listEmpty: ListEmptyScreen
};
