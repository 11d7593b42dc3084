import { escapeHtml } from './html-page.ts';
import { INITIAL_MODES, MODES } from './modes.ts';
import type { Mode, Modes } from './modes.ts';

/** Modes as an HTML form, sent to `/modes`. */
export function modesForm(modes: Readonly<Modes>): string {
    const values: Readonly<Record<string, unknown>> = modes;
    const initial: Readonly<Record<string, unknown>> = INITIAL_MODES;
    const rows = Object.entries<Mode>(MODES).map(([name, mode]) => {
        const isChanged = JSON.stringify(values[name]) !== JSON.stringify(initial[name]);
        return `<div class="${isChanged ? 'field changed' : 'field'}">${field(name, mode, values[name])}</div>`;
    });
    return `<form method="post" action="/modes">
${rows.join('\n')}
<div class="actions">
<button class="primary">Apply</button>
<button name="reset" value="yes">Back to normal</button>
</div>
</form>`;
}

/** What the form changes, in the shape of the control plane. */
export function readModesForm(form: URLSearchParams): unknown {
    if (form.has('reset')) return INITIAL_MODES;
    const changes = Object.entries<Mode>(MODES).map(([name, mode]): [string, unknown] => {
        if ('scopes' in mode) return [name, form.getAll(name)];
        const text = form.get(name) ?? '';
        return [name, 'check' in mode ? Number(text || Number.NaN) : text];
    });
    return Object.fromEntries(changes);
}

function field(name: string, mode: Mode, value: unknown): string {
    if ('scopes' in mode) return `<span id="${name}">${mode.title}</span>${checkboxes(name, mode.scopes, value)}`;
    const control =
        'options' in mode
            ? `<select id="${name}" name="${name}">${options(mode.options, value)}</select>`
            : `<input id="${name}" name="${name}" inputmode="numeric" pattern="[0-9]+" required value="${Number(value)}">`;
    return `<label for="${name}">${mode.title}</label>${control}`;
}

function options(words: Readonly<Record<string, string>>, value: unknown): string {
    const option = ([name, meaning]: [string, string]) =>
        `<option value="${name}"${name === value ? ' selected' : ''}>${escapeHtml(meaning)}</option>`;
    return Object.entries(words).map(option).join('');
}

function checkboxes(name: string, scopes: readonly string[], value: unknown): string {
    const checkbox = (scope: string) => {
        const isChecked = Array.isArray(value) && value.includes(scope);
        return `<label><input type="checkbox" name="${name}" value="${scope}"${isChecked ? ' checked' : ''}> <code>${scope}</code></label>`;
    };
    return `<div class="boxes" role="group" aria-labelledby="${name}">${scopes.map(checkbox).join('')}</div>`;
}
