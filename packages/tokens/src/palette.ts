/** Every colour has a light and a dark value; `tokens.test.ts` computes their contrast. */
export interface Palette {
    canvas: string;
    surface: string;
    sunken: string;
    text: string;
    text2: string;
    text3: string;
    /** Decoration only: too faint to be the sole boundary of a control. */
    hairline: string;
    control: string;
    accent: string;
    accentHover: string;
    onAccent: string;
    accentText: string;
    accentSoft: string;
    danger: string;
    dangerSoft: string;
    warn: string;
    warnSoft: string;
    ok: string;
    okSoft: string;
    info: string;
    infoSoft: string;
}

export const light: Palette = {
    canvas: '#f7f6f3',
    surface: '#ffffff',
    sunken: '#efede8',
    text: '#1c1b1a',
    text2: '#55514b',
    text3: '#6b665f',
    hairline: '#dbd7cf',
    control: '#8a847a',
    accent: '#0b6e5f',
    accentHover: '#095a4e',
    onAccent: '#ffffff',
    accentText: '#0a5f52',
    accentSoft: '#ddf1ec',
    danger: '#b3261e',
    dangerSoft: '#fbe6e4',
    warn: '#8a5300',
    warnSoft: '#fcefd6',
    ok: '#1d6b34',
    okSoft: '#e0f2e4',
    info: '#1f5fa8',
    infoSoft: '#e2eefb'
};

export const dark: Palette = {
    canvas: '#141312',
    surface: '#1d1c1a',
    sunken: '#0f0e0d',
    text: '#f3f1ed',
    text2: '#bdb7ad',
    text3: '#9c958a',
    hairline: '#35322e',
    control: '#7b756b',
    accent: '#4cc9b0',
    accentHover: '#6bd6c0',
    onAccent: '#06231e',
    accentText: '#62d3bc',
    accentSoft: '#12332d',
    danger: '#ff8a80',
    dangerSoft: '#3a1815',
    warn: '#f2b84b',
    warnSoft: '#33260d',
    ok: '#79d08f',
    okSoft: '#15301c',
    info: '#8bbcf7',
    infoSoft: '#14273d'
};

/** What the user's own colours replace ours with when the system forces them. */
export const forcedColors: Partial<Palette> = {
    canvas: 'Canvas',
    surface: 'Canvas',
    sunken: 'Canvas',
    text: 'CanvasText',
    text2: 'CanvasText',
    text3: 'CanvasText',
    hairline: 'CanvasText',
    control: 'ButtonBorder',
    accent: 'ButtonText',
    accentHover: 'Highlight',
    onAccent: 'ButtonFace',
    accentText: 'LinkText',
    accentSoft: 'Canvas',
    danger: 'CanvasText',
    dangerSoft: 'Canvas',
    warn: 'CanvasText',
    warnSoft: 'Canvas',
    ok: 'CanvasText',
    okSoft: 'Canvas',
    info: 'CanvasText',
    infoSoft: 'Canvas'
};

/** Backgrounds of monogram tiles, the same in both themes: white reads on each at 6:1 or better. */
export const monogramInks = ['#0b6e5f', '#4a4fb5', '#8a3b86', '#a4431f', '#7a5a00', '#3f6b1e', '#2f6285', '#a8324f'] as const;
