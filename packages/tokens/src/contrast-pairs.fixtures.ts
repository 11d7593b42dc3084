import type { Palette } from './index.ts';

type Pair = readonly [foreground: keyof Palette, backgrounds: readonly (keyof Palette)[], atLeast: number];

/** Which colour is seen on which, and the contrast that WCAG 2.2 AA asks for there. */
export const contrastPairs: readonly Pair[] = [
    ['text', ['surface', 'canvas', 'sunken'], 4.5],
    ['text2', ['surface', 'canvas', 'sunken'], 4.5],
    ['text3', ['surface', 'canvas', 'sunken'], 4.5],
    ['control', ['surface', 'canvas', 'sunken'], 3],
    ['onAccent', ['accent', 'accentHover'], 4.5],
    ['accentText', ['surface', 'canvas', 'accentSoft'], 4.5],
    ['accent', ['surface', 'canvas'], 3],
    ['text', ['accentSoft', 'dangerSoft', 'warnSoft', 'okSoft', 'infoSoft'], 4.5],
    ['danger', ['surface', 'dangerSoft'], 4.5],
    ['warn', ['surface', 'warnSoft'], 4.5],
    ['ok', ['surface', 'okSoft'], 4.5],
    ['info', ['surface', 'infoSoft'], 4.5]
];
