import type { Theme } from '@patchbay/contracts/widget-message';

/** Plain JavaScript and attributes may say anything; a widget would not hear an unknown word. */
export function themeOf(word: string | null | undefined): Theme {
    return word === 'light' || word === 'dark' ? word : 'system';
}
