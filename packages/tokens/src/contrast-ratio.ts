/** Linear light of each channel, 0 to 1, of a colour written `#rrggbb`. */
export function linearLight(hex: string): [red: number, green: number, blue: number] {
    const channel = (at: number) => {
        const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    return [channel(1), channel(3), channel(5)];
}

/** Contrast ratio of two colours written `#rrggbb`, 1 to 21, as WCAG 2.2 defines it. */
export function contrastRatio(one: string, other: string): number {
    const [first, second] = [luminance(one), luminance(other)];
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(hex: string): number {
    const [red, green, blue] = linearLight(hex);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
