import { byId } from './page.js';

const form = byId('settings', HTMLFormElement);
const script = byId('connect-script', HTMLScriptElement);
const key = 'juniper-settings';

/** @returns {{ theme: 'system' | 'light' | 'dark', locale: string }} */
export function currentSettings() {
    const given = new FormData(form);
    const theme = given.get('theme');
    const locale = given.get('locale');
    return { theme: theme === 'light' || theme === 'dark' ? theme : 'system', locale: typeof locale === 'string' ? locale : 'en' };
}

function apply() {
    const settings = currentSettings();
    // `system` is no rule of its own in the style sheet.
    document.documentElement.dataset.theme = settings.theme;
    // The script reads its attributes at each click, so the next dialog follows.
    Object.assign(script.dataset, settings);
    localStorage.setItem(key, JSON.stringify(settings));
}

function restore() {
    /** @type {unknown} */
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return;
    for (const select of form.querySelectorAll('select')) {
        const wanted = Object.entries(stored).find(([name]) => name === select.name)?.[1];
        if ([...select.options].some(({ value }) => value === wanted)) select.value = wanted;
    }
}

restore();
apply();
form.addEventListener('change', apply);
