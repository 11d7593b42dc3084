import { english, type CatalogueFile, type FirstTexts, type LaterTexts } from './texts.en.ts';

const plain = 'aceinosuyzACDEINOSTUWYZ';
const accented = 'áçéíñöšüýžÁÇÐÉÍÑÖŠŢÜŴÝŽ';

/**
 * At least 40 % longer, as translations are: each vowel twice, which makes long words, and then
 * more words. Brackets show where a text ends.
 */
function stretch(text: string): string {
    const long = text.replaceAll(/\{\w+\}|[A-Za-z]/g, (part) =>
        part.length > 1 ? part : (accented[plain.indexOf(part)] ?? part).repeat(/[aeiou]/.test(part) ? 2 : 1)
    );
    const missing = Math.max(0, Math.ceil(text.length * 1.4) - long.length);
    return `⟦${long}${' öñé ţŵö ţħŕéé'.repeat(Math.ceil(missing / 14)).slice(0, missing)}⟧`;
}

/** Its letters from right to left; what is filled in keeps its own direction. */
function mirror(text: string): string {
    return `\u202E${text}\u202C`;
}

function changed(change: (text: string) => string): CatalogueFile {
    const all = <T extends Readonly<Record<string, string>>>(texts: T): T =>
        // Same keys, other values: TypeScript can't follow that through `fromEntries`.
        Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text)])) as T;
    return { texts: all<FirstTexts>(english), later: async () => all<LaterTexts> };
}

export const stretched = changed(stretch);
export const mirrored = changed(mirror);
