import type { Palette } from './palette.ts';

/** A palette as declarations of CSS custom properties, one a line. */
export function declarations(palette: Partial<Palette>, indent = ''): string {
    return Object.entries(palette)
        .map(([name, value]) => `${indent}--${name.replaceAll(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};\n`)
        .join('');
}
