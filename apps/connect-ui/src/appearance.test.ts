import { mergeAppearance } from '@patchbay/contracts/browser';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { appearanceCss, applyAppearance, logoOf } from './appearance.ts';

const root = () => getComputedStyle(document.documentElement);

beforeEach(() => {
    delete document.documentElement.dataset.theme;
    applyAppearance(undefined);
});

test('without an appearance nothing is changed', () => {
    expect(root().getPropertyValue('--accent')).toBe('');
    expect(root().fontSize).toBe('16px');
});

test('colours, font, text size and corners given by the host apply until the host changes them', () => {
    applyAppearance({
        variables: {
            colorPrimary: '#6A1B9A',
            fontFamily: 'Inter, "Open Sans", sans-serif',
            fontSizeBase: 18,
            borderRadius: 0,
            density: 'compact'
        }
    });
    expect(root().getPropertyValue('--accent')).toBe('#6a1b9a');
    expect(root().fontSize).toBe('19.2px');
    expect(root().getPropertyValue('--radius')).toBe('0px');
    expect(root().getPropertyValue('--row-height')).toBe('44px');

    applyAppearance({ variables: { colorPrimary: '#00f' } });
    expect(root().getPropertyValue('--accent')).toBe('#0000ff');
    expect(root().getPropertyValue('--radius')).toBe('');
    expect(document.adoptedStyleSheets).toHaveLength(1);
});

test('the dark theme has its own colours on top', () => {
    applyAppearance({ variables: { colorPrimary: '#6a1b9a', borderRadius: 2 }, dark: { colorPrimary: '#ce93d8' } });
    expect(root().getPropertyValue('--accent')).toBe('#6a1b9a');
    document.documentElement.dataset.theme = 'dark';
    expect(root().getPropertyValue('--accent')).toBe('#ce93d8');
    expect(root().getPropertyValue('--radius')).toBe('2px');
});

test('a font family keeps its names only, with our fallbacks after them', () => {
    const fontFamily = 'Inter, "Open Sans", sans-serif, url(x)';
    expect(appearanceCss({ variables: { fontFamily } })).toContain("{--font: 'Inter', 'Open Sans', sans-serif, var(--sans);}");
});

test('numbers are limited to usable ranges', () => {
    applyAppearance({ variables: { fontSizeBase: 90, borderRadius: -4 } });
    expect(root().fontSize).toBe('19.2px');
    expect(root().getPropertyValue('--radius')).toBe('0px');
});

test('invalid values are dropped, and no value can inject CSS', () => {
    const anything = fc.oneof(fc.anything(), fc.string(), fc.constantFrom('red;}', '#12', "x';} body{display:none}", 'url(//evil)', NaN));
    const names = ['colorPrimary', 'colorBackground', 'colorText', 'colorDanger', 'fontFamily', 'fontSizeBase', 'borderRadius', 'density'];
    const variables = fc.dictionary(fc.constantFrom(...names), anything);
    const clean = /^(?:[\p{L}\p{N} _#.,:;'"()%=@/*[\]{}!-]|\n)*$/u;
    fc.assert(
        fc.property(variables, variables, (light, dark) => {
            const css = appearanceCss({ variables: light, dark });
            expect(['', '{}{{}}{}{{}{{}}{}}']).toContain(css.replaceAll(/[^{}]/g, ''));
            expect(css).toMatch(clean);
            expect(css).not.toMatch(/url\(|expression|@import/i);
        })
    );
});

test('a logo must be a data: URL of an image, so that nothing is fetched', () => {
    const src = 'data:image/svg+xml;base64,PHN2Zy8+';
    expect(logoOf({ logo: { src, alt: 'Acme HR' } })).toEqual({ src, alt: 'Acme HR' });
    for (const other of ['https://acme.example/logo.png', 'data:text/html;base64,PHA+', `data:image/png;base64,${'A'.repeat(40_000)}`])
        expect(logoOf({ logo: { src: other, alt: '' } })).toBeNull();
    expect(logoOf({})).toBeNull();
});

test("the page's own script wins over the session, variable by variable, in the dark theme as well", () => {
    const session = {
        variables: { colorPrimary: '#111111', borderRadius: 4 },
        dark: { colorPrimary: '#eeeeee', colorText: '#fafafa' },
        logo: { src: 'data:,', alt: 'Session' },
        text: { 'list.title': 'Session', 'list.sub': 'Session' }
    };
    expect(
        mergeAppearance({ variables: { colorPrimary: '#222222', colorText: undefined }, text: { 'list.title': 'Page' } }, session)
    ).toEqual({
        variables: { colorPrimary: '#222222', borderRadius: 4 },
        dark: { colorPrimary: '#222222', colorText: '#fafafa' },
        logo: session.logo,
        text: { 'list.title': 'Page', 'list.sub': 'Session' },
        texts: {}
    });
    const page = { texts: { de: { 'list.title': 'Seite' }, fr: { 'list.title': 'Page' } } };
    const below = { texts: { de: { 'list.title': 'Sitzung', 'list.sub': 'Unten' } } };
    expect(mergeAppearance(page, below).texts).toEqual({
        de: { 'list.title': 'Seite', 'list.sub': 'Unten' },
        fr: { 'list.title': 'Page' }
    });
    expect(mergeAppearance(undefined, session)).toBe(session);
    expect(mergeAppearance(undefined, undefined)).toEqual({});
});
