import { codeFor } from './code.js';
import { byId, copy } from './page.js';

/** @typedef {import('@patchbay/connect').ConnectOptions} Options */
/** @typedef {'dialog' | 'inline' | 'tab' | 'link'} Layout */
/** @typedef {{ layout: Layout, theme: 'system' | 'light' | 'dark', locale: string, appearance:
 * import('@patchbay/connect').Appearance }} Settings
 */

const form = byId('settings', HTMLFormElement);
const script = byId('connect-script', HTMLScriptElement);
const code = byId('code', HTMLElement);
const kinds = [...document.querySelectorAll('[data-code]')].filter((button) => button instanceof HTMLButtonElement);
const key = 'juniper-settings';
const usualRadius = 6;
const logo = fetch('/icon.svg')
    .then((response) => response.text())
    .then((svg) => `data:image/svg+xml;base64,${btoa(svg)}`);
let logoSource = '';

/** @returns {Settings} */
export function currentSettings() {
    const given = new FormData(form);
    const theme = textOf(given, 'theme');
    const layout = textOf(given, 'layout');
    const radius = Number(textOf(given, 'radius'));
    const heading = textOf(given, 'heading').trim();
    return {
        layout: layout === 'inline' || layout === 'tab' || layout === 'link' ? layout : 'dialog',
        theme: theme === 'light' || theme === 'dark' ? theme : 'system',
        locale: textOf(given, 'locale'),
        appearance: {
            variables: { colorPrimary: textOf(given, 'color'), ...(radius === usualRadius ? {} : { borderRadius: radius }) },
            ...(given.has('logo') && logoSource ? { logo: { src: logoSource, alt: 'Juniper' } } : {}),
            ...(heading ? { text: { 'list.title': heading } } : {})
        }
    };
}

/**
 * @param {(settings: Settings) => void} heard called at once, and at each change
 */
export async function followSettings(heard) {
    const change = () => {
        apply();
        heard(currentSettings());
    };
    restore();
    logoSource = await logo.catch(() => '');
    change();
    form.addEventListener('input', change);
    byId('reset', HTMLButtonElement).addEventListener('click', () => {
        form.reset();
        change();
    });
    for (const button of kinds) {
        button.addEventListener('click', () => {
            for (const other of kinds) other.ariaPressed = String(other === button);
            apply();
        });
    }
    byId('copy-code', HTMLButtonElement).addEventListener('click', () => copy(code.textContent, 'Code copied.'));
}

function apply() {
    const settings = currentSettings();
    const { theme, locale, layout, appearance } = settings;
    // `system` is no rule of its own in the style sheet.
    document.documentElement.dataset.theme = theme;
    // The script reads its attributes at each click, so the next dialog follows.
    Object.assign(script.dataset, { theme, locale, appearance: JSON.stringify(appearance), mode: layout === 'tab' ? 'redirect' : 'auto' });
    const isReact = kinds.some((button) => button.ariaPressed === 'true' && button.dataset.code === 'react');
    // A link is made in the backend.
    byId('code-kinds', HTMLElement).hidden = layout === 'link';
    code.textContent = codeFor(settings, isReact ? 'react' : 'script', new URL(script.src).origin);
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(new FormData(form))));
}

function restore() {
    /** @type {unknown} */
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return;
    for (const [name, value] of Object.entries(stored)) {
        const control = form.elements.namedItem(name);
        if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = true;
        else if (control instanceof HTMLInputElement && typeof value === 'string') control.value = value;
        else if (control instanceof HTMLSelectElement && [...control.options].some((option) => option.value === value))
            control.value = value;
    }
}

/**
 * @param {FormData} given
 * @param {string} name
 */
function textOf(given, name) {
    const value = given.get(name);
    return typeof value === 'string' ? value : '';
}
