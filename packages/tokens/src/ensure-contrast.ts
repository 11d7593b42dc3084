import { contrastRatio } from './contrast-ratio.ts';
import { oklabToHex, hexToOklab } from './oklab.ts';

/** Whether a colour stands out from each of these backgrounds by the given ratio. */
export function hasContrast(colour: string, backgrounds: readonly string[], ratio: number): boolean {
    return backgrounds.every((background) => contrastRatio(colour, background) >= ratio);
}

/**
 * The colour itself where it has the contrast, else the nearest lightness of the same hue that has.
 * Where none has it on all the backgrounds: the better of black and white.
 */
export function ensureContrast(colour: string, backgrounds: readonly string[], ratio: number): string {
    if (hasContrast(colour, backgrounds, ratio)) return colour;
    const [lightness, a, b] = hexToOklab(colour);
    const found = ['#000000', '#ffffff']
        .filter((end) => hasContrast(end, backgrounds, ratio))
        .map((end) => {
            let [best, good, bad] = [end, hexToOklab(end)[0], lightness];
            // Ten halvings: a thousandth of the whole range.
            for (let step = 0; step < 10; step += 1) {
                const middle = (good + bad) / 2;
                const tried = oklabToHex([middle, a, b]);
                if (hasContrast(tried, backgrounds, ratio)) [best, good] = [tried, middle];
                else bad = middle;
            }
            return { best, distance: Math.abs(good - lightness) };
        });
    const worst = (of: string) => Math.min(...backgrounds.map((background) => contrastRatio(of, background)));
    const least = Math.min(...found.map(({ distance }) => distance));
    return found.find(({ distance }) => distance === least)?.best ?? (worst('#000000') > worst('#ffffff') ? '#000000' : '#ffffff');
}
