import { DetailScreen } from '../detail/Detail.tsx';
import type { LaterView } from '../view.ts';
import type { SubmittingState } from './state.ts';

// The same view, so that the form and the focus stay.
export const SubmittingScreen: LaterView<SubmittingState> = DetailScreen;
