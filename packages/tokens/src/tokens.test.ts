import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrastRatio, dark, light, monogramInks, monogramOf, monogramsOf, tokensCss } from './index.ts';
import { contrastPairs } from './contrast-pairs.fixtures.ts';

const cases = [
    ['light', light],
    ['dark', dark]
] as const;

test.each(
    cases.flatMap(([theme, palette]) =>
        contrastPairs.flatMap(([ink, backgrounds, atLeast]) =>
            backgrounds.map((background) => ({ theme, ink, background, atLeast, palette }))
        )
    )
)('$theme: $ink reads on $background at $atLeast:1 or better', ({ palette, ink, background, atLeast }) => {
    expect(contrastRatio(palette[ink], palette[background])).toBeGreaterThanOrEqual(atLeast);
});

test.each([...monogramInks])('white letters read on the ink %s at 6:1 or better', (ink) => {
    expect(contrastRatio('#ffffff', ink)).toBeGreaterThanOrEqual(6);
});

test('the contrast formula gives the known extremes', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('tokens.css holds what the data says', () => {
    expect(readFileSync(new URL('../tokens.css', import.meta.url), 'utf8')).toBe(tokensCss);
});

test('the stylesheet sets every colour in both themes', () => {
    const dashed = (name: string) => name.replaceAll(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`);
    for (const [name, value] of Object.entries(light)) expect(tokensCss).toContain(`--${dashed(name)}: ${value};`);
    for (const [name, value] of Object.entries(dark))
        expect(tokensCss.split(`--${dashed(name)}: ${value};`).length).toBeGreaterThanOrEqual(3);
});

test('a monogram takes the initials of two words, or of a name written in one', () => {
    expect(monogramOf('Help Scout', 'help-scout').letters).toBe('HS');
    expect(monogramOf('QuickBooks', 'quickbooks').letters).toBe('QB');
    expect(monogramOf('linear', 'linear').letters).toBe('L');
    expect(monogramOf('', 'nameless').letters).toBe('?');
});

test('a provider keeps its ink, and neighbours that would look the same get different ones', () => {
    expect(monogramOf('Slack', 'slack')).toEqual(monogramOf('Slack', 'slack'));
    const [one, other] = monogramsOf([
        { displayName: 'Slack', slug: 'slack' },
        { displayName: 'Slack', slug: 'slack' }
    ]);
    expect(one?.letters).toBe(other?.letters);
    expect(one?.ink).not.toBe(other?.ink);
});
