export { brandPalette, isLight, type BrandColours } from './brand-palette.ts';
export { contrastRatio } from './contrast-ratio.ts';
export { declarations } from './declarations.ts';
export { monogramOf, monogramsOf, type Monogram } from './monogram.ts';
export { dark, light, monogramInks, type Palette } from './palette.ts';
export { tokensCss } from './tokens-css.ts';
