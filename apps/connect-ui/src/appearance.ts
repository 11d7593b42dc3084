import { mergeAppearance } from '@patchbay/contracts/browser';
import type { Appearance, AppearanceVariables } from '@patchbay/contracts/widget-message';
import { brandPalette, dark, declarations, isLight, light, type BrandColours, type Palette } from '@patchbay/tokens';
import { useLayoutEffect, useMemo } from 'react';

// At this size the stylesheet's lengths are as they are written there.
const ownFontSizePx = 15;
const longestLogo = 32_768;

/**
 * Shows the looks of the host page on top of the session's.
 * @returns both as one, for what is no stylesheet's business: logo and words
 */
export function useAppearance(ofHost: Appearance | undefined, ofSession: Appearance | undefined): Appearance {
    const appearance = useMemo(() => mergeAppearance(ofHost, ofSession), [ofHost, ofSession]);
    useLayoutEffect(() => applyAppearance(appearance), [appearance]);
    return appearance;
}

let sheet: CSSStyleSheet | undefined;

/**
 * Gives the widget the host's looks, in place of those given before. Values that are none are left
 * out, and colours that could not be read are moved until they can be.
 */
export function applyAppearance(appearance: Appearance | undefined): void {
    const css = appearanceCss(appearance);
    if (!sheet) {
        // Even an empty sheet would make the browser work out every style again.
        if (css === '') return;
        // The page's policy allows no style attribute and no style element; a sheet made by script
        // is neither.
        sheet = new CSSStyleSheet();
        document.adoptedStyleSheets.push(sheet);
    }
    sheet.replaceSync(css);
}

/**
 * What the variables mean, as a stylesheet that comes after the widget's own; empty when they mean
 * nothing.
 */
export function appearanceCss({ variables = {}, dark: onDark = {} }: Appearance = {}): string {
    const inDark = { ...variables, ...onDark };
    const shapes = [shape(variables), shape(inDark)] as const;
    const inks = [colours(light, variables), colours(dark, inDark)] as const;
    if (![...shapes, ...inks].some((css) => css !== '')) return '';
    return `${inThemes(...shapes)}
/* Forced colours are the user's, and override all others. */
@media (forced-colors: none) {
${inThemes(...inks)}
}`;
}

/**
 * The host's logo, if it is a picture that came along with its address: the page's policy lets
 * nothing be fetched from elsewhere.
 */
export function logoOf({ logo }: Appearance): { src: string; alt: string } | null {
    const isPicture = logo && logo.src.length <= longestLogo && /^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[\w+/]+=*$/.test(logo.src);
    return isPicture ? { src: logo.src, alt: logo.alt.slice(0, 80) } : null;
}

/**
 * The same precedence as `tokens.css`: the system's theme, unless `data-theme` says light or dark.
 * Doubled, to outrank it.
 */
function inThemes(onLight: string, onDark: string): string {
    return `:root:root {${onLight}}
@media (prefers-color-scheme: dark) {
    :root:not([data-theme='light']) {${onDark}}
}
:root[data-theme='dark'] {${onDark}}`;
}

function colours(own: Palette, { colorPrimary, colorBackground, colorText, colorDanger }: AppearanceVariables): string {
    const brand: BrandColours = {
        primary: hex(colorPrimary),
        background: hex(colorBackground),
        text: hex(colorText),
        danger: hex(colorDanger)
    };
    if (Object.values(brand).every((colour) => colour === undefined)) return '';
    const palette = brandPalette(own, brand);
    const onBackground = `color-scheme: ${isLight(palette.surface) ? 'light' : 'dark'}; --raised: 0 0 0 1px ${palette.hairline};`;
    return `${brand.background === undefined ? '' : onBackground} ${declarations(palette)}`;
}

function shape({ fontFamily, fontSizeBase, borderRadius, density }: AppearanceVariables): string {
    const css: string[] = [];
    const fonts = fontNames(fontFamily);
    if (fonts.length > 0) css.push(`--font: ${fonts.join(', ')}, var(--sans);`);
    const fontSize = within(14, fontSizeBase, 18);
    // In percent, so that a text size chosen in the browser still counts.
    if (fontSize !== undefined) css.push(`font-size: ${((fontSize / ownFontSizePx) * 100).toFixed(2)}%;`);
    const radius = within(0, borderRadius, 16);
    if (radius !== undefined) css.push(`--radius: ${radius}px;`);
    if (density === 'compact') css.push('--row-height: 44px; --control-height: 36px; --gap: 12px;');
    if (density === 'normal') css.push('--row-height: 56px; --control-height: 44px; --gap: 16px;');
    return css.join(' ');
}

/** `#rrggbb`, or undefined for what is no colour: the host's page may send anything. */
function hex(value: unknown): string | undefined {
    if (typeof value !== 'string') return undefined;
    if (/^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase();
    return /^#[0-9a-f]{3}$/i.test(value) ? value.toLowerCase().replaceAll(/[0-9a-f]/g, '$&$&') : undefined;
}

function within(lowest: number, value: unknown, highest: number): number | undefined {
    return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, lowest), highest) : undefined;
}

/** The names in a `font-family`, fit to be written into a stylesheet. */
function fontNames(value: unknown): string[] {
    if (typeof value !== 'string') return [];
    return value
        .slice(0, 200)
        .split(',')
        .map((name) => name.trim().replaceAll(/^(["'])(.*)\1$/g, '$2'))
        .filter((name) => /^[\p{L}\p{N} _-]+$/u.test(name))
        .map((name) => (/^(?:ui-)?(?:sans-serif|serif|monospace|rounded)$|^system-ui$/.test(name) ? name : `'${name}'`));
}
