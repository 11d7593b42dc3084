import { contrast } from './contrast.ts';
import { isLegible, legible } from './legible.ts';
import { lighter, mix } from './oklab.ts';
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
 * The whole palette around a brand's colours. A colour that could not be read is moved along its lightness until it can be; the others are
 * taken as they are.
 * @param own the theme's own palette
 */
export function brandPalette(own: Palette, { primary, background, text, danger }: BrandColours): Palette {
    let palette = own;
    if (background !== undefined) palette = onSurface(background, text);
    else if (text !== undefined) palette = { ...own, ...inks(text, own, grounds(own)) };
    if (primary !== undefined) palette = { ...palette, ...accent(primary, palette) };
    if (danger !== undefined) palette = { ...palette, ...tone('danger', danger, palette) };
    return palette;
}

/** Everything that lies on a surface: the theme whose text reads better there, moved until it reads well. */
function onSurface(surface: string, givenText: string | undefined): Palette {
    const theme = isLight(surface) ? light : dark;
    const text = legible(givenText ?? theme.text, [surface], forText);
    const [canvas, sunken] = [shade(surface, -0.03, text), shade(surface, -0.055, text)];
    let palette: Palette = { ...theme, surface, canvas, sunken };
    palette = { ...palette, ...inks(text, palette, [surface, canvas, sunken]) };
    palette = { ...palette, ...accent(theme.accent, palette) };
    for (const name of ['danger', 'warn', 'ok', 'info'] as const) palette = { ...palette, ...tone(name, theme[name], palette) };
    return palette;
}

/** Whether dark text reads better on it than light text. @param colour `#rrggbb` */
export function isLight(colour: string): boolean {
    return contrast('#000000', colour) > contrast('#ffffff', colour);
}

function grounds({ surface, canvas, sunken, accentSoft, dangerSoft, warnSoft, okSoft, infoSoft }: Palette): string[] {
    return [surface, canvas, sunken, accentSoft, dangerSoft, warnSoft, okSoft, infoSoft];
}

function inks(wanted: string, { surface, canvas, sunken }: Palette, under: string[]): Partial<Palette> {
    const text = legible(wanted, under, forText);
    const fainter = (share: number, ratio: number) => legible(mix(text, surface, share), [surface, canvas, sunken], ratio);
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
    const fill = legible(wanted, [surface, canvas], forShapes);
    const isDark = isLegible('#ffffff', [fill], forText);
    const onAccent = isDark ? '#ffffff' : legible(mix(fill, '#000000', 0.8), [fill], forText);
    const accentSoft = soft(fill, surface, [text]);
    return {
        accent: fill,
        onAccent,
        accentHover: shade(fill, isDark ? -0.05 : 0.05, onAccent),
        accentText: legible(fill, [surface, canvas, accentSoft], forText),
        accentSoft
    };
}

/** A colour that says how things stand, with its background. */
function tone(name: 'danger' | 'warn' | 'ok' | 'info', wanted: string, { surface, text }: Palette): Partial<Palette> {
    const colour = legible(wanted, [surface], forText);
    return { [name]: colour, [`${name}Soft`]: soft(colour, surface, [text, colour]) };
}

/** A step away from a colour, this way or the other, on which the ink still reads. */
function shade(colour: string, by: number, ink: string): string {
    const isStep = (tried: string) => contrast(tried, colour) > 1.03 && isLegible(ink, [tried], forText);
    return [lighter(colour, by), lighter(colour, -by)].find(isStep) ?? colour;
}

/** The surface with as much of a colour in it as leaves the inks readable. */
function soft(colour: string, surface: string, inksOnIt: string[]): string {
    const reads = (tried: string) => inksOnIt.every((ink) => isLegible(ink, [tried], forText));
    return [0.12, 0.08, 0.04].map((share) => mix(surface, colour, share)).find(reads) ?? surface;
}
