import type { FirstView } from '../view.ts';
import { Skeleton } from './Skeleton.tsx';
import type { BootState } from './state.ts';

export const BootScreen: FirstView<BootState> = Skeleton;
