import { linearLight } from './contrast-ratio.ts';

/**
 * Perceived lightness, 0 to 1, and two colour axes around grey.
 * @see https://bottosson.github.io/posts/oklab/
 */
export type Oklab = readonly [lightness: number, a: number, b: number];

/** @param hex `#rrggbb` */
export function hexToOklab(hex: string): Oklab {
    const [red, green, blue] = linearLight(hex);
    const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    return [
        0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
    ];
}

/** @returns `#rrggbb`: the same lightness and hue, with the chroma reduced into sRGB's gamut */
export function oklabToHex([lightness, a, b]: Oklab): string {
    const channelsAt = (chroma: number) => toChannels([lightness, a * chroma, b * chroma]);
    let [shown, tooMuch] = isShowable(channelsAt(1)) ? [1, 1] : [0, 1];
    // Twelve halvings are finer than the steps of a channel.
    for (let step = 0; shown < tooMuch && step < 12; step += 1) {
        const tried = (shown + tooMuch) / 2;
        if (isShowable(channelsAt(tried))) shown = tried;
        else tooMuch = tried;
    }
    return `#${channelsAt(shown).map(toHex).join('')}`;
}

/** @param share of `other`, 0 to 1 */
export function mix(one: string, other: string, share: number): string {
    const [from, to] = [hexToOklab(one), hexToOklab(other)];
    const between = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share;
    return oklabToHex([between(0), between(1), between(2)]);
}

/** @param by how much lightness to add, -1 to 1 */
export function lighten(colour: string, by: number): string {
    const [lightness, a, b] = hexToOklab(colour);
    return oklabToHex([Math.min(Math.max(lightness + by, 0), 1), a, b]);
}

/** sRGB channels; those of a colour that screens can't show lie outside of 0 to 1. */
function toChannels([lightness, a, b]: Oklab): number[] {
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    return [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
    ].map((light) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
}

function isShowable(channels: number[]): boolean {
    // Rounding may leave white itself a hair outside.
    return channels.every((channel) => channel > -0.001 && channel < 1.001);
}

function toHex(channel: number): string {
    return Math.round(Math.min(Math.max(channel, 0), 1) * 255)
        .toString(16)
        .padStart(2, '0');
}
