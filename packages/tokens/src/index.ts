export { monogramOf, monogramsOf, type Monogram } from './monogram.ts';
export { dark, light, monogramInks, type Palette } from './palette.ts';
export { tokensCss } from './tokens-css.ts';
