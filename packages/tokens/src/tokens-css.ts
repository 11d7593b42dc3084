import { declarations } from './declarations.ts';
import { dark, forcedColors, light } from './palette.ts';

/**
 * The palette as CSS custom properties: the system's theme, unless `data-theme` says light or dark.
 * Inlined into pages made by the server; `tokens.css` is the same text as a file.
 */
export const tokensCss = `:root {
    color-scheme: light dark;
${declarations(light, '    ')}    --sans: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
    --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
    --raised: 0 1px 2px rgb(28 27 26 / 0.06), 0 4px 12px rgb(28 27 26 / 0.06);
}
:root[data-theme='light'] {
    color-scheme: light;
}
@media (prefers-color-scheme: dark) {
    :root:not([data-theme='light']) {
${declarations(dark, '        ')}        --raised: 0 0 0 1px #35322e;
    }
}
:root[data-theme='dark'] {
    color-scheme: dark;
${declarations(dark, '    ')}    --raised: 0 0 0 1px #35322e;
}
@media (forced-colors: active) {
    /* Doubled, to outrank the theme rules above. */
    :root:root {
${declarations(forcedColors, '        ')}    }
}
`;
