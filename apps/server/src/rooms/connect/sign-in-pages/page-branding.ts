import { mergeAppearance } from '@patchbay/contracts';
import type { Appearance } from '@patchbay/contracts/widget-message';
import type { AttemptRow } from '@patchbay/db';
import { type BrandColours, brandPalette, dark, declarations, light, type Palette } from '@patchbay/tokens';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../connect-settings/read-settings.ts';
import { findSessionOf } from '../connect-sessions/connect-sessions.sql.ts';
import { appearanceOf } from '../connect-sessions/session-options.ts';

/** What the sign-in's pages show of the product that they belong to. */
export interface Branding {
    /** The product's name; null when the operator gave none. */
    appName: string | null;
    logo: Appearance['logo'];
    variables: Appearance['variables'];
    dark: Appearance['dark'];
}

/** The looks of the environment, and on top of them the session's, as the Connect UI has them. */
export async function brandingOf({ db, config }: Pick<Deps, 'db' | 'config'>, row: AttemptRow): Promise<Branding> {
    const [session, settings] = await Promise.all([findSessionOf(db, row), readSettings(db, row.environment_id)]);
    const { logo, variables, dark: onDark } = mergeAppearance(session && appearanceOf(session), settings.appearance);
    return { appName: settings.app_name ?? config.appName ?? null, logo, variables, dark: onDark };
}

/** Rules that come after the pages' own; empty without colours. */
export function brandingCss({ variables = {}, dark: onDark = {} }: Partial<Branding> = {}): string {
    const inks = { light: colours(light, variables), dark: colours(dark, { ...variables, ...onDark }) };
    if (inks.light === '' && inks.dark === '') return '';
    // Doubled, to outrank the theme's own.
    return `
@media (forced-colors:none){:root:root{${inks.light}}
@media (prefers-color-scheme:dark){:root:not([data-theme='light']){${inks.dark}}}
:root[data-theme='dark']{${inks.dark}}}`;
}

function colours(own: Palette, { colorPrimary, colorBackground, colorText, colorDanger }: NonNullable<Appearance['variables']>): string {
    const brand: BrandColours = {
        primary: toSixDigits(colorPrimary),
        background: toSixDigits(colorBackground),
        text: toSixDigits(colorText),
        danger: toSixDigits(colorDanger)
    };
    return Object.values(brand).every((colour) => colour === undefined) ? '' : declarations(brandPalette(own, brand));
}

/** From `#rgb` or `#rrggbb`, as the contract takes it. */
function toSixDigits(colour: string | undefined): string | undefined {
    const text = colour?.toLowerCase();
    return text?.length === 4 ? text.replaceAll(/[0-9a-f]/g, '$&$&') : text;
}
