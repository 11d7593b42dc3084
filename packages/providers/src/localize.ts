import type { FormField, FormFields } from './form-field.ts';
import type { Provider } from './provider.ts';
import { texts as ar } from './texts/ar.ts';
import { texts as de } from './texts/de.ts';
import { texts as es } from './texts/es.ts';
import { texts as fr } from './texts/fr.ts';
import { texts as he } from './texts/he.ts';
import { texts as it } from './texts/it.ts';
import { texts as ja } from './texts/ja.ts';
import { texts as ko } from './texts/ko.ts';
import { texts as nl } from './texts/nl.ts';
import { texts as pt } from './texts/pt-BR.ts';
import { texts as zh } from './texts/zh-Hans.ts';

/** A language that the definitions' English words can be said in. */
export interface Language {
    /** BCP 47. */
    lang: string;
    /** By the English text: the same title stands in many definitions. */
    texts: Readonly<Record<string, string>>;
}

const english: Language = { lang: 'en', texts: {} };

/** By language alone: the one region or script we have is better than English for the others. */
export const languages: ReadonlyMap<string, Language> = new Map([
    ['en', english],
    ['ar', { lang: 'ar', texts: ar }],
    ['de', { lang: 'de', texts: de }],
    ['es', { lang: 'es', texts: es }],
    ['fr', { lang: 'fr', texts: fr }],
    ['he', { lang: 'he', texts: he }],
    ['it', { lang: 'it', texts: it }],
    ['ja', { lang: 'ja', texts: ja }],
    ['ko', { lang: 'ko', texts: ko }],
    ['nl', { lang: 'nl', texts: nl }],
    ['pt', { lang: 'pt-BR', texts: pt }],
    ['zh', { lang: 'zh-Hans', texts: zh }]
]);

/** @param accepted an `Accept-Language` header; English when it names no language that we have */
export function pickLanguage(accepted = ''): Language {
    const wanted = accepted
        .split(',', 20)
        .map((part) => {
            const [tag = '', ...params] = part.split(';').map((piece) => piece.trim());
            const quality = params.find((param) => param.startsWith('q='));
            return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
        })
        .filter(({ quality }) => quality > 0)
        .toSorted((a, b) => b.quality - a.quality);
    return wanted.map(({ tag }) => languages.get(languageOf(tag))).find((found) => found !== undefined) ?? english;
}

function languageOf(tag: string): string {
    try {
        // Also knows that `iw` has become `he`.
        return new Intl.Locale(tag).language;
    } catch {
        return '';
    }
}

/** A text in the language, or in English where it lacks it. */
export function localize({ texts }: Language, text: string): string {
    return (Object.hasOwn(texts, text) && texts[text]) || text;
}

/** Texts that belong together: in the language, or in English where it lacks one. */
function localizeAll({ lang, texts }: Language, all: readonly string[]): { texts: string[]; lang: string } {
    const translated = all.flatMap((text) => (Object.hasOwn(texts, text) && texts[text]) || []);
    return translated.length === all.length ? { texts: translated, lang } : { texts: [...all], lang: english.lang };
}

/** A field in the language, or in English where one of its texts is missing. `lang` says which. */
export function localizeField<Field extends FormField>(language: Language, field: Field): { field: Field; lang: string } {
    const { title, description, enum_labels: labels } = field;
    const { lang } = localizeAll(language, [title, description ?? [], Object.values(labels ?? {})].flat());
    if (lang !== language.lang) return { field, lang };
    const translated = {
        title: localize(language, title),
        ...(description === undefined ? {} : { description: localize(language, description) }),
        ...(labels === undefined ? {} : { enum_labels: mapValues(labels, (label) => localize(language, label)) })
    };
    return { field: { ...field, ...translated }, lang };
}

/** A provider's guide in the language, or in English where one of its steps is missing. */
export function localizeGuide(language: Language, { guide = [] }: Pick<Provider, 'guide'>): { steps: string[]; lang: string } {
    const { texts: steps, lang } = localizeAll(language, guide);
    return { steps, lang };
}

/** A whole definition, with what an end user reads of it in the language. */
export function localizeDefinition<Definition extends Provider>(language: Language, definition: Definition): Definition {
    const scopes = 'scope_descriptions' in definition ? definition.scope_descriptions : undefined;
    return {
        ...definition,
        ...(definition.guide ? { guide: localizeGuide(language, definition).steps } : {}),
        ...(definition.credentials ? { credentials: localizeFields(language, definition.credentials) } : {}),
        ...(definition.connection_config ? { connection_config: localizeFields(language, definition.connection_config) } : {}),
        ...(scopes ? { scope_descriptions: mapValues(scopes, (text) => localize(language, text)) } : {})
    };
}

function localizeFields(language: Language, fields: FormFields): FormFields {
    return mapValues(fields, (field) => localizeField(language, field).field);
}

function mapValues<From, To>(object: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
    return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}
