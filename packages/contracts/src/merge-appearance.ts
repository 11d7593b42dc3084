import type { Appearance, AppearanceVariables } from './widget-message.ts';

/**
 * One appearance on top of another: by variable, by text and by its language, the logo as a whole.
 * Variables of `over` for both themes win over those of `under` for the dark one.
 */
export function mergeAppearance(over: Appearance | undefined, under: Appearance | undefined): Appearance {
    if (!over || !under) return over ?? under ?? {};
    const variables = given(over.variables);
    const texts = { ...under.texts };
    for (const [tag, text] of Object.entries(over.texts ?? {})) texts[tag] = { ...texts[tag], ...text };
    return {
        variables: { ...under.variables, ...variables },
        dark: { ...under.dark, ...variables, ...given(over.dark) },
        logo: over.logo ?? under.logo,
        text: { ...under.text, ...over.text },
        texts
    };
}

/** Without what is there but undefined, which would hide the value below. */
function given(variables: AppearanceVariables | undefined): AppearanceVariables {
    return Object.fromEntries(Object.entries(variables ?? {}).filter(([, value]) => value !== undefined));
}
