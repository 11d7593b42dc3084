import { contrast } from './contrast.ts';
import { fromLab, toLab } from './oklab.ts';

/** Whether a colour stands out from each of these grounds by the given ratio. */
export function isLegible(colour: string, grounds: readonly string[], ratio: number): boolean {
    return grounds.every((ground) => contrast(colour, ground) >= ratio);
}

/**
 * The colour itself where it stands out enough, else the nearest lightness of the same hue that does. Where none does on all the grounds,
 * the better of black and white.
 */
export function legible(colour: string, grounds: readonly string[], ratio: number): string {
    if (isLegible(colour, grounds, ratio)) return colour;
    const [lightness, a, b] = toLab(colour);
    const found = ['#000000', '#ffffff']
        .filter((end) => isLegible(end, grounds, ratio))
        .map((end) => {
            let [best, good, bad] = [end, toLab(end)[0], lightness];
            // Ten halvings: a thousandth of the whole range.
            for (let step = 0; step < 10; step += 1) {
                const middle = (good + bad) / 2;
                const tried = fromLab([middle, a, b]);
                if (isLegible(tried, grounds, ratio)) [best, good] = [tried, middle];
                else bad = middle;
            }
            return { best, distance: Math.abs(good - lightness) };
        });
    const worst = (of: string) => Math.min(...grounds.map((ground) => contrast(of, ground)));
    const least = Math.min(...found.map(({ distance }) => distance));
    return found.find(({ distance }) => distance === least)?.best ?? (worst('#000000') > worst('#ffffff') ? '#000000' : '#ffffff');
}
