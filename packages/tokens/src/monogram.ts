import { monogramInks } from './palette.ts';

export interface Monogram {
    /** One or two letters of the name. */
    letters: string;
    /** Index into `monogramInks`, the same for a slug on every page. */
    ink: number;
}

/** The mark of a provider whose logo we don't own. */
export function monogramOf(displayName: string, slug: string): Monogram {
    const words = displayName.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    const first = words[0] ?? '?';
    const second = words[1] ?? first.match(/(?<=\p{Ll})\p{Lu}/u)?.[0] ?? '';
    const letters = `${[...first][0] ?? ''}${[...second][0] ?? ''}`.toUpperCase();
    return { letters, ink: hash(slug) % monogramInks.length };
}

/** Marks for a list: two neighbours never look the same. */
export function monogramsOf(items: readonly { displayName: string; slug: string }[]): Monogram[] {
    const marks: Monogram[] = [];
    for (const { displayName, slug } of items) {
        const mark = monogramOf(displayName, slug);
        const before = marks.at(-1);
        const twin = before?.letters === mark.letters && before.ink === mark.ink;
        marks.push(twin ? { ...mark, ink: (mark.ink + 1) % monogramInks.length } : mark);
    }
    return marks;
}

/** FNV-1a, 32 bits: spreads short slugs evenly. */
function hash(text: string): number {
    let value = 0x811c9dc5;
    for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
    // The low bits alone are spread badly, and they pick the ink.
    return (value ^ (value >>> 15)) >>> 0;
}
