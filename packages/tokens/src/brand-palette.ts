import { contrastRatio } from './contrast-ratio.ts';
import { hasContrast, ensureContrast } from './ensure-contrast.ts';
import { lighten, mix } from './oklab.ts';
import { dark, light, type Palette } from './palette.ts';

/** Colours of a customer's brand, each `#rrggbb`; what is missing stays ours. */
export interface BrandColours {
    primary?: string | undefined;
    background?: string | undefined;
    text?: string | undefined;
    danger?: string | undefined;
}

// The contrast that WCAG 2.2 asks of text, and of shapes that have to be seen.
const [forText, forShapes] = [4.5, 3];

/**
 * The palette for a brand's colours. Colours without enough contrast are moved along their
 * lightness.
 * @param own the theme's own palette
 */
export function brandPalette(own: Palette, { primary, background, text, danger }: BrandColours): Palette {
    let palette = own;
    if (background !== undefined) palette = onSurface(background, text);
    else if (text !== undefined) palette = { ...own, ...inks(text, own, backgrounds(own)) };
    if (primary !== undefined) palette = { ...palette, ...accent(primary, palette) };
    if (danger !== undefined) palette = { ...palette, ...tone('danger', danger, palette) };
    return palette;
}

/** A palette for this surface: the theme whose text has more contrast there, adjusted. */
function onSurface(surface: string, givenText: string | undefined): Palette {
    const theme = isLight(surface) ? light : dark;
    const text = ensureContrast(givenText ?? theme.text, [surface], forText);
    const [canvas, sunken] = [shade(surface, -0.03, text), shade(surface, -0.055, text)];
    let palette: Palette = { ...theme, surface, canvas, sunken };
    palette = { ...palette, ...inks(text, palette, [surface, canvas, sunken]) };
    palette = { ...palette, ...accent(theme.accent, palette) };
    for (const name of ['danger', 'warn', 'ok', 'info'] as const) palette = { ...palette, ...tone(name, theme[name], palette) };
    return palette;
}

/** Whether dark text reads better on it than light text. @param colour `#rrggbb` */
export function isLight(colour: string): boolean {
    return contrastRatio('#000000', colour) > contrastRatio('#ffffff', colour);
}

function backgrounds({ surface, canvas, sunken, accentSoft, dangerSoft, warnSoft, okSoft, infoSoft }: Palette): string[] {
    return [surface, canvas, sunken, accentSoft, dangerSoft, warnSoft, okSoft, infoSoft];
}

function inks(wanted: string, { surface, canvas, sunken }: Palette, under: string[]): Partial<Palette> {
    const text = ensureContrast(wanted, under, forText);
    const fainter = (share: number, ratio: number) => ensureContrast(mix(text, surface, share), [surface, canvas, sunken], ratio);
    return {
        text,
        text2: fainter(0.25, forText),
        text3: fainter(0.38, forText),
        control: fainter(0.52, forShapes),
        hairline: mix(text, surface, 0.86)
    };
}

function accent(wanted: string, palette: Palette): Partial<Palette> {
    const { surface, canvas, text } = palette;
    const fill = ensureContrast(wanted, [surface, canvas], forShapes);
    const isDark = hasContrast('#ffffff', [fill], forText);
    const onAccent = isDark ? '#ffffff' : ensureContrast(mix(fill, '#000000', 0.8), [fill], forText);
    const accentSoft = soft(fill, surface, [text]);
    return {
        accent: fill,
        onAccent,
        accentHover: shade(fill, isDark ? -0.05 : 0.05, onAccent),
        accentText: ensureContrast(fill, [surface, canvas, accentSoft], forText),
        accentSoft
    };
}

/** A colour that says how things stand, with its background. */
function tone(name: 'danger' | 'warn' | 'ok' | 'info', wanted: string, { surface, text }: Palette): Partial<Palette> {
    const colour = ensureContrast(wanted, [surface], forText);
    return { [name]: colour, [`${name}Soft`]: soft(colour, surface, [text, colour]) };
}

/** A step away from a colour, this way or the other, on which the ink still reads. */
function shade(colour: string, by: number, ink: string): string {
    const isStep = (tried: string) => contrastRatio(tried, colour) > 1.03 && hasContrast(ink, [tried], forText);
    return [lighten(colour, by), lighten(colour, -by)].find(isStep) ?? colour;
}

/** The surface with as much of a colour in it as leaves the inks readable. */
function soft(colour: string, surface: string, onIt: string[]): string {
    const reads = (tried: string) => onIt.every((ink) => hasContrast(ink, [tried], forText));
    return [0.12, 0.08, 0.04].map((share) => mix(surface, colour, share)).find(reads) ?? surface;
}
