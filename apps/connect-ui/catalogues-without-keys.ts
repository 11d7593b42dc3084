import { laterEnglish } from './src/i18n/later-texts.en.ts';
import { english } from './src/i18n/texts.en.ts';

/**
 * A plugin of Vite's: makes two files of each locale's texts, as there are two in English, so that
 * the list waits for its own alone. It drops the keys from them, a quarter of their weight: English
 * has the same ones in the same order, and is there already.
 */
export function cataloguesWithoutKeys() {
    return {
        name: 'catalogues-without-keys',
        apply: 'build' as const,
        // The page sends for the file that is called `texts`.
        outputOptions: (output: object) => ({
            ...output,
            chunkFileNames: ({ facadeModuleId }: { facadeModuleId: string | null }) =>
                `assets/${facadeModuleId?.endsWith('?later') ? 'later-' : ''}[name]-[hash].js`
        }),
        transform: {
            filter: { id: /\/texts\.(?!en\.)[\w-]+\.ts(?:\?later)?$/ },
            async handler(_code: string, id: string) {
                const [file = '', isLater] = id.split('?');
                // The filter lets catalogues alone through.
                const { texts } = (await import(file)) as { texts: Record<string, string> };
                if (isLater) return `export const texts = ${valuesOf(texts, laterEnglish)};`;
                return `import { english } from './texts.en.ts';
                    export const texts = (${valuesOf(texts, english)})(english);
                    export const later = async () => (await import(${JSON.stringify(`${file}?later`)})).texts;`;
            }
        }
    };
}

/** A function that gives a part of English the texts of this locale, with its further plurals. */
function valuesOf(texts: Readonly<Record<string, string>>, part: object): string {
    const keys = Object.keys(part);
    const baseOf = (key: string) => key.slice(0, key.lastIndexOf('.'));
    const counted = keys.filter((key) => key.endsWith('.one')).map(baseOf);
    const more = Object.entries(texts).filter(([key]) => !keys.includes(key) && counted.includes(baseOf(key)));
    const values = JSON.stringify(keys.map((key) => texts[key] ?? null));
    return `(english, values = ${values}) => Object.fromEntries(Object.keys(english).map((key, at) => [key, values[at]]).concat(${JSON.stringify(more)}))`;
}
