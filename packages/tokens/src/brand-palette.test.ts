import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandPalette, contrastRatio, dark, light, type Palette } from './index.ts';
import { contrastPairs } from './contrast-pairs.fixtures.ts';

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const brand = fc.record({ primary: colour, background: colour, text: colour, danger: colour }, { requiredKeys: [] });
const theme = fc.constantFrom(light, dark);

function unreadable(palette: Palette): string[] {
    return contrastPairs.flatMap(([ink, backgrounds, atLeast]) =>
        backgrounds
            .filter((background) => contrastRatio(palette[ink], palette[background]) < atLeast)
            .map((background) => `${ink} ${palette[ink]} on ${background} ${palette[background]}`)
    );
}

test('whatever colours a brand has, in both themes everything can be read', () => {
    fc.assert(
        fc.property(theme, brand, (own, colours) => {
            expect(unreadable(brandPalette(own, colours))).toEqual([]);
        }),
        { numRuns: 2000, endOnFailure: true }
    );
});

test('greys in the middle, where black and white are both only just readable, are no exception', () => {
    for (let value = 0; value <= 0xff; value += 1) {
        const grey = `#${value.toString(16).padStart(2, '0').repeat(3)}`;
        for (const own of [light, dark])
            for (const colours of [
                { background: grey },
                { primary: grey },
                { text: grey },
                { background: grey, primary: grey, text: grey }
            ])
                expect(unreadable(brandPalette(own, colours))).toEqual([]);
    }
});

test('a colour that is fine already is left as it is', () => {
    fc.assert(
        fc.property(colour, colour, (background, text) => {
            fc.pre(contrastRatio(background, text) >= 4.5);
            expect(brandPalette(light, { background, text })).toMatchObject({ surface: background, text });
        })
    );
    expect(brandPalette(light, { primary: '#6a1b9a', danger: '#c62828' })).toMatchObject({ accent: '#6a1b9a', danger: '#c62828' });
    expect(brandPalette(dark, {})).toBe(dark);
});

test('our own colours, given as a brand, give our own colours', () => {
    for (const own of [light, dark])
        expect(brandPalette(own, { primary: own.accent, text: own.text, danger: own.danger })).toMatchObject({
            accent: own.accent,
            text: own.text,
            danger: own.danger
        });
});

test('an unreadable primary colour keeps its hue: yellow becomes a dark yellow, not grey or black', () => {
    const { accent, onAccent } = brandPalette(light, { primary: '#ffe000' });
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
    expect(Math.min(red, green)).toBeGreaterThan(blue + 100);
    expect(contrastRatio(accent, light.surface)).toBeCloseTo(3, 0);
    expect(contrastRatio(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
});

test('text that could not be read on the background goes to the side where it can', () => {
    const { text } = brandPalette(light, { background: '#fffbe6', text: '#fff3b0' });
    expect(contrastRatio(text, '#000000')).toBeLessThan(contrastRatio('#fffbe6', '#000000'));
});

test('on a dark background the light theme takes the status colours of the dark one, and the other way round', () => {
    expect(brandPalette(light, { background: dark.surface })).toMatchObject({ ok: dark.ok, warn: dark.warn });
    expect(brandPalette(dark, { background: '#ffffff' })).toMatchObject({ ok: light.ok, warn: light.warn });
});
